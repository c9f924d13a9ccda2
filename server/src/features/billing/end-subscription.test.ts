import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { hour } from '@lectern/contract/rules/durations';
import { oneDatabase } from '../../../test/databases.ts';
import { openStripeWorld, type StripeWorld } from '../../../test/stripe-world.ts';
import { endSubscriptionJob } from './end-subscription.job.ts';
import { syncCustomer } from './sync.ts';

oneDatabase((name, open) => {
  describe(`subscriptions beside the one that counts, on ${name}`, () => {
    let world: StripeWorld;
    before(async () => void (world = await openStripeWorld(open)));
    after(() => world?.close());
    beforeEach(() => {
      world.forget();
      world.fake.answers['DELETE /v1/subscriptions/:id'] = { id: 'sub_any', status: 'canceled' };
      world.fake.answers['POST /v1/refunds'] = { id: 're_1', status: 'succeeded' };
    });

    const start = (n: number) => ({ start: world.later(n * hour) });
    const ended = () => world.calls('DELETE').map((path) => path.split('/').at(-1));
    const refunded = () =>
      world.fake.asked.filter(({ path }) => path === '/v1/refunds').map(({ form }) => form.get('payment_intent'));
    /** An attempt of the job, which does not run by itself meanwhile. */
    const attempt = (customerId: string, lastAttempt = false) => {
      const { jobs } = world.test.world;
      const enqueue: typeof jobs.enqueue = async (job, ...rest) =>
        job === 'end-subscription' || jobs.enqueue(job, ...rest);
      return endSubscriptionJob
        .run(
          { ...world.test.world, jobs: { ...jobs, enqueue } },
          { customerId },
          { id: '', attempt: 1, lastAttempt, signal: new AbortController().signal },
        )
        .then(
          () => 'done',
          () => 'again',
        );
    };
    /** A customer with one that counts, and two bought beside it. */
    const withSurplus = async () => {
      const customer = await world.known(await world.join());
      world.says(
        world.subscription('sub_keep', 'active', start(1)),
        world.subscription('sub_two', 'active', start(2)),
        world.subscription('sub_three', 'active', start(3)),
      );
      world.invoiced(world.invoice('in_two', 'sub_two', 'paid', { paidBy: 'pi_two' }));
      return customer;
    };

    it('ends and refunds each surplus subscription, when one was refunded already', async () => {
      const customer = await withSurplus();
      world.fake.refusals['POST /v1/refunds'] = { status: 400, code: 'charge_already_refunded' };
      await syncCustomer(world.test.world, customer);
      await world.test.world.jobs.settle();
      deepEqual(ended(), ['sub_two', 'sub_three']);
      await syncCustomer(world.test.world, customer);
      await world.test.world.jobs.settle();
      equal(ended().length, 2);
    });

    it('ends surplus subscriptions and notifies the operator, when the provider refuses refunds', async () => {
      for (const [status, code] of [
        [400, 'charge_disputed'],
        [403, 'more_permissions_required'],
      ] as const) {
        world.fake.asked.length = 0;
        const customer = await withSurplus();
        world.fake.refusals['POST /v1/refunds'] = { status, code };
        equal(await attempt(customer), 'done');
        deepEqual(ended(), ['sub_two', 'sub_three']);
        ok((await world.toOperator()).some((text) => text.includes('sub_two')));
        await world.test.world.database.kysely.deleteFrom('concerns').execute();
      }
    });

    it('checks surplus subscriptions again before ending one, when a card was charged meanwhile', async () => {
      const customer = await world.known(await world.join());
      const first = world.subscription('sub_first', 'unpaid', start(1));
      const second = world.subscription('sub_second', 'active', start(2));
      world.says(first, second);
      world.invoiced(world.invoice('in_second', 'sub_second', 'paid', { paidBy: 'pi_second' }));
      await world.test.world.database.kysely
        .updateTable('billing_accounts')
        .set({ subscription_id: 'sub_first' })
        .where('customer_id', '=', customer)
        .execute();
      await syncCustomer(world.test.world, customer);
      Object.assign(first, { status: 'active' });
      await world.test.world.jobs.settle();
      deepEqual([ended(), refunded()], [['sub_second'], ['pi_second']]);
    });

    it('keeps the second subscription, when the operator has ended the first meanwhile', async () => {
      const customer = await withSurplus();
      await syncCustomer(world.test.world, customer);
      world.says(
        world.subscription('sub_keep', 'canceled', start(1)),
        world.subscription('sub_two', 'active', start(2)),
      );
      await world.test.world.jobs.settle();
      deepEqual([ended(), refunded()], [[], []]);
    });

    it('refunds surplus subscriptions in a later attempt, when the first could only end them', async () => {
      const customer = await withSurplus();
      world.fake.refusals['POST /v1/refunds'] = { status: 500, code: 'api_error' };
      equal(await attempt(customer), 'again');
      deepEqual(ended(), ['sub_two', 'sub_three'], 'none waits for another');
      delete world.fake.refusals['POST /v1/refunds'];
      world.fake.asked.length = 0;
      equal(await attempt(customer), 'done');
      deepEqual([...new Set(refunded())], ['pi_two']);
      world.fake.asked.length = 0;
      equal(await attempt(customer), 'done');
      deepEqual(refunded(), [], 'once');
    });

    it('leaves surplus subscriptions to the operator, when no attempt could refund them', async () => {
      const customer = await withSurplus();
      world.fake.refusals['POST /v1/refunds'] = { status: 500, code: 'api_error' };
      await attempt(customer, true);
      delete world.fake.refusals['POST /v1/refunds'];
      ok((await world.toOperator()).some((text) => text.includes('sub_two')));
      equal(await attempt(customer), 'done', 'nobody waits for it any more');
    });

    it('keep what was begun with one from another, when that one counts again', async () => {
      const customer = await withSurplus();
      world.fake.refusals['DELETE /v1/subscriptions/:id'] = { status: 500, code: 'api_error' };
      world.fake.refusals['POST /v1/refunds'] = { status: 500, code: 'api_error' };
      equal(await attempt(customer), 'again');
      world.says(world.subscription('sub_two', 'active', start(2)));
      equal(await attempt(customer), 'done');
      for (const key of ['DELETE /v1/subscriptions/:id', 'POST /v1/refunds'] as const) delete world.fake.refusals[key];
      world.says(world.subscription('sub_two', 'canceled', start(2)));
      world.fake.asked.length = 0;
      equal(await attempt(customer), 'done');
      deepEqual(refunded(), [], 'it has had its time');
    });
  });
});
