import { deepEqual, equal, rejects } from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { dashboardRoutes } from '@lectern/contract/library/dashboard';
import { Stripe } from 'stripe';
import { describeServer } from '../../../../test/describe-server.ts';
import { billingSyncJob } from '../../../features/billing/billing.job.ts';
import type { Payments } from '../port.ts';
import { connectTo, startFakeStripe, webhookSecret } from './fake-stripe.ts';

const created = Date.parse('2026-01-31T00:00:00Z') / 1000;
const pack = { amount: 500, metadata: { pack: 'tokens-50k' }, created, last_payment_error: null };
const unpaid = (n: number) => ({
  ...pack,
  id: `pi_open${n}`,
  status: 'requires_payment_method' as const,
  amount_received: 0,
  latest_charge: null,
});
const paid = (id: string, charge: { refunded?: boolean; amount_refunded?: number; disputed?: boolean }) => ({
  ...pack,
  id,
  status: 'succeeded' as const,
  amount_received: 500,
  latest_charge: { refunded: false, amount_refunded: 0, disputed: false, ...charge },
});

describe('what Stripe gives back', () => {
  let fake: Awaited<ReturnType<typeof startFakeStripe>>;
  let payments: Payments;
  before(async () => {
    fake = await startFakeStripe();
    payments = connectTo(fake);
  });
  after(() => fake.close());
  beforeEach(() => {
    fake.asked.length = 0;
    fake.answers['GET /v1/subscriptions'] = { data: [] };
    fake.answers['GET /v1/invoices'] = { data: [] };
  });

  it('finds a refund, when 250 payments were begun after it', async () => {
    const begun = Array.from({ length: 250 }, (_, n) => unpaid(n));
    fake.answers['GET /v1/payment_intents'] = { data: [...begun, paid('pi_old', { refunded: true })] };
    const { payments: all } = await payments.truthOf('cus_1');
    deepEqual([all.length, all.at(-1)!.id, all.at(-1)!.state], [251, 'pi_old', 'refunded']);
    equal(fake.asked.filter(({ path }) => path === '/v1/payment_intents').length, 3);
  });

  it('shortens a long failure message from Stripe, and refuses an endless id', async () => {
    const said = { ...unpaid(1), last_payment_error: { message: 'declined '.repeat(600_000) } };
    fake.answers['GET /v1/payment_intents'] = { data: [said] };
    const [payment] = (await payments.truthOf('cus_1')).payments;
    deepEqual(
      [payment!.state, payment!.log.length <= 2_000, payment!.log.startsWith('declined declined')],
      ['failed', true, true],
    );
    fake.answers['GET /v1/payment_intents'] = { data: [{ ...unpaid(2), id: 'p'.repeat(300) }] };
    await rejects(payments.truthOf('cus_1'), { code: 'payment_state_unknown' });
  });

  it('reports partial refunds and amounts lost in disputes as given back', async () => {
    fake.answers['GET /v1/payment_intents'] = {
      data: [paid('pi_part', { amount_refunded: 125 }), paid('pi_lost', { disputed: true }), paid('pi_kept', {})],
    };
    fake.answers['GET /v1/disputes'] = {
      data: [
        { id: 'dp_1', status: 'lost', amount: 500 },
        { id: 'dp_2', status: 'under_review', amount: 500 },
      ],
    };
    const { payments: all } = await payments.truthOf('cus_1');
    deepEqual(
      all.map(({ id, state, givenBack }) => [id, state, givenBack]),
      [
        ['pi_part', 'succeeded', 125],
        ['pi_lost', 'refunded', 500],
        ['pi_kept', 'succeeded', 0],
      ],
    );
    deepEqual(
      fake.asked.filter(({ path }) => path === '/v1/disputes').map(({ form }) => form.get('payment_intent')),
      ['pi_lost'],
    );
  });

  it('wakes whose it is, though a dispute does not say', async () => {
    fake.answers['GET /v1/charges/:id'] = { id: 'ch_1', customer: 'cus_1' };
    const event = async (charge: string) => {
      const object = { object: 'dispute', charge, status: 'lost' };
      const payload = JSON.stringify({ id: 'evt_1', type: 'charge.dispute.closed', data: { object } });
      const header = await Stripe.webhooks.generateTestHeaderStringAsync({ payload, secret: webhookSecret });
      return payments.readEvent(payload, header);
    };
    deepEqual(await event('ch_1'), { id: 'evt_1', customerId: 'cus_1' });
    delete fake.answers['GET /v1/charges/:id'];
    deepEqual(await event('ch_2'), { id: 'evt_1', customerId: undefined });
  });

  describeServer('the tokens of a member', {}, (suite) => {
    it('go back in proportion, each part once', async () => {
      const member = await suite.signUp();
      const account = { user_id: member.session.id, customer_id: 'cus_1' };
      await suite.db.insertInto('billing_accounts').values(account).execute();
      const owned = async () => (await member.call(dashboardRoutes.dashboard, {})).data.token_total;
      const synced = async () => {
        const job = { id: '', attempt: 1, lastAttempt: true, signal: new AbortController().signal };
        await billingSyncJob.run({ ...suite.world, payments }, { customerId: 'cus_1' }, job);
        return owned();
      };
      const given = async (charge: Parameters<typeof paid>[1]) => {
        fake.answers['GET /v1/payment_intents'] = { data: [paid('pi_1', charge)] };
        return synced();
      };
      const before = await owned();
      equal(await given({}), before + 50_000);
      equal(await given({ amount_refunded: 125 }), before + 37_500);
      equal(await synced(), before + 37_500, 'asked again, it is the same part');
      equal(await given({ amount_refunded: 250 }), before + 25_000);
      equal(await given({ refunded: true, amount_refunded: 500 }), before);
      equal(await synced(), before);
    });
  });
});
