import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { accountRoutes } from '@lectern/contract/accounts/accounts';
import { billingRoutes } from '@lectern/contract/billing/billing';
import { day, hour } from '@lectern/contract/rules/durations';
import { describeStripe, toUnixSeconds } from '../../../test/describe-payments.ts';
import type { TestMember } from '../../../test/member.ts';
import { endSubscriptionJob } from './end-subscription.job.ts';
import { sweepBilling } from './sweep.ts';

describeStripe('subscriptions at the payment provider', (suite) => {
  const { subscription, invoice, says, invoiced } = suite;
  beforeEach(() => {
    suite.fake.answers['DELETE /v1/subscriptions/:id'] = { id: 'sub_any', status: 'canceled' };
    suite.fake.answers['POST /v1/refunds'] = { id: 're_1', status: 'succeeded' };
  });

  describe('the plan', () => {
    it('knows a plan by any price of its product, and else by what the checkout wrote down', async () => {
      for (const [item, metadata, plan] of [
        [{ price: { id: 'price_of_another_year', product: 'prod_p' } }, { plan: 'executive' }, 'professional'],
        [{ price: { id: 'price_new', product: { id: 'prod_e' } } }, {}, 'executive'],
        [{ price: { id: 'price_new', product: 'prod_new' } }, { plan: 'professional' }, 'professional'],
      ] as const) {
        const { member, customer } = await suite.customer();
        says(subscription('sub_any', 'active', { item, metadata }));
        await suite.sync(customer);
        const made = await suite.membership(member);
        deepEqual([made.plan, made.subscription_status], [plan, 'active']);
      }
    });

    it('stays and the operator is told once, when the product is no known plan', async () => {
      const { member, customer } = await suite.customer();
      says(subscription('sub_moved', 'active'));
      await suite.sync(customer);
      const end = suite.later(60 * day);
      says(subscription('sub_moved', 'active', { item: { price: { id: 'price_x', product: 'prod_x' } }, end }));
      invoiced(invoice('in_moved', 'sub_moved', 'paid'));
      for (let n = 0; n < 2; n += 1) await suite.sync(customer);
      const { plan, membership_end } = await suite.membership(member);
      deepEqual([plan, membership_end], ['executive', end.toISOString()]);
      equal((await suite.toOperator('in_moved')).length, 1);
    });

    it('keeps the plan of the subscription that made it, when another could never be paid', async () => {
      const { member, customer } = await suite.customer();
      const after = async (...data: Parameters<typeof says>) => {
        says(...data);
        await suite.sync(customer);
        const { plan, subscription_status } = await suite.membership(member);
        return [(await suite.accountOf(member))?.subscription_id, plan, subscription_status];
      };
      const first = { start: suite.later(-10 * day), end: suite.later(20 * day) };
      deepEqual(await after(subscription('sub_1', 'active', first)), ['sub_1', 'executive', 'active']);
      const never = subscription('sub_2', 'past_due');
      for (let n = 0; n < 2; n += 1)
        deepEqual(await after(never, subscription('sub_1', 'canceled', first)), [null, 'executive', 'canceled']);
      // Paid after all.
      deepEqual(await after(subscription('sub_2', 'active')), ['sub_2', 'executive', 'active']);
    });
  });

  describe('a renewal that is refused', () => {
    const refusals = async ({ email }: TestMember) =>
      (await suite.lettersTo(email)).filter(({ subject }) => subject.includes('did not go through'));
    const subscribed = async (id: string) => {
      const { member, customer } = await suite.customer();
      says(subscription(id, 'active', { end: suite.later(day) }));
      await suite.sync(customer);
      suite.pass(day);
      return { member, customer };
    };
    /** The bank refuses it for the month that begins now. */
    const refuse = async (id: string, customer: string) => {
      says(subscription(id, 'past_due'));
      await suite.sync(customer);
    };

    it('lets the plan go on while it is tried again, reminds of its end, and ends it once', async () => {
      const { member, customer } = await subscribed('sub_due');
      const failed = { start: suite.now(), end: suite.later(30 * day) };
      invoiced(invoice('in_due', 'sub_due', 'open'));
      await refuse('sub_due', customer);
      const due = await suite.membership(member);
      const end = suite.later(7 * day).toISOString();
      const going = { plan: 'executive', subscription_status: 'active', membership_expired: false };
      deepEqual(due, { ...going, membership_end: end, payment_due: true });
      equal((await member.call(billingRoutes.checkoutTerms, await suite.offer(member))).data.replaces, null);
      suite.pass(6.5 * day);
      for (let n = 0; n < 2; n += 1) await sweepBilling(suite.world);
      const letters = (await suite.lettersTo(member.email)).slice(1);
      const subjects = letters.map(({ subject }) => subject);
      deepEqual(subjects, ['Your payment to Lectern did not go through', 'Your Lectern plan ends tomorrow']);
      match(letters[0]!.text, /Everything goes on until December 3, 2026, and your card is tried again/);
      deepEqual(await suite.membership(member), due, 'asked again, its end does not move');
      suite.pass(day);
      const { email, password } = member;
      const session = await suite.server.call(accountRoutes.login, { email, password });
      const back = { ...member, call: suite.server.as(session.token) };
      equal((await suite.membership(back)).membership_expired, true);
      says(subscription('sub_due', 'canceled', { ...failed, ended_at: toUnixSeconds(suite.now()) }));
      await suite.sync(customer);
      const over = await suite.membership(back);
      deepEqual([over.subscription_status, over.membership_end], ['canceled', end]);
    });

    it('emails about a refused renewal once, when it stays unpaid month after month', async () => {
      const { member, customer } = await subscribed('sub_left');
      const owed = invoice('in_left', 'sub_left', 'open');
      invoiced(owed);
      await refuse('sub_left', customer);
      equal((await refusals(member)).length, 1);
      suite.pass(30 * day);
      invoiced(invoice('in_later', 'sub_left', 'open'), owed);
      await refuse('sub_left', customer);
      equal((await refusals(member)).length, 1);
    });

    it('ends at once by a cancellation in its time of grace, and can be paid by another card before', async () => {
      const { member, customer } = await subscribed('sub_grace');
      invoiced(invoice('in_grace', 'sub_grace', 'open'));
      await refuse('sub_grace', customer);
      equal((await member.call(billingRoutes.checkout, await suite.offer(member))).url, 'https://pay.example/cs_1');
      deepEqual(await member.call(billingRoutes.cancelSubscription, {}), { subscription_status: 'canceled' });
      deepEqual(suite.calls('DELETE'), ['/v1/subscriptions/sub_grace']);
    });

    it('gives way to a new subscription in its time of grace, of which a cancellation is then', async () => {
      const { member, customer } = await subscribed('sub_first');
      invoiced(invoice('in_first', 'sub_first', 'open'));
      await refuse('sub_first', customer);
      const second = subscription('sub_second', 'active', { start: suite.later(1000) });
      says(second, subscription('sub_first', 'past_due'));
      suite.fake.answers['POST /v1/subscriptions/:id'] = { id: 'sub_second' };
      await member.call(billingRoutes.cancelSubscription, {});
      await suite.settle();
      deepEqual(suite.calls('POST', '/v1/subscriptions'), ['/v1/subscriptions/sub_second']);
      deepEqual(suite.calls('DELETE'), ['/v1/subscriptions/sub_first']);
      equal((await suite.membership(member)).payment_due, false);
    });

    it('counts its time of grace from what is owed, not from what was written off before another was paid', async () => {
      const { member, customer } = await subscribed('sub_written');
      invoiced(
        invoice('in_june', 'sub_written', 'open'),
        invoice('in_may', 'sub_written', 'paid', { created: suite.later(-30 * day) }),
        invoice('in_march', 'sub_written', 'uncollectible', { created: suite.later(-90 * day) }),
      );
      await refuse('sub_written', customer);
      const { membership_end, membership_expired } = await suite.membership(member);
      deepEqual([membership_end, membership_expired], [suite.later(7 * day).toISOString(), false]);
    });
  });

  describe('those beside the one that counts', () => {
    const start = (n: number) => ({ start: suite.later(n * hour) });
    const ended = () => suite.calls('DELETE').map((path) => path.split('/').at(-1));
    const serverFails = { status: 500, code: 'api_error' };
    const { refunded } = suite;
    /** An attempt of the job, which does not run by itself meanwhile. */
    const attempt = async (customerId: string, lastAttempt = false) => {
      const { jobs } = suite.world;
      const enqueue: typeof jobs.enqueue = async (job, ...rest) =>
        job === 'end-subscription' || jobs.enqueue(job, ...rest);
      const job = { id: '', attempt: 1, lastAttempt, signal: new AbortController().signal };
      return endSubscriptionJob.run({ ...suite.world, jobs: { ...jobs, enqueue } }, { customerId }, job).then(
        () => 'done',
        () => 'again',
      );
    };
    /** A customer with one that counts, and two bought beside it. */
    const withSurplus = async () => {
      const { customer } = await suite.customer();
      says(
        subscription('sub_keep', 'active', start(1)),
        subscription('sub_two', 'active', start(2)),
        subscription('sub_three', 'active', start(3)),
      );
      invoiced(invoice('in_two', 'sub_two', 'paid', { paidBy: 'pi_two' }));
      return customer;
    };

    it('end and are refunded once, when one was refunded already', async () => {
      const customer = await withSurplus();
      suite.fake.refusals['POST /v1/refunds'] = { status: 400, code: 'charge_already_refunded' };
      for (let n = 0; n < 2; n += 1) {
        await suite.sync(customer);
        await suite.settle();
        deepEqual(ended(), ['sub_two', 'sub_three']);
      }
    });

    it('end and the operator is told, when the provider refuses refunds', async () => {
      for (const [status, code] of [
        [400, 'charge_disputed'],
        [403, 'more_permissions_required'],
      ] as const) {
        suite.fake.asked.length = 0;
        const customer = await withSurplus();
        suite.fake.refusals['POST /v1/refunds'] = { status, code };
        equal(await attempt(customer), 'done');
        deepEqual(ended(), ['sub_two', 'sub_three']);
        ok((await suite.toOperator('sub_two')).length > 0);
        await suite.db.deleteFrom('concerns').execute();
      }
    });

    it('checks surplus subscriptions again before ending one, when a card was charged meanwhile', async () => {
      const { member, customer } = await suite.customer();
      const first = subscription('sub_first', 'unpaid', start(1));
      says(first, subscription('sub_second', 'active', start(2)));
      invoiced(invoice('in_second', 'sub_second', 'paid', { paidBy: 'pi_second' }));
      await suite.db
        .updateTable('billing_accounts')
        .set({ subscription_id: 'sub_first' })
        .where('workspace_id', '=', member.session.id)
        .execute();
      await suite.sync(customer);
      Object.assign(first, { status: 'active' });
      await suite.settle();
      deepEqual([ended(), refunded()], [['sub_second'], ['pi_second']]);
    });

    it('keep the second, when the operator has ended the first meanwhile', async () => {
      const customer = await withSurplus();
      await suite.sync(customer);
      says(subscription('sub_keep', 'canceled', start(1)), subscription('sub_two', 'active', start(2)));
      await suite.settle();
      deepEqual([ended(), refunded()], [[], []]);
    });

    it('refunds surplus subscriptions in a later attempt, when the first could only end them', async () => {
      const customer = await withSurplus();
      suite.fake.refusals['POST /v1/refunds'] = serverFails;
      equal(await attempt(customer), 'again');
      deepEqual(ended(), ['sub_two', 'sub_three'], 'none waits for another');
      delete suite.fake.refusals['POST /v1/refunds'];
      suite.fake.asked.length = 0;
      equal(await attempt(customer), 'done');
      deepEqual([...new Set(refunded())], ['pi_two']);
      suite.fake.asked.length = 0;
      equal(await attempt(customer), 'done');
      deepEqual(refunded(), [], 'once');
    });

    it('leaves surplus subscriptions to the operator, when no attempt could refund them', async () => {
      const customer = await withSurplus();
      const before = (await suite.toOperator('sub_two')).length;
      suite.fake.refusals['POST /v1/refunds'] = serverFails;
      await attempt(customer, true);
      delete suite.fake.refusals['POST /v1/refunds'];
      ok((await suite.toOperator('sub_two')).length > before);
      equal(await attempt(customer), 'done', 'nobody waits for it any more');
    });

    it('keep what was begun with one from another, when that one counts again', async () => {
      const customer = await withSurplus();
      const calls = ['DELETE /v1/subscriptions/:id', 'POST /v1/refunds'] as const;
      for (const call of calls) suite.fake.refusals[call] = serverFails;
      equal(await attempt(customer), 'again');
      says(subscription('sub_two', 'active', start(2)));
      equal(await attempt(customer), 'done');
      for (const call of calls) delete suite.fake.refusals[call];
      says(subscription('sub_two', 'canceled', start(2)));
      suite.fake.asked.length = 0;
      equal(await attempt(customer), 'done');
      deepEqual(refunded(), [], 'it has had its time');
    });
  });
});
