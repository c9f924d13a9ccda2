import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { it } from 'node:test';
import { billingRoutes } from '@lectern/contract/billing/billing';
import { day, hour, minute } from '@lectern/contract/rules/durations';
import { describeStripe, toUnixSeconds } from '../../../test/describe-payments.ts';
import type { TestMember } from '../../../test/member.ts';
import { refuses } from '../../../test/refusals.ts';
import { CustomerMissing } from '../../ports/payments/port.ts';
import { markAccountForDeletion } from '../accounts/deletion.ts';
import { eraseAccountJob } from '../operations/admin/erase-account.job.ts';
import { customersToAsk, saveCustomer } from './store.ts';
import { sweepBilling } from './sweep.ts';
import type { Stripe } from 'stripe';
import type { DeepPartial } from '../../ports/payments/stripe/fake-stripe.ts';

describeStripe('customers of the payment provider', (suite) => {
  const { subscription, says } = suite;
  const missing = { status: 404, code: 'resource_missing' };
  const checkout = async (member: TestMember) => member.call(billingRoutes.checkout, await suite.offer(member));
  /** Only these are known with the keys that are set. */
  const knowOnly = (...known: string[]): void => {
    const { truthOf } = suite.world.payments;
    Object.assign(suite.world.payments, {
      truthOf: (id: string) => (known.includes(id) ? truthOf(id) : Promise.reject(new CustomerMissing())),
    });
  };
  const withWrongKeys = async (customer: string): Promise<void> => {
    suite.fake.refusals['GET /v1/subscriptions'] = missing;
    await suite.sync(customer);
    delete suite.fake.refusals['GET /v1/subscriptions'];
  };
  const subscribed = async (id: string) => {
    const { member, customer } = await suite.customer();
    says(subscription(id, 'active'));
    await suite.sync(customer);
    return { member, customer };
  };
  const sweep = async () => {
    await sweepBilling(suite.world);
    await suite.settle();
  };
  const due = () => customersToAsk(suite.db, suite.now());
  const attemptKeys = () => [
    ...new Set(
      suite.fake.asked.filter(({ path }) => path === '/v1/customers').map(({ headers }) => headers['idempotency-key']),
    ),
  ];

  it('lists customers with an open payment page until it closes, even after other payments', async () => {
    const { member, customer } = await suite.customer();
    await checkout(member);
    suite.intended(suite.packIntent('pi_other', 'succeeded'));
    await suite.sync(customer);
    suite.pass(23 * hour);
    deepEqual(await due(), [customer]);
    suite.pass(3 * hour);
    deepEqual(await due(), []);
  });

  it('lists open payments first, then subscriptions never asked about, then others', async () => {
    const [subscribed, fresh, payer] = [await suite.customer(), await suite.customer(), await suite.customer()];
    for (const [{ customer }, asked_at] of [
      [subscribed, suite.later(-48 * hour)],
      [fresh, undefined],
    ] as const)
      await suite.db
        .updateTable('billing_accounts')
        .set({ subscription_id: `sub_of_${customer}`, ...(asked_at ? { asked_at } : {}) })
        .where('customer_id', '=', customer)
        .execute();
    await checkout(payer.member);
    deepEqual(await due(), [payer.customer, fresh.customer, subscribed.customer]);
  });

  it('makes a deleted customer anew, and says that nothing renews what they had', async () => {
    const { member } = await subscribed('sub_of_deleted');
    const { membership_end } = await suite.membership(member);
    suite.fake.refusals['GET /v1/subscriptions'] = missing;
    deepEqual(await member.call(billingRoutes.refresh, {}), { plan: 'executive', subscription_status: 'canceled' });
    equal((await suite.membership(member)).membership_end, membership_end, 'what was paid for is kept');
    await refuses(member.call(billingRoutes.cancelSubscription, {}), 'no_subscription');
    suite.fake.answers['POST /v1/customers'] = { id: 'cus_anew' };
    delete suite.fake.refusals['GET /v1/subscriptions'];
    suite.fake.asked.length = 0;
    equal((await checkout(member)).url, 'https://pay.example/cs_1');
    deepEqual(attemptKeys(), [`customer-${member.session.id}/1`]);
    ok((await suite.toOperator('sub_of_deleted')).length > 0);
  });

  it('pays at once as a new customer, when the old one was of the sandbox', async () => {
    const member = await suite.signUp();
    await suite.known(member, 'cus_sandbox_1');
    suite.fake.answers['POST /v1/customers'] = { id: 'cus_real' };
    const asked: string[] = [];
    const createCheckout = async ({ customerId }: { customerId: string }) => {
      asked.push(customerId);
      if (customerId === 'cus_real') return { url: 'https://pay.example/anew' };
      throw new CustomerMissing();
    };
    Object.assign(suite.world.payments, { createCheckout });
    equal((await checkout(member)).url, 'https://pay.example/anew');
    deepEqual(asked, ['cus_sandbox_1', 'cus_real']);
  });

  it('tries another attempt, when the provider keeps a failure with its key', async () => {
    const member = await suite.signUp();
    suite.fake.answers['POST /v1/customers'] = { id: 'cus_second' };
    suite.fake.refusals['POST /v1/customers'] = { status: 500, code: 'api_error' };
    await refuses(checkout(member), 'payment_failed');
    delete suite.fake.refusals['POST /v1/customers'];
    await checkout(member);
    deepEqual(attemptKeys(), [`customer-${member.session.id}`, `customer-${member.session.id}/1`]);
  });

  it('restores customers and their grace period within the hour, when the keys are right again', async () => {
    const { member, customer } = await subscribed('sub_grace');
    says(subscription('sub_grace', 'past_due'));
    suite.invoiced(suite.invoice('in_grace', 'sub_grace', 'open'));
    await suite.sync(customer);
    const before = await suite.membership(member);
    deepEqual([before.payment_due, before.membership_end], [true, suite.later(7 * day).toISOString()]);
    await withWrongKeys(customer);
    equal((await suite.membership(member)).subscription_status, 'canceled');
    suite.pass(hour + 1);
    await sweep();
    deepEqual(await suite.membership(member), before);
    deepEqual(await suite.accountOf(member), { customer_id: customer, subscription_id: 'sub_grace' });
  });

  it('restores customers at once, when a signed event names them or their member pays again', async () => {
    for (const wake of [(_: TestMember, customer: string) => suite.sync(customer), checkout]) {
      const { member, customer } = await suite.customer();
      says(subscription('sub_wake', 'active', { cancel_at_period_end: true }));
      await suite.sync(customer);
      await withWrongKeys(customer);
      suite.pass(2 * minute);
      await wake(member, customer);
      equal((await suite.accountOf(member))?.customer_id, customer);
      equal(suite.calls('POST', '/v1/customers').length, 0, 'nobody is made');
    }
  });

  it('take the place of a customer that is not known, whose subscription the operator is told of', async () => {
    const { member, customer } = await subscribed('sub_old');
    await withWrongKeys(customer);
    await saveCustomer(suite.db, member.session.id, 'cus_test_keys');
    says(subscription('sub_test_keys', 'active'));
    await suite.sync('cus_test_keys');
    suite.pass(day);
    says(subscription('sub_old', 'active', { start: suite.later(-day), end: suite.later(29 * day) }));
    knowOnly(customer);
    await suite.sync(customer);
    deepEqual(await suite.accountOf(member), { customer_id: customer, subscription_id: 'sub_old' });
    ok((await suite.toOperator('sub_test_keys')).length > 0);
  });

  it('stay former and the operator is told, when another customer of the member is known too', async () => {
    const { member, customer } = await subscribed('sub_both');
    await withWrongKeys(customer);
    await saveCustomer(suite.db, member.session.id, 'cus_other');
    for (let n = 0; n < 2; n += 1) await suite.sync(customer);
    equal((await suite.accountOf(member))?.customer_id, 'cus_other');
    const formers = await suite.db.selectFrom('former_customers').select('customer_id').execute();
    deepEqual(formers, [{ customer_id: customer }]);
    equal((await suite.toOperator(`${customer} again`)).length, 1);
  });

  it('keeps customers, when only the position in a list is missing', async () => {
    const { member, customer } = await suite.customer();
    suite.fake.refusals['GET /v1/invoices'] = { ...missing, param: 'starting_after' };
    await rejects(suite.sync(customer));
    equal((await suite.accountOf(member))?.customer_id, customer);
  });

  it('deletes former customers with the present one, and refunds duplicate payments first', async () => {
    const member = await suite.signUp();
    const { id } = member.session;
    await withWrongKeys(await suite.known(member, 'cus_former'));
    await saveCustomer(suite.db, id, 'cus_present');
    says(subscription('sub_one', 'active'), subscription('sub_two', 'active', { start: suite.later(hour) }));
    suite.invoiced(suite.invoice('in_two', 'sub_two', 'paid', { paidBy: 'pi_two' }));
    suite.fake.answers['DELETE /v1/subscriptions/:id'] = { id: 'sub_two', status: 'canceled' };
    suite.fake.answers['DELETE /v1/customers/:id'] = { id: 'cus_present', deleted: true };
    suite.fake.answers['POST /v1/refunds'] = { id: 're_1', status: 'succeeded' };
    knowOnly('cus_present');
    ok(await markAccountForDeletion(suite.db, id, suite.now()));
    const job = { id: '', attempt: 1, lastAttempt: false, signal: new AbortController().signal };
    await eraseAccountJob.run(suite.world, { userId: id }, job);
    // A job that ends what was bought twice may be under way as well: what has ended is ended once more.
    deepEqual([...new Set(suite.calls('DELETE'))].toSorted(), [
      '/v1/customers/cus_former',
      '/v1/customers/cus_present',
      '/v1/subscriptions/sub_two',
    ]);
    deepEqual([...new Set(suite.refunded())], ['pi_two']);
  });
});

describeStripe('payments for tokens', (suite) => {
  const { packIntent, intended } = suite;
  const older = { created: toUnixSeconds(new Date('2026-11-24T10:00:00Z')) };
  let begun = 0;
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
