import { deepEqual, equal, ok } from 'node:assert/strict';
import { it } from 'node:test';
import type { Stripe } from 'stripe';
import { describeStripe, toUnixSeconds } from '../../../test/describe-payments.ts';
import type { TestMember } from '../../../test/member.ts';
import { refuses } from '../../../test/refusals.ts';
import type { DeepPartial } from '../../ports/payments/stripe/fake-stripe.ts';
import { sweepBilling } from './sweep.ts';

describeStripe('payments for tokens', (suite) => {
  const { packIntent, intended } = suite;
  const older = { created: toUnixSeconds(new Date('2026-11-24T10:00:00Z')) };
  let begun = 0;
  /** A page that begins a payment of its own. */
  const begin = async (member: TestMember, customer: string): Promise<string> => {
    const id = `pi_${(begun += 1)}`;
    suite.fake.answers['POST /v1/payment_intents'] = { id, client_secret: `${id}_secret`, amount: 500, customer };
    delete suite.fake.answers['GET /v1/payment_intents/:id'];
    await suite.beginTokens(member);
    return id;
  };
  /** A page that goes on with one that was begun before. */
  const reopen = async (member: TestMember, customer: string, id: string): Promise<void> => {
    const intent = { id, client_secret: `${id}_secret`, amount: 500, customer };
    suite.fake.answers['GET /v1/payment_intents/:id'] = { ...intent, status: 'requires_payment_method' };
    equal(await suite.beginTokens(member), `${id}_secret`);
  };
  const outcome = async (member: TestMember) => (await suite.tellPaid(member)).payment;

  it('goes on with a payment, when it was begun and not made', async () => {
    const { member, customer } = await suite.customer();
    const id = await begin(member, customer);
    for (let n = 0; n < 2; n += 1) await reopen(member, customer, id);
    equal(suite.calls('POST', '/v1/payment_intents').length, 1);
    Object.assign(suite.fake.answers['GET /v1/payment_intents/:id']!, { status: 'succeeded' });
    await suite.beginTokens(member);
    equal(suite.calls('POST', '/v1/payment_intents').length, 2);
  });

  it('reports the payment state of the provider, when the page claims another', async () => {
    const member = await suite.signUp();
    const told = (intent?: DeepPartial<Stripe.PaymentIntent>) => {
      intended(...(intent ? [packIntent('pi_told', 'processing', intent)] : []));
      return outcome(member);
    };
    equal(await told(), 'none');
    await suite.known(member);
    equal(await told(), 'none', 'forged');
    const last_payment_error = { message: 'Your card was declined.' };
    equal(await told({ status: 'requires_payment_method', last_payment_error }), 'failed');
    equal(await told({ status: 'requires_action', last_payment_error }), 'open');
    equal(await told({ status: 'processing' }), 'open');
    equal(await told({ status: 'succeeded', amount_received: 500 }), 'succeeded');
  });

  it('reports the payment the page went on with, when another payment is newer', async () => {
    const { member, customer } = await suite.customer();
    const id = await begin(member, customer);
    await suite.sync(customer);
    await reopen(member, customer, id);
    intended(packIntent('pi_newer', 'requires_payment_method'), packIntent(id, 'succeeded', older));
    deepEqual(await suite.tellPaid(member), { payment: 'succeeded', msg: 'The payment is recorded.' });
    equal(await outcome(member), 'succeeded', 'told again, it is the same');
  });

  it('reports that the bank is working on the payment, when a newer one was paid before', async () => {
    const { member, customer } = await suite.customer();
    const id = await begin(member, customer);
    intended(packIntent('pi_last_week', 'succeeded'), packIntent(id, 'requires_payment_method', older));
    await suite.sync(customer);
    await reopen(member, customer, id);
    intended(packIntent('pi_last_week', 'succeeded'), packIntent(id, 'processing', older));
    const msg = 'Your bank is still working on this payment. It will show here as soon as we know.';
    deepEqual(await suite.tellPaid(member), { payment: 'open', msg });
  });

  it('reports success, when two pages got one payment each and the older is paid', async () => {
    const { member, customer } = await suite.customer();
    const [first, second] = [await begin(member, customer), await begin(member, customer)];
    intended(packIntent(second, 'requires_payment_method'), packIntent(first, 'succeeded', older));
    await suite.sync(customer);
    equal(await outcome(member), 'succeeded');
  });

  it('reports an unknown payment state, when the provider no longer knows the customer', async () => {
    const { member, customer } = await suite.customer();
    await begin(member, customer);
    suite.fake.refusals['GET /v1/subscriptions'] = { status: 404, code: 'resource_missing' };
    for (let n = 0; n < 2; n += 1) await refuses(suite.tellPaid(member), 'payment_state_unknown');
  });

  it('finds within the hour what was paid, when page and event were lost', async () => {
    const { member, customer } = await suite.customer();
    const id = await begin(member, customer);
    intended(packIntent(id, 'succeeded'));
    await sweepBilling(suite.world);
    await suite.settle();
    equal(await suite.tokensOf(member), 100_000);
  });

  /** Lists the operator's notices of a payment, when this much came back and the bank disputes it so. */
  const toldOf = async (customer: string, id: string, amount_refunded: number, status?: Stripe.Dispute.Status) => {
    const data = status ? [{ id: `dp_${id}`, status, amount: 500 }] : [];
    suite.fake.answers['GET /v1/disputes'] = { data };
    const latest_charge = { refunded: false, amount_refunded, disputed: status !== undefined };
    intended(packIntent(id, 'succeeded', { latest_charge }));
    await suite.sync(customer);
    return suite.toOperator(id);
  };

  it('tells the operator once of each part given back and of each dispute that was not won', async () => {
    const { customer } = await suite.customer();
    for (const back of [125, 125, 250]) await toldOf(customer, 'pi_part', back);
    await toldOf(customer, 'pi_part', 0, 'under_review');
    const told = await toldOf(customer, 'pi_part', 0, 'under_review');
    equal(told.length, 3);
    ok(told.some((text) => text.includes('$1.25 of the payment pi_part ($5.00) were given back.')));
    ok(told.some((text) => text.includes('disputes the payment pi_part')));
    for (const [id, status, back, mails] of [
      ['pi_won', 'won', 0, 0],
      ['pi_closed', 'warning_closed', 0, 0],
      ['pi_asked', 'needs_response', 0, 1],
      ['pi_half', 'needs_response', 100, 1],
    ] as const)
      equal((await toldOf(customer, id, back, status)).filter((text) => text.includes('dispute')).length, mails, id);
    ok((await toldOf(customer, 'pi_lost', 0, 'lost'))[0]?.includes('was lost in a dispute'));
  });
});
