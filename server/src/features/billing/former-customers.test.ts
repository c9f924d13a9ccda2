import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { billingRoutes } from '@lectern/contract/billing/billing';
import { day, hour } from '@lectern/contract/rules/durations';
import { oneDatabase } from '../../../test/databases.ts';
import type { TestMember } from '../../../test/member.ts';
import { toUnixSeconds, openStripeWorld, type StripeWorld } from '../../../test/stripe-world.ts';
import { markAccountForDeletion } from '../accounts/deletion.ts';
import { eraseAccountJob } from '../operations/admin/erase-account.job.ts';
import { CustomerMissing } from '../../ports/payments/port.ts';
import { saveCustomer } from './store.ts';
import { sweepBilling } from './sweep.ts';
import { syncCustomer } from './sync.ts';

oneDatabase((name, open) => {
  describe(`customers of an account whose keys were not set for a while, on ${name}`, () => {
    let world: StripeWorld;
    before(async () => void (world = await openStripeWorld(open)));
    after(() => world?.close());
    beforeEach(async () => {
      world.forget();
      world.restart();
      await world.test.world.database.kysely.deleteFrom('former_customers').execute();
    });

    const missing = { status: 404, code: 'resource_missing' };
    /** Only these are known with the keys that are set. */
    const knowOnly = (...known: string[]): void => {
      const { truthOf } = world.test.world.payments;
      Object.assign(world.test.world.payments, {
        truthOf: (id: string) => (known.includes(id) ? truthOf(id) : Promise.reject(new CustomerMissing())),
      });
    };
    const withWrongKeys = async (customer: string): Promise<void> => {
      world.fake.refusals['GET /v1/subscriptions'] = missing;
      await syncCustomer(world.test.world, customer);
      delete world.fake.refusals['GET /v1/subscriptions'];
    };
    const accountOf = ({ session }: TestMember) =>
      world.test.world.database.kysely
        .selectFrom('billing_accounts')
        .select(['customer_id', 'subscription_id'])
        .where('user_id', '=', session.id)
        .executeTakeFirst();
    const sweep = async () => {
      await sweepBilling(world.test.world);
      await world.test.world.jobs.settle();
    };

    it('restores customers and their grace period within the hour, when the keys are right again', async () => {
      const member = await world.join();
      const customer = await world.known(member);
      world.says(world.subscription('sub_grace', 'active'));
      await syncCustomer(world.test.world, customer);
      world.says(world.subscription('sub_grace', 'past_due'));
      world.invoiced(world.invoice('in_grace', 'sub_grace', 'open'));
      await syncCustomer(world.test.world, customer);
      const due = await world.membership(member);
      deepEqual([due.payment_due, due.membership_end], [true, world.later(7 * day).toISOString()]);
      await withWrongKeys(customer);
      equal((await world.membership(member)).subscription_status, 'canceled');
      world.clock.now = world.later(hour + 1);
      await sweep();
      deepEqual(await world.membership(member), due);
      deepEqual(await accountOf(member), { customer_id: customer, subscription_id: 'sub_grace' });
    });

    it('keep what was granted beside their subscription, when they are taken up', async () => {
      const member = await world.join();
      const customer = await world.known(member);
      world.says(world.subscription('sub_grant', 'active'));
      await syncCustomer(world.test.world, customer);
      const end = world.later(400 * day);
      await world.test.world.database.kysely
        .updateTable('users')
        .set({ plan: 'professional', membership_end: end })
        .where('id', '=', member.session.id)
        .execute();
      await withWrongKeys(customer);
      await syncCustomer(world.test.world, customer);
      const { plan, membership_end, subscription_status } = await world.membership(member);
      deepEqual([plan, membership_end, subscription_status], ['professional', end.toISOString(), 'active']);
    });

    it('restores customers at once, when a signed event names them or their member pays again', async () => {
      for (const wake of [
        (_: TestMember, customer: string) => syncCustomer(world.test.world, customer),
        (member: TestMember) => world.wish(member).then((wish) => member.call(billingRoutes.checkout, wish)),
      ]) {
        const member = await world.join();
        const customer = await world.known(member);
        world.says(world.subscription('sub_wake', 'active', { cancel_at_period_end: true }));
        await syncCustomer(world.test.world, customer);
        await withWrongKeys(customer);
        world.clock.now = world.later(2 * 60_000);
        await wake(member, customer);
        equal((await accountOf(member))?.customer_id, customer);
        equal(world.calls('POST', '/v1/customers').length, 0, 'nobody is made');
      }
    });

    it('replaces an unknown customer and reports its subscription to the operator', async () => {
      const member = await world.join();
      const customer = await world.known(member);
      world.says(world.subscription('sub_old', 'active'));
      await syncCustomer(world.test.world, customer);
      await withWrongKeys(customer);
      await saveCustomer(world.test.world.database.kysely, member.session.id, 'cus_test_keys');
      world.says(world.subscription('sub_test_keys', 'active'));
      await syncCustomer(world.test.world, 'cus_test_keys');
      world.clock.now = world.later(day);
      world.says(world.subscription('sub_old', 'active', { start: world.later(-day), end: world.later(29 * day) }));
      knowOnly(customer);
      await syncCustomer(world.test.world, customer);
      deepEqual(await accountOf(member), { customer_id: customer, subscription_id: 'sub_old' });
      ok((await world.toOperator()).some((text) => text.includes('sub_test_keys')));
    });

    it('keeps customers and notifies the operator, when another customer of the member is known too', async () => {
      const member = await world.join();
      const customer = await world.known(member);
      world.says(world.subscription('sub_both', 'active'));
      await syncCustomer(world.test.world, customer);
      await withWrongKeys(customer);
      await saveCustomer(world.test.world.database.kysely, member.session.id, 'cus_other');
      for (let n = 0; n < 2; n += 1) await syncCustomer(world.test.world, customer);
      equal((await accountOf(member))?.customer_id, 'cus_other');
      const formers = world.test.world.database.kysely.selectFrom('former_customers').select('customer_id');
      deepEqual(await formers.execute(), [{ customer_id: customer }]);
      equal((await world.toOperator()).filter((text) => text.includes(`${customer} again`)).length, 1);
    });

    it('asks seldom about unknown customers, and never about those without a subscription', async () => {
      const [one, none] = [await world.known(await world.join()), await world.known(await world.join())];
      world.says(world.subscription('sub_gone', 'canceled', { ended_at: toUnixSeconds(world.clock.now) }));
      await syncCustomer(world.test.world, none);
      world.says(world.subscription('sub_gone', 'active'));
      await syncCustomer(world.test.world, one);
      await withWrongKeys(one);
      await withWrongKeys(none);
      knowOnly();
      const asked = async () => {
        const rows = await world.test.world.database.kysely
          .selectFrom('former_customers')
          .select(['customer_id', 'asked_at'])
          .execute();
        return new Map(rows.map((row) => [row.customer_id, row.asked_at.getTime()]));
      };
      const first = await asked();
      world.clock.now = world.later(hour + 1);
      await sweep();
      equal((await asked()).get(one), world.clock.now.getTime());
      equal((await asked()).get(none), first.get(none));
      world.clock.now = world.later(4 * day);
      await sweep();
      const then = world.clock.now.getTime();
      world.clock.now = world.later(2 * hour);
      await sweep();
      equal((await asked()).get(one), then);
    });

    it('keeps customers, when only the position in a list is missing', async () => {
      const member = await world.join();
      const customer = await world.known(member);
      world.fake.refusals['GET /v1/invoices'] = { ...missing, param: 'starting_after' };
      await syncCustomer(world.test.world, customer).then(
        () => ok(false),
        () => undefined,
      );
      equal((await accountOf(member))?.customer_id, customer);
    });

    it('deletes former customers with the present one, and refunds duplicate payments first', async () => {
      const member = await world.join();
      const { id } = member.session;
      const customer = await world.known(member, 'cus_former');
      await withWrongKeys(customer);
      await saveCustomer(world.test.world.database.kysely, id, 'cus_present');
      world.says(
        world.subscription('sub_one', 'active'),
        world.subscription('sub_two', 'active', { start: world.later(hour) }),
      );
      world.invoiced(world.invoice('in_two', 'sub_two', 'paid', { paidBy: 'pi_two' }));
      world.fake.answers['DELETE /v1/subscriptions/:id'] = { id: 'sub_two', status: 'canceled' };
      world.fake.answers['DELETE /v1/customers/:id'] = { id: 'cus_present', deleted: true };
      world.fake.answers['POST /v1/refunds'] = { id: 're_1', status: 'succeeded' };
      knowOnly('cus_present');
      ok(await markAccountForDeletion(world.test.world.database.kysely, id, world.clock.now));
      const job = { id: '', attempt: 1, lastAttempt: false, signal: new AbortController().signal };
      await eraseAccountJob.run(world.test.world, { userId: id }, job);
      // A job that ends what was bought twice may be under way as well: what has ended is ended once more.
      deepEqual([...new Set(world.calls('DELETE'))].toSorted(), [
        '/v1/customers/cus_former',
        '/v1/customers/cus_present',
        '/v1/subscriptions/sub_two',
      ]);
      const refunds = world.fake.asked.filter(({ path }) => path === '/v1/refunds');
      deepEqual([...new Set(refunds.map(({ form }) => form.get('payment_intent')))], ['pi_two']);
    });
  });
});
