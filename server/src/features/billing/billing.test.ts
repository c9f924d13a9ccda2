import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { accountRoutes } from '@lectern/contract/accounts/accounts';
import { billingRoutes, type SandboxCard } from '@lectern/contract/billing/billing';
import { dashboardRoutes } from '@lectern/contract/library/dashboard';
import { day, minute } from '@lectern/contract/rules/durations';
import { Stripe } from 'stripe';
import { oneDatabase, type TestPlace } from '../../../test/databases.ts';
import { signUp, type TestMember } from '../../../test/member.ts';
import { refuses } from '../../../test/refusals.ts';
import { openTestWorld, type TestWorld } from '../../../test/world.ts';
import { syncCustomer } from './sync.ts';

const card = (number: string): SandboxCard => ({ number, expiry: '12/99', cvc: '123' });
const good = card('4242 4242 4242 4242');
const declined = card('4000 0000 0000 0002');

oneDatabase((name, open) => {
  describe(`billing on ${name}`, () => {
    let place: TestPlace;
    let test: TestWorld;
    let clock = new Date('2026-01-31T10:00:00Z');

    before(async () => {
      place = await open();
      test = await openTestWorld({ ...place, now: () => clock, env: { PAYMENT_GRACE_DAYS: '0' } });
    });
    after(async () => {
      await test.close();
      await place.close();
    });

    const join = (plan?: 'executive') => signUp(test.origin, test.letters, plan ? { plan } : {});
    const me = (member: TestMember) => member.call(accountRoutes.check, {});
    const pays = (member: TestMember) => member.call(billingRoutes.payments, {}).then(({ data }) => data);
    const idsOf = async (member: TestMember, key: 'executive' | 'professional') => {
      const { data } = await member.call(billingRoutes.offers, {});
      const { priceId, productId } = data.plans.find((each) => each.key === key)!;
      return { priceId: priceId!, productId: productId!, userId: member.session.id };
    };
    const checkout = async (member: TestMember, key: 'executive' | 'professional') => {
      const { url } = await member.call(billingRoutes.checkout, await idsOf(member, key));
      return new URL(url).pathname.split('/').at(-1)!;
    };
    /** A second passes, so that what comes later is later. */
    const tick = () => (clock = new Date(clock.getTime() + 1000));
    /** Sessions do not outlive a month: signs the member in again at another time. */
    const comesBack = async (member: TestMember, time: Date): Promise<TestMember> => {
      clock = time;
      const session = await test.call(accountRoutes.login, { email: member.email, password: member.password });
      return { ...member, session, call: test.as(session.token) };
    };
    const subscribe = async (member: TestMember, key: 'executive' | 'professional', by = good) => {
      tick();
      const id = await checkout(member, key);
      const answer = await test.call(billingRoutes.sandboxPay, { id, ...by });
      await test.world.jobs.settle();
      return answer;
    };
    const customerOf = (member: TestMember) => `cus_sandbox_${member.session.id}`;
    const signed = async (event: object, { secret, at }: { secret?: string; at?: Date } = {}) => {
      const payload = JSON.stringify(event);
      const signature = await Stripe.webhooks.generateTestHeaderStringAsync({
        payload,
        secret: secret ?? test.world.payments.sandbox!.webhookSecret,
        ...(at ? { timestamp: Math.floor(at.getTime() / 1000) } : {}),
      });
      return fetch(`${test.origin}/api/stripe/webhook`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
        body: payload,
      });
    };

    it('leads from the trial to a paid plan, to cancelled, to the end, and to subscribed again', async () => {
      const member = await join('executive');
      deepEqual(
        [(await me(member)).plan, (await me(member)).subscription_status],
        ['executive', 'inactive'],
        'the trial of the Executive plan',
      );
      const answer = await subscribe(member, 'executive');
      ok(answer.url?.endsWith('/stripe/default/success'));
      const paid = await me(member);
      deepEqual(
        [paid.subscription_status, paid.membership_start, paid.membership_end],
        ['active', '2026-01-31T10:00:01.000Z', '2026-02-28T10:00:01.000Z'],
      );
      await refuses(checkout(member, 'executive'), 'plan_held');

      const { subscription_status } = await member.call(billingRoutes.cancelSubscription, {});
      equal(subscription_status, 'canceled');
      equal((await me(member)).membership_end, paid.membership_end, 'paid until the end of the period');
      await refuses(member.call(billingRoutes.cancelSubscription, {}), 'no_subscription');

      await member.call(billingRoutes.sandboxSkip, { renewal: 'succeeds' });
      equal((await me(member)).membership_expired, true, 'nothing renews what was cancelled');
      await subscribe(member, 'executive');
      const again = await me(member);
      deepEqual([again.subscription_status, again.membership_expired], ['active', false]);
      deepEqual(
        (await pays(member)).map(({ price, paymentStatus }) => [price, paymentStatus]),
        [
          [500, 'succeeded'],
          [500, 'succeeded'],
        ],
      );
    });

    it('renews on the 31st, the 28th and the 31st, each with a payment and new tokens', async () => {
      const start = clock;
      let member = await join();
      await subscribe(member, 'executive');
      const ends: (string | null)[] = [];
      for (const next of ['2026-02-28', '2026-03-31', '2026-04-30']) {
        member = await comesBack(member, new Date(`${next}T10:01:00Z`));
        await test.world.payments.sandbox!.renewDue();
        await test.world.jobs.settle();
        ends.push((await me(member)).membership_end);
      }
      deepEqual(
        ends.map((end) => end?.slice(0, 10)),
        ['2026-03-31', '2026-04-30', '2026-05-31'],
      );
      equal((await pays(member)).length, 4);
      const { data } = await member.call(dashboardRoutes.dashboard, {});
      deepEqual([data.token_used, data.token_total], [0, 50_000]);
      clock = start;
    });

    it('ends the membership when a renewal is not paid, and takes it up again when it is', async () => {
      const member = await join();
      await subscribe(member, 'professional');
      tick();
      await member.call(billingRoutes.sandboxSkip, { renewal: 'fails' });
      const unpaid = await me(member);
      deepEqual([unpaid.plan, unpaid.membership_expired], ['professional', true]);
      equal((await pays(member))[0]!.log, 'Your card was declined.');
      await subscribe(member, 'professional');
      equal((await me(member)).membership_expired, false);
    });

    it('refuses cards, keeps the refusal in the history, and lets another card be tried', async () => {
      const member = await join();
      const id = await checkout(member, 'executive');
      const pay = (by: SandboxCard) => test.call(billingRoutes.sandboxPay, { id, ...by });
      await refuses(pay(declined), 'card_refused', 'Your card was declined.');
      await refuses(pay(card('4000 0000 0000 9995')), 'card_refused', 'Your card has insufficient funds.');
      for (const expiry of ['01/20', '13/99', ''])
        await refuses(pay({ ...good, expiry }), 'card_refused', 'Your card has expired.');
      await refuses(pay({ ...good, cvc: '1' }), 'card_refused', "Your card's security code is incorrect.");
      await refuses(
        pay(card('5555 5555 5555 4444')),
        'card_refused',
        'This is the sandbox: please use one of the test cards.',
      );
      await test.world.jobs.settle();
      equal((await me(member)).plan, 'free');
      const asked = await pay(card('4000 0025 0000 3155'));
      equal(asked.status, 'authentication');
      await refuses(
        pay({ ...card('4000 0025 0000 3155'), authenticated: false }),
        'card_refused',
        'We are unable to authenticate your payment method.',
      );
      equal((await pay({ ...card('4000 0025 0000 3155'), authenticated: true })).status, 'succeeded');
      await refuses(pay(good), 'checkout_closed');
      await test.world.jobs.settle();
      equal((await me(member)).plan, 'executive');
      equal((await pays(member)).filter(({ paymentStatus }) => paymentStatus === 'failed').length, 8);
    });

    it('changes nothing when the page is left', async () => {
      const member = await join();
      const id = await checkout(member, 'professional');
      const { url } = await test.call(billingRoutes.sandboxAbandon, { id });
      ok(url.endsWith('/stripe/default/cancel'));
      await refuses(test.call(billingRoutes.sandboxPay, { id, ...good }), 'checkout_closed');
      equal((await me(member)).plan, 'free');
    });

    it('upgrades at once and ends the plan before; the way back is closed', async () => {
      const member = await join();
      await subscribe(member, 'executive');
      await subscribe(member, 'professional');
      equal((await me(member)).plan, 'professional');
      const told = test.world.database.kysely.selectFrom('events').select('payload').where('kind', '=', 'plan.changed');
      const changes = await told.where('user_id', '=', member.session.id).orderBy('id').execute();
      deepEqual(changes, [
        { payload: { from: 'free', to: 'executive' } },
        { payload: { from: 'executive', to: 'professional' } },
      ]);
      const { subscriptions } = await test.world.payments.truthOf(customerOf(member));
      deepEqual(subscriptions.map(({ plan, state }) => `${plan} ${state}`).sort(), [
        'executive ended',
        'professional active',
      ]);
      await refuses(checkout(member, 'executive'), 'no_downgrade');
    });

    it('lets only the last of several opened pages be paid', async () => {
      const member = await join();
      const pages = await Promise.all(Array.from({ length: 6 }, () => checkout(member, 'executive')));
      tick();
      const outcomes = await Promise.allSettled(
        pages.map((id) => test.call(billingRoutes.sandboxPay, { id, ...good })),
      );
      await test.world.jobs.settle();
      equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
      deepEqual(
        (await pays(member)).map(({ paymentStatus }) => paymentStatus),
        ['succeeded'],
      );
    });

    it('gives back what was paid beside a plan that runs, and leaves that plan alone', async () => {
      const member = await join();
      const customer = customerOf(member);
      const pages = [await checkout(member, 'professional')];
      const reopen = () =>
        test.world.database.kysely
          .updateTable('sandbox_checkouts')
          .set({ state: 'open' })
          .where('customer_id', '=', customer)
          .execute();
      pages.push(await checkout(member, 'executive'), await checkout(member, 'professional'));
      await reopen();
      for (const id of pages) {
        tick();
        await test.call(billingRoutes.sandboxPay, { id, ...good });
      }
      await test.world.jobs.settle();
      const { subscriptions } = await test.world.payments.truthOf(customer);
      deepEqual(
        subscriptions.toReversed().map(({ plan, state }) => `${plan} ${state}`),
        ['professional active', 'executive ended', 'professional ended'],
      );
      deepEqual(
        (await pays(member)).map(({ price, paymentStatus }) => [price, paymentStatus]),
        [
          [1400, 'refunded'],
          [500, 'refunded'],
          [1400, 'succeeded'],
        ],
      );
      deepEqual([(await me(member)).plan, (await me(member)).subscription_status], ['professional', 'active']);
    });

    it('refuses to confirm the payment of another member', async () => {
      const [owner, other] = [await join(), await join()];
      const { clientSecret } = await owner.call(billingRoutes.intent, {
        amount: 500,
        currency: 'usd',
        userId: owner.session.id,
      });
      await refuses(other.call(billingRoutes.sandboxConfirm, { clientSecret, ...good }), 'checkout_closed');
      await owner.call(billingRoutes.sandboxConfirm, { clientSecret, ...good });
    });

    it('credits bought tokens once, even when the page reports the payment repeatedly', async () => {
      const member = await join();
      const { clientSecret } = await member.call(billingRoutes.intent, {
        amount: 500,
        currency: 'usd',
        userId: member.session.id,
      });
      const tell = () =>
        member.call(billingRoutes.intentUpdate, { paymentStatus: 'success', amount: 5, userId: member.session.id });
      const total = async () => (await member.call(dashboardRoutes.dashboard, {})).data.token_total;
      await tell();
      equal(await total(), 50_000, 'a page that says "paid" is not believed');
      await refuses(
        member.call(billingRoutes.sandboxConfirm, { clientSecret, ...declined }),
        'card_refused',
        'Your card was declined.',
      );
      await tell();
      equal((await pays(member))[0]!.paymentStatus, 'failed');
      await member.call(billingRoutes.sandboxConfirm, { clientSecret, ...good });
      await refuses(member.call(billingRoutes.sandboxConfirm, { clientSecret, ...declined }), 'checkout_closed');
      // Processes know nothing of each other's questions.
      const ofOtherProcesses = () => syncCustomer(test.world, customerOf(member));
      await Promise.all([...Array.from({ length: 10 }, tell), ...Array.from({ length: 50 }, ofOtherProcesses)]);
      await test.world.jobs.settle();
      equal(await total(), 100_000);
      const [line, ...others] = await pays(member);
      deepEqual([line!.price, line!.paymentType, line!.paymentStatus, others.length], [500, 'tokens', 'succeeded', 0]);
      await refuses(
        member.call(billingRoutes.intent, { amount: 501, currency: 'usd', userId: member.session.id }),
        'pack_unknown',
      );
    });

    it('takes the tokens of a refunded payment back, once, and shows it in the history', async () => {
      const member = await join();
      const { clientSecret } = await member.call(billingRoutes.intent, {
        amount: 500,
        currency: 'usd',
        userId: member.session.id,
      });
      await member.call(billingRoutes.sandboxConfirm, { clientSecret, ...good });
      await test.world.jobs.settle();
      // A refund is begun at the provider, by hand: the sandbox has no such page.
      await test.world.database.kysely
        .updateTable('sandbox_payments')
        .set({ state: 'refunded' })
        .where('customer_id', '=', customerOf(member))
        .execute();
      const event = (n: number) => ({
        id: `evt_refund_${name}_${n}`,
        type: 'charge.refunded',
        data: { object: { customer: customerOf(member) } },
      });
      await Promise.all([1, 2, 3, 4].map((n) => signed(event(n))));
      await test.world.jobs.settle();
      equal((await member.call(dashboardRoutes.dashboard, {})).data.token_total, 50_000);
      deepEqual(
        (await pays(member)).map(({ paymentStatus }) => paymentStatus),
        ['refunded'],
      );
    });

    it('comes to the one right state through a storm of events: repeated, reordered, late', async () => {
      const member = await join();
      await subscribe(member, 'executive');
      await member.call(billingRoutes.cancelSubscription, {});
      const events = ['customer.subscription.created', 'invoice.paid', 'customer.subscription.deleted'].map(
        (type, n) => ({ id: `evt_storm_${name}_${n}`, type, data: { object: { customer: customerOf(member) } } }),
      );
      const storm = [...events, ...events.toReversed(), ...events, ...events].map((event) => signed(event));
      deepEqual(new Set((await Promise.all(storm)).map(({ status }) => status)), new Set([200]));
      await test.world.jobs.settle();
      const { subscription_status, membership_expired } = await me(member);
      deepEqual([subscription_status, membership_expired], ['canceled', false]);
      equal((await pays(member)).length, 1);
      const { count } = await test.world.database.kysely
        .selectFrom('payment_events')
        .select((e) => e.fn.countAll<number>().as('count'))
        .where('id', 'like', `evt_storm_${name}%`)
        .executeTakeFirstOrThrow();
      equal(count, 3);
    });

    it('refuses forged events', async () => {
      const event = { id: 'evt_forged', type: 'invoice.paid', data: { object: { customer: 'cus_sandbox_x' } } };
      equal((await signed(event, { secret: 'whsec_wrong' })).status, 400);
      equal((await signed(event, { at: new Date(Date.now() - 10 * minute) })).status, 400);
      const unsigned = await fetch(`${test.origin}/api/stripe/webhook`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(event),
      });
      equal(unsigned.status, 400);
      deepEqual(await unsigned.json(), {
        code: 'bad_signature',
        msg: 'The signature of this event is not valid.',
      });
    });

    it('asks by itself when the event of a renewal never came', async () => {
      const start = clock;
      let member = await join();
      await subscribe(member, 'executive');
      const { database } = test.world;
      const later = new Date(clock.getTime() + 40 * day);
      await database.kysely
        .updateTable('sandbox_subscriptions')
        .set({ period_start: later, period_end: new Date(later.getTime() + 30 * day) })
        .where('customer_id', '=', customerOf(member))
        .execute();
      member = await comesBack(member, later);
      equal((await me(member)).membership_expired, true);
      const { sweepBilling } = await import('./sweep.ts');
      await sweepBilling(test.world);
      await test.world.jobs.settle();
      equal((await me(member)).membership_expired, false);
      clock = start;
    });

    it('applies the answer to the latest question, when the clocks of two processes differ', async () => {
      const member = await join();
      await member.call(billingRoutes.intent, { amount: 500, currency: 'usd', userId: member.session.id });
      const ahead = new Date(clock.getTime() + 60_000);
      await syncCustomer({ ...test.world, now: () => ahead }, customerOf(member));
      await subscribe(member, 'executive');
      equal((await me(member)).subscription_status, 'active');
    });

    it('keeps everybody out of the purchases of others', async () => {
      const [owner, other] = [await join(), await join()];
      const ids = await idsOf(owner, 'executive');
      await refuses(other.call(billingRoutes.checkout, ids), 'not_found');
      await refuses(
        other.call(billingRoutes.intent, { amount: 500, currency: 'usd', userId: owner.session.id }),
        'not_found',
      );
      await refuses(owner.call(billingRoutes.checkout, { ...ids, priceId: 'price_of_somebody' }), 'plan_unknown');
    });
  });
});
