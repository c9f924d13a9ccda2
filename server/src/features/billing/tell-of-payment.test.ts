import { deepEqual, equal } from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { day } from '@lectern/contract/rules/durations';
import type { Stripe } from 'stripe';
import { oneDatabase } from '../../../test/databases.ts';
import { openStripeWorld, type StripeWorld } from '../../../test/stripe-world.ts';
import { syncCustomer } from './sync.ts';

oneDatabase((name, open) => {
  describe(`what the operator is told of payments, on ${name}`, () => {
    let world: StripeWorld;
    before(async () => void (world = await openStripeWorld(open)));
    after(() => world?.close());
    beforeEach(() => world.forget());

    const told = async (id: string) => (await world.toOperator()).filter((text) => text.includes(id));

    it('tells the operator once of a subscription to another product, when its checkout named the plan', async () => {
      const customer = await world.known(await world.join());
      const item = { price: { id: 'price_cheap', product: 'prod_cheap' } };
      for (const n of [1, 2]) {
        world.says(world.subscription('sub_cheap', 'active', { item, metadata: { plan: 'professional' } }));
        world.invoiced(world.invoice(`in_cheap${n}`, 'sub_cheap', 'paid'));
        await syncCustomer(world.test.world, customer);
        world.clock.now = world.later(day);
      }
      equal((await told('sub_cheap')).length, 1);
      world.says(world.subscription('sub_sold', 'active', { metadata: { plan: 'executive' } }));
      world.invoiced(world.invoice('in_sold', 'sub_sold', 'paid'));
      await syncCustomer(world.test.world, customer);
      deepEqual(await told('sub_sold'), []);
    });

    it('tells the operator of open disputes, also after a partial refund, but not of won ones', async () => {
      const customer = await world.known(await world.join());
      const disputed = async (id: string, status: Stripe.Dispute.Status, amount_refunded = 0) => {
        world.fake.answers['GET /v1/disputes'] = { data: [{ id: `dp_${id}`, status, amount: 500 }] };
        const latest_charge = { refunded: false, amount_refunded, disputed: true };
        world.fake.answers['GET /v1/payment_intents'] = {
          data: [world.packIntent(id, 'succeeded', { latest_charge })],
        };
        await syncCustomer(world.test.world, customer);
        return (await told(id)).filter((text) => text.includes('dispute'));
      };
      equal((await disputed('pi_won', 'won')).length, 0);
      equal((await disputed('pi_closed', 'warning_closed')).length, 0);
      equal((await disputed('pi_asked', 'needs_response')).length, 1);
      equal((await disputed('pi_part', 'needs_response', 100)).length, 1);
      const [lost] = await disputed('pi_lost', 'lost');
      equal(lost?.includes('was lost in a dispute'), true);
    });

    it('tells the operator nothing of a partial refund, when an older version read the payment', async () => {
      const member = await world.join();
      const customer = await world.known(member);
      await world.test.world.database.kysely
        .insertInto('payments')
        .values({
          user_id: member.session.id,
          provider_id: 'pi_older',
          price: 500,
          payment_type: 'tokens',
          product_id: 'tokens-50k',
          status: 'succeeded',
        })
        .execute();
      const back = async (amount_refunded: number) => {
        const latest_charge = { refunded: false, amount_refunded, disputed: false };
        world.fake.answers['GET /v1/payment_intents'] = {
          data: [world.packIntent('pi_older', 'succeeded', { latest_charge })],
        };
        await syncCustomer(world.test.world, customer);
        return (await told('pi_older')).length;
      };
      deepEqual([await back(100), await back(100), await back(200)], [0, 0, 1]);
    });
  });
});
