import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { tokenPacks } from '@lectern/contract/rules/token-packs';
import { Stripe } from 'stripe';
import { startLocalServer } from '../../../../test/local-server.ts';
import { CustomerMissing, type Payments } from '../port.ts';
import { connectTo, startFakeStripe, webhookSecret } from './fake-stripe.ts';
import { dashboardRoutes } from '@lectern/contract/library/dashboard';
import { describeServer } from '../../../../test/describe-server.ts';
import { billingSyncJob } from '../../../features/billing/billing.job.ts';

const seconds = (date: string): number => Date.parse(date) / 1000;

let fake: Awaited<ReturnType<typeof startFakeStripe>>;
let payments: Payments;
before(async () => {
  fake = await startFakeStripe();
  payments = connectTo(fake);
});
after(() => fake.close());
beforeEach(() => {
  fake.asked.length = 0;
});

describe('payments through Stripe, against a local server in its place', () => {
  it('makes one customer of a member, even when the first answer is lost', async () => {
    fake.answers['POST /v1/customers'] = { id: 'cus_1' };
    fake.failures.push(500);
    equal(await payments.createCustomer({ id: 'member-1', email: 'ada@example.org' }), 'cus_1');
    const [first, second] = fake.asked;
    equal(first!.form.get('email'), 'ada@example.org');
    equal(first!.form.get('metadata[userId]'), 'member-1');
    equal(first!.headers['idempotency-key'], 'customer-member-1');
    equal(second!.headers['idempotency-key'], 'customer-member-1');
    ok(first!.headers['stripe-version']);
  });

  it('gives a customer another address, and does without one who is gone', async () => {
    fake.answers['POST /v1/customers/:id'] = { id: 'cus_1' };
    await payments.updateCustomer('cus_1', { email: 'grace@example.org' });
    const [{ method, path, form }] = fake.asked as [(typeof fake.asked)[0]];
    const sent = { email: 'grace@example.org' };
    deepEqual([method, path, Object.fromEntries(form)], ['POST', '/v1/customers/cus_1', sent]);
    delete fake.answers['POST /v1/customers/:id'];
    await payments.updateCustomer('cus_1', { email: 'grace@example.org' });
  });

  it('opens a hosted page for a monthly plan at our price, and closes those opened before', async () => {
    fake.answers['GET /v1/checkout/sessions'] = { data: [{ id: 'cs_old' }, { id: 'cs_older' }] };
    fake.answers['POST /v1/checkout/sessions/:id/expire'] = { id: 'cs_old', status: 'expired' };
    fake.answers['POST /v1/checkout/sessions'] = { id: 'cs_1', url: 'https://pay.example/cs_1' };
    const wish = {
      customerId: 'cus_1',
      plan: 'professional',
      notice: 'You have paid until Monday.',
      successUrl: 'https://we/s',
      cancelUrl: 'https://we/c',
    } as const;
    deepEqual(await payments.createCheckout(wish), { url: 'https://pay.example/cs_1' });
    deepEqual(
      fake.asked.map(({ method, path }) => `${method} ${path}`),
      [
        'GET /v1/checkout/sessions',
        'POST /v1/checkout/sessions/cs_old/expire',
        'POST /v1/checkout/sessions/cs_older/expire',
        'POST /v1/checkout/sessions',
      ],
    );
    deepEqual([fake.asked[0]!.form.get('customer'), fake.asked[0]!.form.get('status')], ['cus_1', 'open']);
    const { form } = fake.asked.at(-1)!;
    deepEqual(Object.fromEntries(form), {
      mode: 'subscription',
      customer: 'cus_1',
      'line_items[0][price]': 'price_p',
      'line_items[0][quantity]': '1',
      success_url: 'https://we/s',
      cancel_url: 'https://we/c',
      'subscription_data[metadata][plan]': 'professional',
      'custom_text[submit][message]': 'You have paid until Monday.',
    });
  });

  it('begins the payment of a pack, by card only', async () => {
    fake.answers['POST /v1/payment_intents'] = { id: 'pi_1', client_secret: 'pi_1_secret' };
    const [pack] = tokenPacks;
    deepEqual(await payments.createTokenPayment({ customerId: 'cus_1', pack: pack! }), {
      id: 'pi_1',
      clientSecret: 'pi_1_secret',
    });
    const { form } = fake.asked[0]!;
    deepEqual(
      ['amount', 'currency', 'metadata[pack]', 'allowed_payment_method_types[0]'].map((name) => form.get(name)),
      ['500', 'usd', 'tokens-50k', 'card'],
    );
  });

  it('cancels at the end of the period, takes that back, and cancels at once', async () => {
    fake.answers['POST /v1/subscriptions/:id'] = { id: 'sub_1', cancel_at_period_end: true };
    fake.answers['DELETE /v1/subscriptions/:id'] = { id: 'sub_1', status: 'canceled' };
    await payments.cancelAtPeriodEnd('sub_1');
    await payments.keepSubscription('sub_1');
    await payments.endSubscription('sub_1');
    deepEqual(
      fake.asked.map(({ method, path, form }) => [method, path, form.get('cancel_at_period_end')]),
      [
        ['POST', '/v1/subscriptions/sub_1', 'true'],
        ['POST', '/v1/subscriptions/sub_1', 'false'],
        ['DELETE', '/v1/subscriptions/sub_1', null],
      ],
    );
  });

  it('ends a surplus subscription and gives back what was paid for it', async () => {
    const payment = (id: string, status: string) => ({
      status,
      payment: { type: 'payment_intent' as const, payment_intent: id },
    });
    fake.answers['GET /v1/invoices'] = {
      data: [
        { id: 'in_1', status: 'paid', payments: { data: [payment('pi_1', 'paid'), payment('pi_2', 'canceled')] } },
      ],
    };
    fake.answers['POST /v1/refunds'] = { id: 're_1', status: 'succeeded' };
    fake.answers['DELETE /v1/subscriptions/:id'] = { id: 'sub_1', status: 'canceled' };
    await payments.refundSubscription('sub_1');
    deepEqual(
      fake.asked.map(({ method, path }) => `${method} ${path}`),
      ['DELETE /v1/subscriptions/sub_1', 'GET /v1/invoices', 'POST /v1/refunds'],
    );
    const [, invoices, refund] = fake.asked;
    deepEqual([invoices!.form.get('subscription'), invoices!.form.get('status')], ['sub_1', 'paid']);
    equal(refund!.form.get('payment_intent'), 'pi_1');
  });

  it('reads everything it knows of a customer', async () => {
    const item = (price: string) => ({
      price: { id: price },
      current_period_start: seconds('2026-01-31T00:00:00Z'),
      current_period_end: seconds('2026-02-28T00:00:00Z'),
    });
    const created = seconds('2026-01-31T00:00:00Z');
    const subscription = (id: string, status: Stripe.Subscription.Status, ends = false) => ({
      id,
      status,
      created,
      cancel_at: null,
      cancel_at_period_end: ends,
      items: { data: [item('price_e')] },
    });
    const states = ['active', 'active', 'past_due', 'canceled', 'unpaid', 'paused', 'trialing', 'incomplete'] as const;
    fake.answers['GET /v1/subscriptions'] = {
      data: [...states, 'incomplete_expired' as const].map((state, n) => subscription(`sub_${n + 1}`, state, n === 1)),
    };
    const invoice = (n: number, status: Stripe.Invoice.Status, subscription: string, more: object = {}) => ({
      id: `in_${n}`,
      status,
      number: `A-${n}`,
      billing_reason: 'subscription_cycle' as const,
      amount_due: 500,
      attempt_count: 1,
      created,
      parent: { subscription_details: { subscription } },
      lines: { data: [] },
      ...more,
    });
    const first = {
      billing_reason: 'subscription_create',
      lines: { data: [{ pricing: { price_details: { product: 'prod_e' } } }] },
    };
    const paidBy = { payments: { data: [{ payment: { type: 'payment_intent', payment_intent: 'pi_6' } }] } };
    fake.answers['GET /v1/invoices'] = {
      data: [
        invoice(1, 'paid', 'sub_1', first),
        invoice(2, 'open', 'sub_3', { attempt_count: 2 }),
        invoice(4, 'paid', 'sub_1', paidBy),
        { id: 'in_3', status: 'draft', parent: { subscription_details: { subscription: 'sub_1' } } },
      ],
    };
    const pack = { amount: 500, metadata: { pack: 'tokens-50k' }, created, last_payment_error: null };
    const paid = { ...pack, status: 'succeeded', amount_received: 500 } as const;
    const unpaid = { ...pack, status: 'requires_payment_method', amount_received: 0, latest_charge: null } as const;
    const other = { status: 'succeeded', amount: 500, metadata: {}, created } as const;
    fake.answers['GET /v1/payment_intents'] = {
      data: [
        { ...paid, id: 'pi_1', latest_charge: { refunded: false, amount_refunded: 0 } },
        { ...paid, id: 'pi_2', latest_charge: { refunded: true } },
        { ...unpaid, id: 'pi_3', last_payment_error: { message: 'Your card was declined.' } },
        { ...unpaid, id: 'pi_4' },
        { ...other, id: 'pi_5' },
        { ...other, id: 'pi_6', latest_charge: { refunded: true } },
      ],
    };
    const truth = await payments.truthOf('cus_1');
    const found = ['active', 'ending', 'unpaid', 'ended', 'unpaid', 'unpaid', 'active'];
    deepEqual(
      truth.subscriptions.map(({ id, plan, state }) => [id, plan, state]),
      found.map((state, n) => [`sub_${n + 1}`, 'executive', state]),
    );
    equal(truth.subscriptions[0]!.periodEnd.toISOString(), '2026-02-28T00:00:00.000Z');
    deepEqual(
      truth.payments.map(({ id, state, tokens, productId, log }) => [id, state, tokens, productId, log]),
      [
        ['in_1', 'succeeded', undefined, 'prod_e', 'A-1, subscription_create'],
        ['in_2', 'failed', undefined, '', 'A-2, subscription_cycle'],
        ['in_4', 'refunded', undefined, '', 'A-4, subscription_cycle'],
        ['pi_1', 'succeeded', 50_000, 'tokens-50k', 'succeeded'],
        ['pi_2', 'refunded', 50_000, 'tokens-50k', 'succeeded'],
        ['pi_3', 'failed', 50_000, 'tokens-50k', 'Your card was declined.'],
        ['pi_4', 'open', 50_000, 'tokens-50k', 'requires_payment_method'],
      ],
    );
  });

  it('takes only events that Stripe has signed, and reads whose they are', async () => {
    const payload = JSON.stringify({ id: 'evt_1', type: 'invoice.paid', data: { object: { customer: 'cus_1' } } });
    const sign = (secret: string, timestamp?: number) =>
      Stripe.webhooks.generateTestHeaderStringAsync({ payload, secret, ...(timestamp ? { timestamp } : {}) });
    deepEqual(await payments.readEvent(payload, await sign(webhookSecret)), { id: 'evt_1', customerId: 'cus_1' });
    const refused = { code: 'bad_signature' };
    await rejects(payments.readEvent(`${payload} `, await sign(webhookSecret)), refused);
    await rejects(payments.readEvent(payload, await sign('whsec_other')), refused);
    for (const seconds of [-400, 400])
      await rejects(
        payments.readEvent(payload, await sign(webhookSecret, Math.floor(Date.now() / 1000) + seconds)),
        refused,
      );
    await rejects(payments.readEvent(payload, undefined), refused);
  });

  it('gives up on a provider that says nothing', async () => {
    const silent = await startLocalServer(() => undefined);
    const hanging = connectTo({ port: Number(new URL(silent.url).port) }, { people: 50, jobs: 50 });
    await rejects(hanging.truthOf('cus_1'), { code: 'payment_state_unknown' });
    const payment = hanging.createTokenPayment({ customerId: 'cus_1', pack: tokenPacks[0]! });
    await rejects(payment, { code: 'payment_failed' });
    await silent.close();
  });

  it('tells a customer it does not know, keys it refuses, and a price that is not there, from an outage', async () => {
    const page = { customerId: 'cus_1', plan: 'executive', successUrl: 's', cancelUrl: 'c' } as const;
    const pack = tokenPacks[0]!;
    fake.refusals['GET /v1/subscriptions'] = { status: 404, code: 'resource_missing' };
    fake.refusals['POST /v1/payment_intents'] = { status: 404, code: 'resource_missing' };
    await rejects(payments.truthOf('cus_1'), { code: 'payment_failed', constructor: CustomerMissing });
    await rejects(payments.createTokenPayment({ customerId: 'cus_1', pack }), { constructor: CustomerMissing });
    fake.answers['GET /v1/checkout/sessions'] = { data: [] };
    fake.refusals['POST /v1/checkout/sessions'] = { status: 400, code: 'resource_missing' };
    await rejects(payments.createCheckout(page), { code: 'payments_not_set_up' });
    fake.refusals['POST /v1/payment_intents'] = { status: 400, code: 'amount_too_small', param: 'amount' };
    await rejects(payments.createTokenPayment({ customerId: 'cus_1', pack }), { code: 'payments_not_set_up' });
    fake.refusals['GET /v1/subscriptions'] = { status: 401, code: 'api_key_expired' };
    await rejects(payments.truthOf('cus_1'), { code: 'payments_not_set_up' });
    for (const call of Object.keys(fake.refusals)) delete fake.refusals[call as keyof typeof fake.refusals];
  });

  it('opens a page, when another call has just closed the one before, or that was just paid', async () => {
    const page = { customerId: 'cus_1', plan: 'executive', successUrl: 's', cancelUrl: 'c' } as const;
    fake.answers['GET /v1/checkout/sessions'] = { data: [{ id: 'cs_closed' }] };
    fake.answers['POST /v1/checkout/sessions'] = { id: 'cs_2', url: 'https://pay.example/cs_2' };
    fake.refusals['POST /v1/checkout/sessions/:id/expire'] = { status: 400, code: 'resource_missing' };
    deepEqual(await payments.createCheckout(page), { url: 'https://pay.example/cs_2' });
    fake.refusals['POST /v1/checkout/sessions/:id/expire'] = { status: 503, code: 'api_error' };
    await rejects(payments.createCheckout(page), { code: 'payment_failed' });
    delete fake.refusals['POST /v1/checkout/sessions/:id/expire'];
  });

  it('says that nothing was charged only when no payment is possible yet', async () => {
    const page = { customerId: 'c', plan: 'executive', successUrl: 's', cancelUrl: 'c' } as const;
    const pack = tokenPacks[0]!;
    const calls: [string, () => Promise<unknown>][] = [
      ['payment_failed', () => payments.createCustomer({ id: 'member-2', email: 'ada@example.org' })],
      ['payment_failed', () => payments.createCheckout(page)],
      ['payment_failed', () => payments.createTokenPayment({ customerId: 'cus_1', pack })],
      ['payment_state_unknown', () => payments.updateCustomer('cus_1', { email: 'ada@example.org' })],
      ['payment_state_unknown', () => payments.truthOf('cus_1')],
      ['payment_state_unknown', () => payments.cancelAtPeriodEnd('sub_1')],
      ['payment_state_unknown', () => payments.keepSubscription('sub_1')],
      ['payment_state_unknown', () => payments.endSubscription('sub_1')],
      ['payment_state_unknown', () => payments.refundSubscription('sub_1')],
    ];
    for (const [code, call] of calls) {
      fake.failures.push(402, 402, 402);
      await rejects(call(), { code, retryable: true });
      fake.failures.length = 0;
    }
  });
});

describe('what Stripe gives back', () => {
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
  beforeEach(() => {
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
      const account = { workspace_id: member.session.id, customer_id: 'cus_1' };
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
