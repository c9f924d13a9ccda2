import assert from 'node:assert/strict';
import { it } from 'node:test';
import { billingRoutes } from '@lectern/contract/billing/billing';
import { refuses } from '../../../test/refusals.ts';
import { describeServer } from '../../../test/describe-server.ts';
import { syncInTurn } from './sync-in-turn.ts';

describeServer(
  'the payment provider is asked no more than it need be',
  { now: new Date('2026-01-31T10:00:00Z') },
  (suite) => {
    it('asks the payment provider at most twenty times a minute for one member', async () => {
      const member = await suite.signUp();
      const other = await suite.signUp();
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
      suite.clock.at = new Date(suite.now().getTime() + 60_000);
      await member.call(billingRoutes.refresh, {});
    });

    it('once for all who want to know at the same time, and once more for those who come while it thinks', async (t) => {
      const member = await suite.signUp();
      await member.call(billingRoutes.intent, { amount: 500, currency: 'usd', userId: member.session.id });
      const customer = `cus_sandbox_${member.session.id}`;
      const { payments } = suite.world;
      const asked = Promise.withResolvers<void>();
      const answered = Promise.withResolvers<void>();
      const truthOf = payments.truthOf.bind(payments);
      const { mock } = t.mock.method(payments, 'truthOf', async (id: string) => {
        asked.resolve();
        await answered.promise;
        return truthOf(id);
      });
      const sync = () => syncInTurn(suite.world, customer);
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
  },
);
