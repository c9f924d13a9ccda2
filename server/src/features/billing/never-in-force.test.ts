import { deepEqual } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { accountRoutes } from '@lectern/contract/accounts/accounts';
import type { Stripe } from 'stripe';
import { oneDatabase } from '../../../test/databases.ts';
import { signUp } from '../../../test/member.ts';
import { openTestWorld } from '../../../test/world.ts';
import { startFakeStripe } from '../../ports/payments/stripe/fake-stripe.ts';
import { createStripe } from '../../ports/payments/stripe/stripe.ts';
import { syncCustomer } from './sync.ts';

const second = 1000;
const day = 24 * 3600;

oneDatabase((name, open) => {
  describe(`a subscription that could never be paid, on ${name}`, () => {
    it('takes no place of the one that made the membership, whose end is still told', async () => {
      await using opened = new AsyncDisposableStack();
      const fake = opened.adopt(await startFakeStripe(), ({ close }) => void close());
      const place = opened.adopt(await open(), ({ close }) => close());
      const test = opened.adopt(await openTestWorld(place), ({ close }) => close());
      const member = await signUp(test.origin, test.letters);
      const { kysely } = test.world.database;
      await kysely
        .insertInto('billing_accounts')
        .values({ user_id: member.session.id, customer_id: 'cus_1' })
        .execute();
      const payments = createStripe({
        secretKey: 'sk_test_of_the_test',
        webhookSecret: 'whsec_of_the_test',
        publishableKey: 'pk_test',
        plans: {
          executive: { priceId: 'price_e', productId: 'prod_e' },
          professional: { priceId: 'price_p', productId: 'prod_p' },
        },
        server: { host: '127.0.0.1', port: fake.port, protocol: 'http' },
      });
      const now = Math.floor(Date.now() / second);
      const subscription = (id: string, status: Stripe.Subscription.Status, created: number) => ({
        id,
        status,
        created,
        cancel_at: null,
        cancel_at_period_end: false,
        items: {
          data: [{ price: { id: 'price_e' }, current_period_start: created, current_period_end: created + 30 * day }],
        },
      });
      fake.answers['GET /v1/invoices'] = { data: [] };
      fake.answers['GET /v1/payment_intents'] = { data: [] };
      const after = async (...data: ReturnType<typeof subscription>[]) => {
        fake.answers['GET /v1/subscriptions'] = { data };
        await syncCustomer({ ...test.world, payments }, 'cus_1');
        const { data: profile } = await member.call(accountRoutes.profile, { userId: member.session.id });
        const { subscription_id: inForce } = await kysely
          .selectFrom('billing_accounts')
          .select('subscription_id')
          .executeTakeFirstOrThrow();
        return [inForce, profile.plan, profile.subscription_status];
      };
      const first = now - 10 * day;
      deepEqual(await after(subscription('sub_1', 'active', first)), ['sub_1', 'executive', 'active']);
      const never = subscription('sub_2', 'past_due', now);
      deepEqual(await after(never, subscription('sub_1', 'canceled', first)), [null, 'executive', 'canceled']);
      deepEqual(await after(never, subscription('sub_1', 'canceled', first)), [null, 'executive', 'canceled']);
      // Paid after all.
      deepEqual(await after(subscription('sub_2', 'active', now)), ['sub_2', 'executive', 'active']);
    });
  });
});
