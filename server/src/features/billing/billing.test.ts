import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { accountRoutes } from '@lectern/contract/accounts/accounts';
import { billingRoutes } from '@lectern/contract/billing/billing';
import { hour, minute } from '@lectern/contract/rules/durations';
import { Stripe } from 'stripe';
import { card, describeSandbox } from '../../../test/describe-payments.ts';
import type { TestMember } from '../../../test/member.ts';
import { refuses } from '../../../test/refusals.ts';
import { sweepBilling } from './sweep.ts';
import { syncInTurn } from './sync-in-turn.ts';

const declined = { ...card, number: '4000 0000 0000 0002' };
const now = '2026-01-31T10:00:00Z';

describeSandbox('billing', now, (suite) => {
  beforeEach(() => void (suite.clock.at = new Date(now)));
  const { subscribe, openPage, pay, check, customerOf, endPeriod, paymentsOf, beginTokens, confirmTokens } = suite;
  const states = async (member: TestMember) =>
    (await paymentsOf(member)).map(({ price, paymentStatus }) => `${price} ${paymentStatus}`);
  const subscriptions = async (member: TestMember) =>
    (await suite.subscriptionsOf(member)).map(({ plan, state }) => `${plan} ${state}`);
  /** Sessions do not outlive a month: signs the member in again at another time. */
  const comeBack = async (member: TestMember, time: Date): Promise<TestMember> => {
    suite.clock.at = time;
    const { email, password } = member;
    const session = await suite.server.call(accountRoutes.login, { email, password });
    return { ...member, session, call: suite.server.as(session.token) };
  };
  const send = async (body: object, headers: Record<string, string> = {}) =>
    fetch(`${suite.server.origin}/api/stripe/webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const sendSigned = async (
    event: object,
    { secret = suite.world.payments.sandbox!.webhookSecret, at = new Date() } = {},
  ) => {
    const signature = await Stripe.webhooks.generateTestHeaderStringAsync({
      payload: JSON.stringify(event),
      secret,
      timestamp: Math.floor(at.getTime() / 1000),
    });
    return send(event, { 'stripe-signature': signature });
  };
  const eventOf = (member: TestMember, type: string, n: number) => ({
    id: `evt_${type}_${member.session.id}_${n}`,
    type,
    data: { object: { customer: customerOf(member) } },
  });

  describe('a subscription', () => {
    it('leads from the trial to a paid plan, to cancelled, to the end, and to subscribed again', async () => {
      const member = await suite.signUp({ plan: 'executive' });
      const trial = await check(member);
      deepEqual([trial.plan, trial.subscription_status], ['executive', 'inactive']);
      ok((await subscribe(member)).url?.endsWith('/stripe/default/success'));
      const paid = await check(member);
      deepEqual(
        [paid.subscription_status, paid.membership_start, paid.membership_end],
        ['active', '2026-01-31T10:00:01.000Z', '2026-02-28T10:00:01.000Z'],
      );
      await refuses(openPage(member, 'executive'), 'plan_held');

      deepEqual(await suite.cancel(member), { subscription_status: 'canceled' });
      equal((await check(member)).membership_end, paid.membership_end, 'paid until the end of the period');
      await refuses(suite.cancel(member), 'no_subscription');

      await endPeriod(member, 'succeeds');
      equal((await check(member)).membership_expired, true, 'nothing renews what was cancelled');
      await subscribe(member);
      const again = await check(member);
      deepEqual([again.subscription_status, again.membership_expired], ['active', false]);
      deepEqual(await states(member), ['500 succeeded', '500 succeeded']);
    });

    it('renews on the 31st, the 28th and the 31st, each with a payment and new tokens', async () => {
      let member = await suite.signUp();
      await subscribe(member);
      for (const [next, end] of [
        ['2026-02-28', '2026-03-31'],
        ['2026-03-31', '2026-04-30'],
        ['2026-04-30', '2026-05-31'],
      ]) {
        member = await comeBack(member, new Date(`${next}T10:01:00Z`));
        await suite.world.payments.sandbox!.renewDue();
        await suite.settle();
        equal((await check(member)).membership_end?.slice(0, 10), end);
      }
      equal((await paymentsOf(member)).length, 4);
      equal(await suite.tokensOf(member), 50_000);
    });

    it('takes the place of a lesser one at once; the way back is closed', async () => {
      const member = await suite.signUp();
      await subscribe(member, 'executive');
      await subscribe(member, 'professional');
      const told = suite.db.selectFrom('events').select('payload').where('kind', '=', 'plan.changed');
      deepEqual(await told.where('workspace_id', '=', member.session.id).orderBy('id').execute(), [
        { payload: { from: 'free', to: 'executive' } },
        { payload: { from: 'executive', to: 'professional' } },
      ]);
      deepEqual((await subscriptions(member)).toSorted(), ['executive ended', 'professional active']);
      await refuses(openPage(member, 'executive'), 'no_downgrade');
    });

    it('gives back what was paid beside a plan that runs, and leaves that plan alone', async () => {
      const member = await suite.signUp();
      const pages: string[] = [];
      for (const plan of ['professional', 'executive', 'professional'] as const)
        pages.push(await openPage(member, plan));
      await suite.db
        .updateTable('sandbox_checkouts')
        .set({ state: 'open' })
        .where('customer_id', '=', customerOf(member))
        .execute();
      for (const id of pages) {
        suite.pass(1000);
        await suite.server.call(billingRoutes.sandboxPay, { id, ...card });
      }
      await suite.settle();
      deepEqual((await subscriptions(member)).toReversed(), [
        'professional active',
        'executive ended',
        'professional ended',
      ]);
      deepEqual(await states(member), ['1400 refunded', '500 refunded', '1400 succeeded']);
      const { plan, subscription_status } = await check(member);
      deepEqual([plan, subscription_status], ['professional', 'active']);
    });
  });

  describe('the page of a payment', () => {
    it('refuses cards, keeps the refusal in the history, and lets another card be tried', async () => {
      const member = await suite.signUp();
      const id = await openPage(member, 'executive');
      const asks = { ...card, number: '4000 0025 0000 3155' };
      const by = (text: string, ...cards: object[]) => cards.map((each) => [{ ...card, ...each }, text] as const);
      for (const [tried, text] of [
        ...by('Your card was declined.', declined),
        ...by('Your card has insufficient funds.', { number: '4000 0000 0000 9995' }),
        ...by('Your card has expired.', { expiry: '01/20' }, { expiry: '13/99' }, { expiry: '' }),
        ...by("Your card's security code is incorrect.", { cvc: '1' }),
        ...by('This is the sandbox: please use one of the test cards.', { number: '5555 5555 5555 4444' }),
        ...by('We are unable to authenticate your payment method.', { ...asks, authenticated: false }),
      ])
        await refuses(pay(id, tried), 'card_refused', text);
      equal((await check(member)).plan, 'free');
      equal((await pay(id, asks)).status, 'authentication');
      equal((await pay(id, { ...asks, authenticated: true })).status, 'succeeded');
      await refuses(pay(id), 'checkout_closed');
      equal((await check(member)).plan, 'executive');
      equal((await states(member)).filter((each) => each === '500 failed').length, 8);
    });

    it('can be paid only as the last of several', async () => {
      const member = await suite.signUp();
      const pages = await Promise.all(Array.from({ length: 6 }, () => openPage(member, 'executive')));
      const outcomes = await Promise.allSettled(pages.map((id) => pay(id)));
      equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
      deepEqual(await states(member), ['500 succeeded']);
    });

    it('refuses checkouts for another member and of an unknown plan', async () => {
      const [owner, other] = [await suite.signUp(), await suite.signUp()];
      const ids = await suite.offer(owner);
      await refuses(other.call(billingRoutes.checkout, ids), 'not_found');
      await refuses(owner.call(billingRoutes.checkout, { ...ids, priceId: 'price_of_somebody' }), 'plan_unknown');
    });
  });

  describe('tokens', () => {
    it('credits bought tokens once, even when the page reports the payment repeatedly', async () => {
      const member = await suite.signUp();
      const clientSecret = await beginTokens(member);
      await suite.tellPaid(member);
      equal(await suite.tokensOf(member), 50_000, 'a page that says "paid" is not believed');
      await refuses(confirmTokens(member, clientSecret, declined), 'card_refused', 'Your card was declined.');
      await suite.tellPaid(member);
      deepEqual(await states(member), ['500 failed']);
      await confirmTokens(member, clientSecret);
      await refuses(confirmTokens(member, clientSecret, declined), 'checkout_closed');
      // Processes know nothing of each other's questions.
      await Promise.all([
        ...Array.from({ length: 10 }, () => suite.tellPaid(member)),
        ...Array.from({ length: 50 }, () => suite.sync(customerOf(member))),
      ]);
      await suite.settle();
      equal(await suite.tokensOf(member), 100_000);
      const lines = await paymentsOf(member);
      deepEqual(
        lines.map(({ price, paymentType, paymentStatus }) => [price, paymentType, paymentStatus]),
        [[500, 'tokens', 'succeeded']],
      );
    });

    it('refuses unknown packs, and payments for another member', async () => {
      const [owner, other] = [await suite.signUp(), await suite.signUp()];
      const pack = { amount: 500, currency: 'usd', userId: owner.session.id } as const;
      await refuses(owner.call(billingRoutes.intent, { ...pack, amount: 501 }), 'pack_unknown');
      await refuses(other.call(billingRoutes.intent, pack), 'not_found');
      const clientSecret = await beginTokens(owner);
      await refuses(confirmTokens(other, clientSecret), 'checkout_closed');
      await confirmTokens(owner, clientSecret);
    });

    it('takes tokens back once, when their payment is refunded', async () => {
      const member = await suite.signUp();
      await confirmTokens(member, await beginTokens(member));
      await suite.settle();
      // A refund is begun at the provider, by hand: the sandbox has no such page.
      await suite.db
        .updateTable('sandbox_payments')
        .set({ state: 'refunded' })
        .where('customer_id', '=', customerOf(member))
        .execute();
      await Promise.all([1, 2, 3, 4].map((n) => sendSigned(eventOf(member, 'charge.refunded', n))));
      await suite.settle();
      equal(await suite.tokensOf(member), 50_000);
      deepEqual(await states(member), ['500 refunded']);
    });
  });

  describe('events', () => {
    it('lead to the one right state, when they come repeatedly, reordered and late', async () => {
      const member = await suite.signUp();
      await subscribe(member);
      await suite.cancel(member);
      const events = ['customer.subscription.created', 'invoice.paid', 'customer.subscription.deleted'].map((type, n) =>
        eventOf(member, type, n),
      );
      const storm = [...events, ...events.toReversed(), ...events, ...events].map((event) => sendSigned(event));
      for (const { status } of await Promise.all(storm)) equal(status, 200);
      await suite.settle();
      const { subscription_status, membership_expired } = await check(member);
      deepEqual([subscription_status, membership_expired], ['canceled', false]);
      deepEqual(await states(member), ['500 succeeded']);
      const kept = suite.db.selectFrom('payment_events').select('id').where('id', 'like', `%${member.session.id}%`);
      equal((await kept.execute()).length, 3);
    });

    it('refuses forged events', async () => {
      const event = { id: 'evt_forged', type: 'invoice.paid', data: { object: { customer: 'cus_sandbox_x' } } };
      equal((await sendSigned(event, { secret: 'whsec_wrong' })).status, 400);
      equal((await sendSigned(event, { at: new Date(Date.now() - 10 * minute) })).status, 400);
      const unsigned = await send(event);
      const refusal = { code: 'bad_signature', msg: 'The signature of this event is not valid.' };
      deepEqual([unsigned.status, await unsigned.json()], [400, refusal]);
    });
  });

  describe('questions to the provider', () => {
    it('applies the answer to the latest question, when the clocks of two processes differ', async () => {
      const member = await suite.signUp();
      await beginTokens(member);
      suite.pass(minute);
      await suite.sync(customerOf(member));
      suite.clock.at = new Date(now);
      await subscribe(member);
      equal((await check(member)).subscription_status, 'active');
    });

    it('asks the payment provider at most twenty times a minute for one member', async () => {
      const [member, other] = [await suite.signUp(), await suite.signUp()];
      const refresh = (who: TestMember) => who.call(billingRoutes.refresh, {});
      const questions = [
        () => refresh(member),
        () => beginTokens(member),
        () => suite.tellPaid(member),
        () => openPage(member, 'executive'),
      ];
      for (let n = 0; n < 5; n += 1) for (const ask of questions) await ask();
      for (const ask of questions) await refuses(ask(), 'too_many_tries');
      await refresh(other);
      suite.pass(minute);
      await refresh(member);
    });

    it('asks once for all who ask at the same time, and once more for those who come meanwhile', async (t) => {
      const member = await suite.signUp();
      await beginTokens(member);
      const { payments } = suite.world;
      const asked = Promise.withResolvers<void>();
      const answered = Promise.withResolvers<void>();
      const truthOf = payments.truthOf.bind(payments);
      const { mock } = t.mock.method(payments, 'truthOf', async (id: string) => {
        asked.resolve();
        await answered.promise;
        return truthOf(id);
      });
      const sync = () => syncInTurn(suite.world, customerOf(member));
      const first = Array.from({ length: 10 }, sync);
      await asked.promise;
      const later = Array.from({ length: 10 }, sync);
      equal(mock.callCount(), 1);
      answered.resolve();
      await Promise.all([...first, ...later]);
      equal(mock.callCount(), 2);
      await sync();
      equal(mock.callCount(), 3);
    });
  });

  describe('letters', () => {
    const receipt = 'Your Lectern receipt: $5.00';
    const subjects = async ({ email }: TestMember) =>
      (await suite.lettersTo(email)).map(({ subject }) => subject).slice(1);

    it('sends one receipt per payment, and none for a card refused at checkout', async () => {
      const member = await suite.signUp();
      await refuses(subscribe(member, 'executive', declined), 'card_refused', 'Your card was declined.');
      deepEqual(await subjects(member), []);
      await subscribe(member);
      for (let n = 0; n < 3; n += 1) await suite.sync(customerOf(member));
      deepEqual(await subjects(member), [receipt]);
      const { text, link } = (await suite.lettersTo(member.email)).at(-1)!;
      match(text, /Thank you for your payment of \$5\.00 on January 31, 2026\.\s+Executive Plan, one month\./);
      equal(link?.pathname, '/asset/plan');
      await endPeriod(member, 'fails');
      deepEqual(await subjects(member), [receipt, 'Your payment to Lectern did not go through']);
    });

    it('tell all owners once that a trial ends tomorrow, and not those who have paid', async () => {
      const [trying, paying, second] = [await suite.signUp(), await suite.signUp(), await suite.signUp()];
      await suite.db
        .insertInto('workspace_members')
        .values({ workspace_id: trying.session.id, user_id: second.session.id, role: 'owner' })
        .execute();
      await subscribe(paying);
      await sweepBilling(suite.world);
      deepEqual(await subjects(trying), []);
      suite.pass(49 * hour);
      await Promise.all([1, 2, 3].map(() => sweepBilling(suite.world)));
      await sweepBilling(suite.world);
      deepEqual(await subjects(trying), ['Your Lectern free trial ends tomorrow']);
      // Their own trial, and that of the workspace they own together.
      equal((await subjects(second)).length, 2);
      deepEqual(await subjects(paying), [receipt]);
    });
  });
});
