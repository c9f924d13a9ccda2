import { deepEqual, equal } from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { billingRoutes } from '@lectern/contract/billing/billing';
import type { Stripe } from 'stripe';
import { oneDatabase } from '../../../test/databases.ts';
import { refuses } from '../../../test/refusals.ts';
import type { TestMember } from '../../../test/member.ts';
import { openStripeWorld, type StripeWorld } from '../../../test/stripe-world.ts';
import type { DeepPartial } from '../../ports/payments/stripe/fake-stripe.ts';
import { syncCustomer } from './sync.ts';

oneDatabase((name, open) => {
  describe(`what a page is told of a payment for tokens, on ${name}`, () => {
    let world: StripeWorld;
    let begun = 0;
    before(async () => void (world = await openStripeWorld(open)));
    after(() => world?.close());
    beforeEach(() => world.forget());

    /** Stripe knows these, newest first. */
    const knows = (...data: DeepPartial<Stripe.PaymentIntent>[]) => {
      world.fake.answers['GET /v1/payment_intents'] = { data };
    };
    const openDialogue = (member: TestMember) =>
      member.call(billingRoutes.intent, { amount: 500, currency: 'usd', userId: member.session.id });
    /** A page that begins a payment of its own. */
    const begin = async (member: TestMember, customer: string): Promise<string> => {
      const id = `pi_${(begun += 1)}`;
      const intent = { id, client_secret: `${id}_secret`, amount: 500, customer };
      world.fake.answers['POST /v1/payment_intents'] = intent;
      delete world.fake.answers['GET /v1/payment_intents/:id'];
      await openDialogue(member);
      return id;
    };
    /** A page that goes on with one that was begun before. */
    const reopen = async (member: TestMember, customer: string, id: string): Promise<void> => {
      const intent = { id, client_secret: `${id}_secret`, amount: 500, customer };
      world.fake.answers['GET /v1/payment_intents/:id'] = { ...intent, status: 'requires_payment_method' };
      deepEqual(await openDialogue(member), { clientSecret: `${id}_secret` });
    };
    const told = async (member: TestMember) => {
      const tell = { paymentStatus: 'success', amount: 5, userId: member.session.id } as const;
      return member.call(billingRoutes.intentUpdate, tell);
    };
    const older = { created: Math.floor(Date.parse('2026-11-24T10:00:00Z') / 1000) };

    it('reports the payment the page went on with, when another payment is newer', async () => {
      const member = await world.join();
      const customer = await world.known(member);
      const id = await begin(member, customer);
      await syncCustomer(world.test.world, customer);
      await reopen(member, customer, id);
      const newer = world.packIntent('pi_newer', 'requires_payment_method');
      knows(newer, world.packIntent(id, 'succeeded', older));
      deepEqual(await told(member), { payment: 'succeeded', msg: 'The payment is recorded.' });
      equal((await told(member)).payment, 'succeeded', 'told again, it is the same');
    });

    it('reports that the bank is working on the payment, when a newer one was paid before', async () => {
      const member = await world.join();
      const customer = await world.known(member);
      const id = await begin(member, customer);
      knows(world.packIntent('pi_last_week', 'succeeded'), world.packIntent(id, 'requires_payment_method', older));
      await syncCustomer(world.test.world, customer);
      await reopen(member, customer, id);
      knows(world.packIntent('pi_last_week', 'succeeded'), world.packIntent(id, 'processing', older));
      deepEqual(await told(member), {
        payment: 'open',
        msg: 'Your bank is still working on this payment. It will show here as soon as we know.',
      });
    });

    it('reports success, when two pages got one payment each and the older is paid', async () => {
      const member = await world.join();
      const customer = await world.known(member);
      const [first, second] = [await begin(member, customer), await begin(member, customer)];
      knows(world.packIntent(second, 'requires_payment_method'), world.packIntent(first, 'succeeded', older));
      await syncCustomer(world.test.world, customer);
      equal((await told(member)).payment, 'succeeded');
    });

    it('reports an unknown payment state, when the provider no longer knows the customer', async () => {
      const member = await world.join();
      const customer = await world.known(member);
      await begin(member, customer);
      world.fake.refusals['GET /v1/subscriptions'] = { status: 404, code: 'resource_missing' };
      await refuses(told(member), 'payment_state_unknown');
      await refuses(told(member), 'payment_state_unknown');
    });

    it('reports that nothing was charged, when the previous payment succeeded and this one did not', async () => {
      const member = await world.join();
      const customer = await world.known(member);
      const first = await begin(member, customer);
      knows(world.packIntent(first, 'succeeded', older));
      equal((await told(member)).payment, 'succeeded');
      const second = await begin(member, customer);
      knows(world.packIntent(second, 'requires_payment_method'), world.packIntent(first, 'succeeded', older));
      equal((await told(member)).payment, 'open');
    });
  });
});
