import { deepEqual } from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { billingRoutes } from '@lectern/contract/billing/billing';
import { hour } from '@lectern/contract/rules/durations';
import { oneDatabase } from '../../../test/databases.ts';
import { openStripeWorld, type StripeWorld } from '../../../test/stripe-world.ts';
import { customersToAsk } from './store.ts';
import { syncCustomer } from './sync.ts';

oneDatabase((name, open) => {
  describe(`customers of whom an event may be lost, on ${name}`, () => {
    let world: StripeWorld;
    before(async () => void (world = await openStripeWorld(open)));
    after(() => world?.close());
    beforeEach(() => world.forget());

    const due = () => customersToAsk(world.test.world.database.kysely, world.clock.now);

    it('lists customers with an open payment page until it closes, even after other payments', async () => {
      const member = await world.join();
      const customer = await world.known(member);
      await member.call(billingRoutes.checkout, await world.wish(member));
      world.fake.answers['GET /v1/payment_intents'] = { data: [world.packIntent('pi_other', 'succeeded')] };
      await syncCustomer(world.test.world, customer);
      world.clock.now = world.later(23 * hour);
      deepEqual(await due(), [customer]);
      world.clock.now = world.later(3 * hour);
      deepEqual(await due(), []);
    });

    it('come before those with a subscription, and those never asked about before others', async () => {
      const [subscribed, fresh, payer] = [await world.join(), await world.join(), await world.join()];
      const names = [await world.known(subscribed), await world.known(fresh), await world.known(payer)];
      const db = world.test.world.database.kysely;
      for (const customer of names.slice(0, 2))
        await db
          .updateTable('billing_accounts')
          .set({ subscription_id: `sub_of_${customer}` })
          .where('customer_id', '=', customer)
          .execute();
      await db
        .updateTable('billing_accounts')
        .set({ asked_at: world.later(-48 * hour) })
        .where('customer_id', '=', names[0]!)
        .execute();
      await payer.call(billingRoutes.checkout, await world.wish(payer));
      deepEqual(await due(), [names[2], names[1], names[0]]);
    });
  });
});
