import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { billingRoutes } from '@lectern/contract/billing/billing';
import { oneDatabase, type TestPlace } from '../../../test/databases.ts';
import { signUp } from '../../../test/member.ts';
import { refuses } from '../../../test/refusals.ts';
import { openTestWorld, type TestWorld } from '../../../test/world.ts';
import { syncInTurn } from './sync-in-turn.ts';

oneDatabase((name, open) => {
  describe(`the payment provider is asked no more than it need be, on ${name}`, () => {
    let place: TestPlace;
    let server: TestWorld;
    let clock = new Date('2026-01-31T10:00:00Z');
    before(async () => {
      place = await open();
      server = await openTestWorld({ ...place, now: () => clock });
    });
    after(async () => {
      await server?.close();
      await place?.close();
    });

    it('asks the payment provider at most twenty times a minute for one member', async () => {
      const member = await signUp(server.origin, server.letters);
      const other = await signUp(server.origin, server.letters);
      const userId = member.session.id;
      const { plans } = (await member.call(billingRoutes.offers, {})).data;
      const { priceId, productId } = plans.find(({ key }) => key === 'executive')!;
      const questions = [
        () => member.call(billingRoutes.refresh, {}),
        () => member.call(billingRoutes.intent, { amount: 500, currency: 'usd', userId }),
        () => member.call(billingRoutes.intentUpdate, { paymentStatus: 'success', amount: 5, userId }),
        () => member.call(billingRoutes.checkout, { priceId: priceId!, productId: productId!, userId }),
      ] as const;
      for (let n = 0; n < 5; n += 1) for (const ask of questions) await ask();
      for (const ask of questions) await refuses(ask(), 'too_many_tries');
      await other.call(billingRoutes.refresh, {});
      clock = new Date(clock.getTime() + 60_000);
      await member.call(billingRoutes.refresh, {});
    });

    it('once for all who want to know at the same time, and once more for those who come while it thinks', async (t) => {
      const member = await signUp(server.origin, server.letters);
      await member.call(billingRoutes.intent, { amount: 500, currency: 'usd', userId: member.session.id });
      const customer = `cus_sandbox_${member.session.id}`;
      const { payments } = server.world;
      const asked = Promise.withResolvers<void>();
      const answered = Promise.withResolvers<void>();
      const truthOf = payments.truthOf.bind(payments);
      const { mock } = t.mock.method(payments, 'truthOf', async (id: string) => {
        asked.resolve();
        await answered.promise;
        return truthOf(id);
      });
      const sync = () => syncInTurn(server.world, customer);
      const first = Array.from({ length: 10 }, sync);
      await asked.promise;
      const later = Array.from({ length: 10 }, sync);
      assert.equal(mock.callCount(), 1);
      answered.resolve();
      await Promise.all([...first, ...later]);
      assert.equal(mock.callCount(), 2);
      await sync();
      assert.equal(mock.callCount(), 3);
    });
  });
});
