import { AsyncResource } from 'node:async_hooks';
import { deepEqual, equal, rejects } from 'node:assert/strict';
import { before, it } from 'node:test';
import { accountRoutes } from '@lectern/contract/accounts/accounts';
import { adminRoutes } from '@lectern/contract/operations/admin';
import { billingRoutes, type PaidPlan } from '@lectern/contract/billing/billing';
import { day } from '@lectern/contract/rules/durations';
import type { TestMember } from '../../../test/member.ts';
import { refuses } from '../../../test/refusals.ts';
import { untilWaiting } from '../../../test/until-waiting.ts';
import { openTestWorld } from '../../../test/world.ts';
import type { World } from '../../platform/http/context.ts';
import { ensureAdministrator } from '../accounts/ensure-administrator.ts';
import { checkUploader } from '../videos/plan-limit.ts';
import { lockCustomer } from './store.ts';
import { sweepBilling } from './sweep.ts';
import { describeServer } from '../../../test/describe-server.ts';
import { syncCustomer } from './sync.ts';

const card = { number: '4242424242424242', expiry: '12/99', cvc: '123' };
const credentials = { email: 'root@example.org', password: 'administrator' };
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
const granted = ['professional', 'active', false];

describeServer(
  'a membership beside its subscriptions',
  { env: { PAYMENT_GRACE_DAYS: '0' }, now: new Date('2026-11-25T10:00:00Z') },
  (suite) => {
    before(async () => {
      await ensureAdministrator(suite.world, credentials);
    });

    const join = () => suite.signUp();
    const customerOf = (member: TestMember) => `cus_sandbox_${member.session.id}`;
    const membership = async (member: TestMember) => {
      const { plan, subscription_status, membership_expired } = await member.call(accountRoutes.check, {});
      return [plan, subscription_status, membership_expired];
    };
    const subscribe = async (member: TestMember, key: PaidPlan) => {
      suite.clock.at = new Date(suite.now().getTime() + 1000);
      const { data } = await member.call(billingRoutes.offers, {});
      const { priceId, productId } = data.plans.find((each) => each.key === key)!;
      const wish = { priceId: priceId!, productId: productId!, userId: member.session.id };
      const { url } = await member.call(billingRoutes.checkout, wish);
      await suite.server.call(billingRoutes.sandboxPay, { id: new URL(url).pathname.split('/').at(-1)!, ...card });
      await suite.settle();
    };
    const grant = async ({ session: { id } }: TestMember, days = 60) => {
      const { token } = await suite.server.call(adminRoutes.login, credentials);
      const { data } = await suite.server.as(token)(adminRoutes.user, { id });
      const { firstname, lastname } = data;
      const membership_end = new Date(suite.now().getTime() + days * day).toISOString().slice(0, 10);
      const account = { plan: 'professional', subscription_status: 'active', is_active: true, membership_end } as const;
      await suite.server.as(token)(adminRoutes.saveUser, { id, firstname, lastname, ...account });
    };
    const buyTokens = async (member: TestMember) => {
      const pack = { amount: 500, currency: 'usd', userId: member.session.id } as const;
      const { clientSecret } = await member.call(billingRoutes.intent, pack);
      await member.call(billingRoutes.sandboxConfirm, { clientSecret, ...card });
      await suite.settle();
    };

    it('keeps a grant made after a subscription ended, even after later purchases', async () => {
      const member = await join();
      await subscribe(member, 'executive');
      await member.call(billingRoutes.cancelSubscription, {});
      await member.call(billingRoutes.sandboxSkip, { renewal: 'succeeds' });
      deepEqual(await membership(member), ['executive', 'canceled', true]);
      await grant(member);
      await buyTokens(member);
      deepEqual(await membership(member), granted);
      await refuses(member.call(billingRoutes.cancelSubscription, {}), 'no_subscription');
    });

    it('keeps what was granted after a renewal was not paid, also when the provider gives it up', async () => {
      const member = await join();
      await subscribe(member, 'executive');
      await member.call(billingRoutes.sandboxSkip, { renewal: 'fails' });
      deepEqual(await membership(member), ['executive', 'active', true]);
      await grant(member);
      await buyTokens(member);
      deepEqual(await membership(member), granted);
      const { subscriptions } = await suite.world.payments.truthOf(customerOf(member));
      await suite.world.payments.endSubscription(subscriptions[0]!.id);
      await syncCustomer(suite.world, customerOf(member));
      deepEqual(await membership(member), granted);
    });

    it('keeps a grant beside a running subscription, even when that is renewed, cancelled and over', async () => {
      const member = await join();
      await subscribe(member, 'executive');
      await grant(member);
      await buyTokens(member);
      deepEqual(await membership(member), granted);
      const { membership_start: before } = await member.call(accountRoutes.check, {});
      suite.clock.at = new Date(suite.now().getTime() + day);
      await member.call(billingRoutes.sandboxSkip, { renewal: 'succeeds' });
      deepEqual(await membership(member), granted);
      const { membership_start: after } = await member.call(accountRoutes.check, {});
      equal(after! > before!, true, 'with the tokens of another month');
      await member.call(billingRoutes.cancelSubscription, {});
      deepEqual(await membership(member), ['professional', 'canceled', false]);
      await member.call(billingRoutes.sandboxSkip, { renewal: 'succeeds' });
      deepEqual(await membership(member), ['professional', 'canceled', false]);
    });

    it('applies the paid plan on the first access, when a greater granted plan is over', async () => {
      const looks: Record<string, (member: TestMember) => Promise<unknown>> = {
        'the member': membership,
        'an upload': ({ session: { id } }) => checkUploader(suite.db, id, suite.now()),
      };
      for (const [who, look] of Object.entries(looks)) {
        const member = await join();
        await subscribe(member, 'executive');
        await grant(member, 5);
        deepEqual(await membership(member), granted, who);
        suite.clock.at = new Date(suite.now().getTime() + 6 * day);
        await look(member);
        const { membership_end, plan } = await suite.db
          .selectFrom('users')
          .select(['membership_end', 'plan'])
          .where('id', '=', member.session.id)
          .executeTakeFirstOrThrow();
        const { subscriptions } = await suite.world.payments.truthOf(customerOf(member));
        deepEqual([plan, membership_end], ['executive', subscriptions[0]!.periodEnd], who);
        deepEqual(await membership(member), ['executive', 'active', false], who);
        await member.call(billingRoutes.cancelSubscription, {});
        deepEqual(await membership(member), ['executive', 'canceled', false], who);
        await member.call(billingRoutes.sandboxSkip, { renewal: 'succeeds' });
        deepEqual(await membership(member), ['executive', 'canceled', true], who);
        await rejects(checkUploader(suite.db, member.session.id, suite.now()), {
          code: 'membership_expired',
        });
      }
    });

    it('returns the membership a sync makes, when the member looks before its commit', async () => {
      const asks = new AsyncResource('another request');
      const said = {
        ended: { state: 'ended', is: ['professional', 'canceled', true] },
        'not to be renewed': { state: 'ending', is: ['executive', 'canceled', false] },
      } as const;
      for (const [what, { state, is }] of Object.entries(said)) {
        const member = await join();
        await subscribe(member, 'executive');
        await grant(member, 5);
        suite.clock.at = new Date(suite.now().getTime() + 6 * day);
        const { subscriptions } = await suite.world.payments.truthOf(customerOf(member));
        const truth = { subscriptions: subscriptions.map((each) => ({ ...each, state })), payments: [] };
        const { database, payments } = suite.world;
        let looked: Promise<unknown> | undefined;
        const transaction: typeof database.transaction = (work) =>
          database.transaction(async (tx) => {
            const made = await work(tx);
            looked = asks.runInAsyncScope(() => membership(member));
            await untilWaiting(database, 1);
            return made;
          });
        await syncCustomer(
          {
            ...suite.world,
            database: { ...database, transaction },
            payments: { ...payments, truthOf: async () => truth },
          },
          customerOf(member),
        );
        deepEqual(await looked, is, what);
      }
    });

    it('gives every concurrent request the paid plan, when a grant is over', async () => {
      const asks = new AsyncResource('other requests');
      const member = await join();
      await subscribe(member, 'executive');
      await grant(member, 5);
      suite.clock.at = new Date(suite.now().getTime() + 6 * day);
      let looked: Promise<unknown[]> | undefined;
      await suite.world.database.transaction(async (tx) => {
        await lockCustomer(tx, customerOf(member));
        looked = asks.runInAsyncScope(() => Promise.all([membership(member), membership(member)]));
        await untilWaiting(suite.world.database, 2);
      });
      const paid = ['executive', 'active', false];
      deepEqual(await looked, [paid, paid]);
    });

    it('ends with its subscription, once, and the provider is asked no more', async () => {
      const member = await join();
      await subscribe(member, 'executive');
      await member.call(billingRoutes.sandboxSkip, { renewal: 'fails' });
      const { subscriptions } = await suite.world.payments.truthOf(customerOf(member));
      await suite.world.payments.endSubscription(subscriptions[0]!.id);
      await syncCustomer(suite.world, customerOf(member));
      deepEqual(await membership(member), ['executive', 'canceled', true]);
      await grant(member);
      const { id } = member.session;
      const db = suite.db;
      await db.updateTable('users').set({ membership_end: suite.now() }).where('id', '=', id).execute();
      // The page of the checkout can be paid for a day.
      suite.clock.at = new Date(suite.now().getTime() + 2 * day);
      const asked = async () =>
        (
          await db
            .selectFrom('billing_accounts')
            .select('query_seq')
            .where('user_id', '=', id)
            .executeTakeFirstOrThrow()
        ).query_seq;
      await suite.settle();
      const before = await asked();
      await sweepBilling(suite.world);
      await suite.settle();
      equal(await asked(), before, 'of a grant that has run out it knows nothing');
      await subscribe(member, 'professional');
      deepEqual(await membership(member), granted);
    });

    it('keeps the membership, when a subscription was never in force', async () => {
      const member = await join();
      await member.call(billingRoutes.intent, { amount: 500, currency: 'usd', userId: member.session.id });
      const trial = await membership(member);
      const times = {
        periodStart: suite.now(),
        periodEnd: new Date(suite.now().getTime() + 30 * day),
        createdAt: suite.now(),
      };
      for (const state of ['ended', 'unpaid'] as const) {
        const subscriptions = [{ id: 'sub_never', plan: 'professional' as const, state, ...times }];
        const truthOf = async () => ({ subscriptions, payments: [] });
        const world: World = { ...suite.world, payments: { ...suite.world.payments, truthOf } };
        await syncCustomer(world, customerOf(member));
        deepEqual(await membership(member), trial, state);
      }
    });

    it('knows no call of the sandbox, when a provider takes the payments', async () => {
      const member = await join();
      const { data } = await member.call(billingRoutes.offers, {});
      const { priceId, productId } = data.plans.find(({ key }) => key === 'executive')!;
      const wish = { priceId: priceId!, productId: productId!, userId: member.session.id };
      const { url } = await member.call(billingRoutes.checkout, wish);
      const id = new URL(url).pathname.split('/').at(-1)!;
      const pack = { amount: 500, currency: 'usd', userId: member.session.id } as const;
      const { clientSecret } = await member.call(billingRoutes.intent, pack);
      const before = await membership(member);
      await suite.server.close();
      suite.server = await openTestWorld({ ...suite.place, now: () => suite.now(), env: stripe, jobs: false });
      const call = suite.server.as(member.session.token);
      const calls = [
        call(billingRoutes.sandboxCheckout, { id }),
        call(billingRoutes.sandboxPay, { id, ...card }),
        call(billingRoutes.sandboxAbandon, { id }),
        call(billingRoutes.sandboxConfirm, { clientSecret, ...card }),
        call(billingRoutes.sandboxSkip, { renewal: 'succeeds' }),
      ];
      await Promise.all(calls.map((refused) => refuses(refused, 'not_found')));
      const { plan, subscription_status, membership_expired } = await call(accountRoutes.check, {});
      deepEqual([plan, subscription_status, membership_expired], before);
    });
  },
);
