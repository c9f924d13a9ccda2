import { AsyncResource } from 'node:async_hooks';
import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { adminRoutes } from '@lectern/contract/operations/admin';
import { billingRoutes, type PaidPlan } from '@lectern/contract/billing/billing';
import { day } from '@lectern/contract/rules/durations';
import { replacedPeriod } from '@lectern/contract/rules/billing-period';
import { card, describeSandbox, operator } from '../../../test/describe-payments.ts';
import type { TestMember } from '../../../test/member.ts';
import { refuses } from '../../../test/refusals.ts';
import { untilWaiting } from '../../../test/until-waiting.ts';
import type { Subscription } from '../../ports/payments/port.ts';
import { checkUploader } from '../videos/plan-limit.ts';
import { lockCustomer } from './store.ts';
import { syncCustomer } from './sync.ts';

describeSandbox('a membership', '2026-11-25T10:00:00Z', (suite) => {
  const { subscribe, openPage, pay, cancel, endPeriod, customerOf, subscriptionsOf } = suite;
  const membership = async (member: TestMember) => {
    const { plan, subscription_status, membership_expired } = await suite.check(member);
    return [plan, subscription_status, membership_expired];
  };
  const subscribed = async (key: PaidPlan = 'executive') => {
    const member = await suite.signUp();
    await subscribe(member, key);
    return member;
  };
  const termsOf = async (member: TestMember, key: PaidPlan) =>
    (await member.call(billingRoutes.checkoutTerms, await suite.offer(member, key))).data;
  const replaced = async (member: TestMember, key: PaidPlan) =>
    replacedPeriod(await termsOf(member, key), (iso) => iso.slice(0, 10));
  const noticeOf = async (id: string) => (await suite.server.call(billingRoutes.sandboxCheckout, { id })).data.notice;
  const keep = (member: TestMember) => member.call(billingRoutes.keepSubscription, {});
  const syncAs = (member: TestMember, subscriptions: Subscription[], database = suite.world.database) => {
    const truthOf = async () => ({ subscriptions, payments: [] });
    return syncCustomer(
      { ...suite.world, database, payments: { ...suite.world.payments, truthOf } },
      customerOf(member),
    );
  };

  describe('that another is to replace', () => {
    it('tells before and on the checkout that the trial ends, with what is left of its tokens', async () => {
      const member = await suite.signUp();
      const { id: workspace_id } = member.session;
      equal((await termsOf(member, 'executive')).ends_trial?.tokens, 50_000);
      await suite.db
        .insertInto('token_entries')
        .values([
          { workspace_id, kind: 'use', pool: 'monthly', tokens: -12_000, created_at: suite.now() },
          { workspace_id, kind: 'purchase', pool: 'purchased', tokens: 1000, created_at: suite.now() },
        ])
        .execute();
      equal(
        await replaced(member, 'professional'),
        'Your free trial runs until 2026-11-28. A month of the Professional Plan starts today and costs $14, with all its tokens; the trial ends, with the 38,000 tokens that are left of it.',
      );
      const page = await openPage(member, 'executive');
      equal(
        await noticeOf(page),
        'Your free trial runs until November 28, 2026. A month of the Executive Plan starts today and costs $5, with all its tokens; the trial ends, with the 38,000 tokens that are left of it.',
      );
      await pay(page);
      equal(await suite.tokensOf(member), 51_000, 'what was bought stays');
    });

    it('tells before and on the checkout which days end, for the same plan and for a greater one', async () => {
      const member = await subscribed();
      equal(
        await replaced(member, 'professional'),
        'You have paid for the Executive Plan until 2026-12-25. A month of the Professional Plan starts today and costs $14; the remaining days of the Executive Plan end.',
      );
      await subscribe(member, 'professional');
      await cancel(member);
      const ends = (until: string) =>
        `You have paid until ${until}. A new month starts today and costs $14; the remaining days end.`;
      equal(await replaced(member, 'professional'), ends('2026-12-25'));
      equal(await noticeOf(await openPage(member, 'professional')), ends('December 25, 2026'));
      await refuses(termsOf(member, 'executive'), 'no_downgrade');
    });

    it('takes a lesser plan after its end, and not before', async () => {
      const [left, unpaid] = [await subscribed('professional'), await subscribed('professional')];
      await cancel(left);
      await refuses(termsOf(left, 'executive'), 'no_downgrade');
      await endPeriod(left, 'succeeds');
      await endPeriod(unpaid, 'fails');
      for (const member of [left, unpaid]) {
        await subscribe(member, 'executive');
        deepEqual(await membership(member), ['executive', 'active', false]);
        const states = (await subscriptionsOf(member)).map(({ plan, state }) => `${plan} ${state}`);
        deepEqual(states, ['executive active', 'professional ended']);
      }
    });
  });

  describe('that is cancelled', () => {
    it('goes on without a payment, when that is taken back while the paid period runs', async () => {
      const member = await suite.signUp();
      await refuses(keep(member), 'nothing_to_keep');
      await subscribe(member);
      await refuses(keep(member), 'nothing_to_keep');
      await cancel(member);
      deepEqual(await keep(member), { subscription_status: 'active' });
      await suite.settle();
      equal((await suite.paymentsOf(member)).length, 1);
      await endPeriod(member, 'succeeds');
      deepEqual([(await membership(member))[1], (await suite.paymentsOf(member)).length], ['active', 2]);
      await cancel(member);
      await endPeriod(member, 'succeeds');
      await refuses(keep(member), 'nothing_to_keep');
    });

    it('ends at once, when its renewal is unpaid and being retried', async () => {
      const member = await subscribed();
      await endPeriod(member, 'fails');
      deepEqual(await membership(member), ['executive', 'active', true]);
      deepEqual(await cancel(member), { subscription_status: 'canceled' });
      await refuses(endPeriod(member, 'succeeds'), 'no_subscription');
      await refuses(keep(member), 'nothing_to_keep');
    });
  });

  describe('that was granted', () => {
    const granted = ['professional', 'active', false];
    const paid = ['executive', 'active', false];
    const grant = async ({ session: { id } }: TestMember, days = 60) => {
      const { token } = await suite.server.call(adminRoutes.login, operator);
      const admin = suite.server.as(token);
      const { firstname, lastname } = (await admin(adminRoutes.user, { id })).data;
      const membership_end = suite
        .later(days * day)
        .toISOString()
        .slice(0, 10);
      const account = { plan: 'professional', subscription_status: 'active', is_active: true, membership_end } as const;
      await admin(adminRoutes.saveUser, { id, firstname, lastname, ...account });
    };
    const buyTokens = async (member: TestMember) => {
      await suite.confirmTokens(member, await suite.beginTokens(member));
      await suite.settle();
    };
    /** A subscriber whose granted plan is over, and who has not been here since. */
    const withGrantOver = async () => {
      const member = await subscribed();
      await grant(member, 5);
      deepEqual(await membership(member), granted);
      suite.pass(6 * day);
      return member;
    };

    it('stays beside a running subscription, even when that is renewed, cancelled and over', async () => {
      const member = await subscribed();
      await grant(member);
      await buyTokens(member);
      const { membership_start: before } = await suite.check(member);
      suite.pass(day);
      await endPeriod(member, 'succeeds');
      deepEqual(await membership(member), granted);
      ok((await suite.check(member)).membership_start! > before!, 'with the tokens of another month');
      for (const end of [cancel, endPeriod]) {
        await end(member, 'succeeds');
        deepEqual(await membership(member), ['professional', 'canceled', false]);
      }
    });

    it('gives way to the paid plan on the first access, when it is over', async () => {
      const looks: Record<string, (member: TestMember) => Promise<unknown>> = {
        'the member': membership,
        'an upload': ({ session: { id } }) => checkUploader(suite.world, suite.db, id),
      };
      for (const [who, look] of Object.entries(looks)) {
        const member = await withGrantOver();
        await look(member);
        const row = await suite.db
          .selectFrom('workspaces')
          .select(['membership_end', 'plan'])
          .where('id', '=', member.session.id)
          .executeTakeFirstOrThrow();
        const [{ periodEnd }] = (await subscriptionsOf(member)) as [Subscription];
        deepEqual(row, { plan: 'executive', membership_end: periodEnd }, who);
        const changes = await suite.db
          .selectFrom('events')
          .select('payload')
          .where('workspace_id', '=', member.session.id)
          .where('kind', '=', 'plan.changed')
          .orderBy('id')
          .execute();
        deepEqual(changes.at(-1)?.payload, { from: 'professional', to: 'executive' }, who);
        await cancel(member);
        deepEqual(await membership(member), ['executive', 'canceled', false], who);
        await endPeriod(member, 'succeeds');
        deepEqual(await membership(member), ['executive', 'canceled', true], who);
        await rejects(checkUploader(suite.world, suite.db, member.session.id), { code: 'membership_expired' });
      }
    });

    it('gives concurrent requests one and the same plan, when a grant is over', async () => {
      const asks = new AsyncResource('other requests');
      const { database } = suite.world;
      const member = await withGrantOver();
      let looked: Promise<unknown> | undefined;
      await database.transaction(async (tx) => {
        await lockCustomer(tx, customerOf(member));
        looked = asks.runInAsyncScope(() => Promise.all([membership(member), membership(member)]));
        await untilWaiting(database, 2);
      });
      deepEqual(await looked, [paid, paid]);
      for (const [state, is] of [
        ['ended', ['professional', 'canceled', true]],
        ['ending', ['executive', 'canceled', false]],
      ] as const) {
        const other = await withGrantOver();
        const said = (await subscriptionsOf(other)).map((each) => ({ ...each, state }));
        const transaction: typeof database.transaction = (work) =>
          database.transaction(async (tx) => {
            const made = await work(tx);
            looked = asks.runInAsyncScope(() => membership(other));
            await untilWaiting(database, 1);
            return made;
          });
        await syncAs(other, said, { ...database, transaction });
        deepEqual(await looked, is, state);
      }
    });
  });

  it('knows no call of the sandbox, when a provider takes the payments', async () => {
    const member = await suite.signUp();
    const id = await openPage(member, 'executive');
    const clientSecret = await suite.beginTokens(member);
    const before = await membership(member);
    const stripe = {
      PAYMENTS: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_of_nobody',
      STRIPE_WEBHOOK_SECRET: 'whsec_of_nobody',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_of_nobody',
      STRIPE_PRICE_EXECUTIVE: 'price_e',
      STRIPE_PRODUCT_EXECUTIVE: 'prod_e',
      STRIPE_PRICE_PROFESSIONAL: 'price_p',
      STRIPE_PRODUCT_PROFESSIONAL: 'prod_p',
    };
    await suite.restart({ env: stripe, jobs: false });
    const call = suite.server.as(member.session.token);
    const calls = [
      call(billingRoutes.sandboxCheckout, { id }),
      call(billingRoutes.sandboxPay, { id, ...card }),
      call(billingRoutes.sandboxAbandon, { id }),
      call(billingRoutes.sandboxConfirm, { clientSecret, ...card }),
      call(billingRoutes.sandboxSkip, { renewal: 'succeeds' }),
    ];
    await Promise.all(calls.map((refused) => refuses(refused, 'not_found')));
    deepEqual(await membership({ ...member, call }), before);
  });
});
