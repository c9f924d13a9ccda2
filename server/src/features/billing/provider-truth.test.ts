import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { accountRoutes } from '@lectern/contract/accounts/accounts';
import { billingRoutes } from '@lectern/contract/billing/billing';
import { dashboardRoutes } from '@lectern/contract/library/dashboard';
import { day, hour } from '@lectern/contract/rules/durations';
import type { Stripe } from 'stripe';
import { oneDatabase, type TestPlace } from '../../../test/databases.ts';
import { signUp, type TestMember } from '../../../test/member.ts';
import { refuses } from '../../../test/refusals.ts';
import { openTestWorld, type TestWorld } from '../../../test/world.ts';
import { ensureAdministrator } from '../accounts/ensure-administrator.ts';
import { connectTo, type DeepPartial, startFakeStripe } from '../../ports/payments/stripe/fake-stripe.ts';
import { CustomerMissing } from '../../ports/payments/port.ts';
import { sweepBilling } from './sweep.ts';
import { syncCustomer } from './sync.ts';

const operator = 'operator@example.org';

oneDatabase((name, open) => {
  describe(`what the payment provider says, whatever happened there, on ${name}`, () => {
    let place: TestPlace;
    let test: TestWorld;
    let fake: Awaited<ReturnType<typeof startFakeStripe>>;
    let clock = new Date('2026-11-25T10:00:00Z');
    let customers = 0;

    before(async () => {
      fake = await startFakeStripe();
      place = await open();
      test = await openTestWorld({ ...place, now: () => clock });
      useOtherKeys();
      await ensureAdministrator(test.world, { email: operator, password: 'a right password' });
    });
    after(async () => {
      await test?.close();
      await place?.close();
      await fake?.close();
    });
    beforeEach(() => {
      for (const key of Object.keys(fake.refusals)) delete fake.refusals[key as keyof typeof fake.refusals];
      fake.asked.length = 0;
      fake.answers['GET /v1/subscriptions'] = { data: [] };
      fake.answers['GET /v1/invoices'] = { data: [] };
      fake.answers['GET /v1/payment_intents'] = { data: [] };
      fake.answers['GET /v1/checkout/sessions'] = { data: [] };
      fake.answers['POST /v1/checkout/sessions'] = { id: 'cs_1', url: 'https://pay.example/cs_1' };
    });

    /** As after a start with other keys. */
    const useOtherKeys = (): void => void Object.assign(test.world, { payments: connectTo(fake) });
    const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);
    const later = (milliseconds: number): Date => new Date(clock.getTime() + milliseconds);
    const join = () => signUp(test.origin, test.letters);
    const known = async (member: TestMember, customerId = `cus_${(customers += 1)}`): Promise<string> => {
      await test.world.database.kysely
        .insertInto('billing_accounts')
        .values({ user_id: member.session.id, customer_id: customerId })
        .execute();
      return customerId;
    };
    const membership = async (member: TestMember) => {
      const { plan, subscription_status, membership_end, membership_expired, payment_due } = await member.call(
        accountRoutes.check,
        {},
      );
      return { plan, subscription_status, membership_end, membership_expired, payment_due };
    };
    const executive = { price: { id: 'price_e', product: 'prod_e' } };
    const subscription = (
      id: string,
      status: Stripe.Subscription.Status,
      {
        item = executive,
        start = clock,
        end = later(30 * day),
        ...rest
      }: DeepPartial<Stripe.Subscription> & {
        item?: DeepPartial<Stripe.SubscriptionItem>;
        start?: Date;
        end?: Date;
      } = {},
    ): DeepPartial<Stripe.Subscription> => ({
      id,
      status,
      created: seconds(start),
      cancel_at: null,
      cancel_at_period_end: false,
      metadata: {},
      items: { data: [{ ...item, current_period_start: seconds(start), current_period_end: seconds(end) }] },
      ...rest,
    });
    const invoice = (id: string, paidFor: string, status: 'paid' | 'open'): DeepPartial<Stripe.Invoice> => ({
      id,
      status,
      number: id,
      billing_reason: 'subscription_cycle',
      amount_due: 700,
      attempt_count: 1,
      created: seconds(clock),
      parent: { subscription_details: { subscription: paidFor } },
      lines: { data: [] },
      payments: { data: [] },
    });
    const says = (...data: DeepPartial<Stripe.Subscription>[]) => (fake.answers['GET /v1/subscriptions'] = { data });
    const toOperator = async () => {
      await test.world.jobs.settle();
      return (await test.letters()).filter(({ to }) => to === operator).map(({ text }) => text);
    };
    const wish = async (member: TestMember) => {
      const { plans } = (await member.call(billingRoutes.offers, {})).data;
      const { priceId, productId } = plans.find(({ key }) => key === 'executive')!;
      return { priceId: priceId!, productId: productId!, userId: member.session.id };
    };

    it('knows a plan by any price of its product, and else by what the checkout wrote down', async () => {
      for (const [item, metadata, plan] of [
        [{ price: { id: 'price_of_another_year', product: 'prod_p' } }, { plan: 'executive' }, 'professional'],
        [{ price: { id: 'price_new', product: { id: 'prod_e' } } }, {}, 'executive'],
        [{ price: { id: 'price_new', product: 'prod_new' } }, { plan: 'professional' }, 'professional'],
      ] as const) {
        const member = await join();
        says(subscription('sub_any', 'active', { item, metadata }));
        await syncCustomer(test.world, await known(member));
        deepEqual([(await membership(member)).plan, (await membership(member)).subscription_status], [plan, 'active']);
      }
    });

    it('keeps a paying member in their plan and tells the operator, when the product is no known plan', async () => {
      const member = await join();
      const customer = await known(member);
      says(subscription('sub_moved', 'active'));
      await syncCustomer(test.world, customer);
      const end = later(60 * day);
      says(subscription('sub_moved', 'active', { item: { price: { id: 'price_x', product: 'prod_x' } }, end }));
      fake.answers['GET /v1/invoices'] = { data: [invoice('in_moved', 'sub_moved', 'paid')] };
      await syncCustomer(test.world, customer);
      await syncCustomer(test.world, customer);
      const { plan, membership_end } = await membership(member);
      deepEqual([plan, membership_end], ['executive', new Date(seconds(end) * 1000).toISOString()]);
      equal((await toOperator()).filter((text) => text.includes('in_moved')).length, 1);
    });

    it('makes a deleted customer anew, and says that nothing renews what they had', async () => {
      const member = await join();
      const customer = await known(member);
      says(subscription('sub_of_deleted', 'active'));
      await syncCustomer(test.world, customer);
      const { membership_end } = await membership(member);
      fake.refusals['GET /v1/subscriptions'] = { status: 404, code: 'resource_missing' };
      deepEqual(await member.call(billingRoutes.refresh, {}), { plan: 'executive', subscription_status: 'canceled' });
      equal((await membership(member)).membership_end, membership_end, 'what was paid for is kept');
      await refuses(member.call(billingRoutes.cancelSubscription, {}), 'no_subscription');
      fake.answers['POST /v1/customers'] = { id: 'cus_anew' };
      delete fake.refusals['GET /v1/subscriptions'];
      fake.asked.length = 0;
      equal((await member.call(billingRoutes.checkout, await wish(member))).url, 'https://pay.example/cs_1');
      const made = fake.asked.find(({ path }) => path === '/v1/customers')!;
      equal(made.headers['idempotency-key'], `customer-${member.session.id}/1`);
      ok((await toOperator()).some((text) => text.includes('sub_of_deleted')));
    });

    it('takes a customer up again, when keys of another account were set for a while', async () => {
      const member = await join();
      const customer = await known(member);
      says(subscription('sub_kept', 'active'));
      await syncCustomer(test.world, customer);
      useOtherKeys();
      fake.refusals['GET /v1/subscriptions'] = { status: 404, code: 'resource_missing' };
      await member.call(billingRoutes.refresh, {});
      equal((await membership(member)).subscription_status, 'canceled');
      fake.answers['POST /v1/customers'] = { id: 'cus_of_other' };
      await member.call(billingRoutes.checkout, await wish(member));
      useOtherKeys();
      clock = later(2 * hour);
      delete fake.refusals['GET /v1/subscriptions'];
      const { truthOf } = test.world.payments;
      Object.assign(test.world.payments, {
        truthOf: (id: string) => (id === 'cus_of_other' ? Promise.reject(new CustomerMissing()) : truthOf(id)),
      });
      await sweepBilling(test.world);
      await test.world.jobs.settle();
      const { plan, subscription_status } = await membership(member);
      deepEqual([plan, subscription_status], ['executive', 'active']);
      const account = await test.world.database.kysely
        .selectFrom('billing_accounts')
        .select(['customer_id', 'subscription_id'])
        .where('user_id', '=', member.session.id)
        .executeTakeFirst();
      deepEqual(account, { customer_id: customer, subscription_id: 'sub_kept' });
    });

    it('pays at once as a new customer, when the old one was of the sandbox', async () => {
      const member = await join();
      await known(member, 'cus_sandbox_1');
      fake.refusals['GET /v1/checkout/sessions'] = { status: 404, code: 'resource_missing' };
      fake.answers['POST /v1/customers'] = { id: 'cus_real' };
      const payments = connectTo(fake);
      const isAnew = { ...payments, createCheckout: async () => ({ url: 'https://pay.example/anew' }) };
      let tries = 0;
      const createCheckout: typeof payments.createCheckout = (page) => {
        tries += 1;
        return page.customerId === 'cus_real' ? isAnew.createCheckout() : payments.createCheckout(page);
      };
      Object.assign(test.world, { payments: { ...payments, createCheckout } });
      try {
        equal((await member.call(billingRoutes.checkout, await wish(member))).url, 'https://pay.example/anew');
        equal(tries, 2);
      } finally {
        Object.assign(test.world, { payments });
      }
    });

    it('tries another attempt, when the provider keeps a failure with its key', async () => {
      const member = await join();
      fake.answers['POST /v1/customers'] = { id: 'cus_second' };
      fake.refusals['POST /v1/customers'] = { status: 500, code: 'api_error' };
      await refuses(member.call(billingRoutes.checkout, await wish(member)), 'payment_failed');
      delete fake.refusals['POST /v1/customers'];
      await member.call(billingRoutes.checkout, await wish(member));
      const keys = fake.asked
        .filter(({ path }) => path === '/v1/customers')
        .map(({ headers }) => headers['idempotency-key']);
      deepEqual([...new Set(keys)], [`customer-${member.session.id}`, `customer-${member.session.id}/1`]);
    });

    it('goes on with a payment that was begun, instead of beginning another', async () => {
      const member = await join();
      const customer = await known(member);
      const intent = { id: 'pi_open', client_secret: 'pi_open_secret', amount: 500, customer };
      fake.answers['POST /v1/payment_intents'] = intent;
      fake.answers['GET /v1/payment_intents/:id'] = { ...intent, status: 'requires_payment_method' };
      const pack = { amount: 500, currency: 'usd', userId: member.session.id } as const;
      for (let n = 0; n < 3; n += 1)
        deepEqual(await member.call(billingRoutes.intent, pack), { clientSecret: 'pi_open_secret' });
      equal(fake.asked.filter(({ method, path }) => method === 'POST' && path === '/v1/payment_intents').length, 1);
      fake.answers['GET /v1/payment_intents/:id'] = { ...intent, status: 'succeeded' };
      await member.call(billingRoutes.intent, pack);
      equal(fake.asked.filter(({ method, path }) => method === 'POST' && path === '/v1/payment_intents').length, 2);
    });

    it('reports the payment state of the provider, when the page claims another', async () => {
      const member = await join();
      const tell = { paymentStatus: 'success', amount: 5, userId: member.session.id } as const;
      const outcome = async (intent?: DeepPartial<Stripe.PaymentIntent>) => {
        const pack = { id: 'pi_told', amount: 500, amount_received: 0, metadata: { pack: 'tokens-50k' } };
        const whole = { ...pack, created: seconds(clock), last_payment_error: null, latest_charge: null, ...intent };
        fake.answers['GET /v1/payment_intents'] = { data: intent ? [whole] : [] };
        return (await member.call(billingRoutes.intentUpdate, tell)).payment;
      };
      equal(await outcome(), 'none');
      await known(member);
      equal(await outcome(), 'none', 'forged');
      const declined = { message: 'Your card was declined.' };
      equal(await outcome({ status: 'requires_payment_method', last_payment_error: declined }), 'failed');
      equal(await outcome({ status: 'requires_action', last_payment_error: declined }), 'open');
      equal(await outcome({ status: 'processing' }), 'open');
      equal(await outcome({ status: 'succeeded', amount_received: 500 }), 'succeeded');
    });

    it('lets a plan go on while a renewal is tried again, reminds of its end, and ends it once', async () => {
      const start = clock;
      const member = await join();
      const customer = await known(member);
      says(subscription('sub_due', 'active', { end: later(day) }));
      await syncCustomer(test.world, customer);
      clock = later(day);
      const failed = clock;
      const renewed = { start: clock, end: later(30 * day) };
      says(subscription('sub_due', 'past_due', renewed));
      fake.answers['GET /v1/invoices'] = { data: [invoice('in_due', 'sub_due', 'open')] };
      await syncCustomer(test.world, customer);
      const due = await membership(member);
      const end = new Date(failed.getTime() + 7 * day).toISOString();
      deepEqual(due, {
        plan: 'executive',
        subscription_status: 'active',
        membership_end: end,
        membership_expired: false,
        payment_due: true,
      });
      equal((await member.call(billingRoutes.checkoutTerms, await wish(member))).data.replaces, null);
      clock = later(6.5 * day);
      for (let n = 0; n < 2; n += 1) await sweepBilling(test.world);
      await test.world.jobs.settle();
      const letters = (await test.letters()).filter(({ to }) => to === member.email).slice(1);
      deepEqual(
        letters.map(({ subject }) => subject),
        ['Your payment to Lectern did not go through', 'Your Lectern plan ends tomorrow'],
      );
      match(letters[0]!.text, /Everything goes on until December 3, 2026, and your card is tried again/);
      deepEqual(await membership(member), due, 'asked again, its end does not move');
      clock = later(day);
      const session = await test.call(accountRoutes.login, { email: member.email, password: member.password });
      const back = { ...member, call: test.as(session.token) };
      equal((await membership(back)).membership_expired, true);
      says(subscription('sub_due', 'canceled', { ...renewed, ended_at: seconds(clock) }));
      await syncCustomer(test.world, customer);
      const over = await membership(back);
      deepEqual([over.subscription_status, over.membership_end], ['canceled', end]);
      clock = start;
    });

    it('finds within the hour what was paid while page and event were lost', async () => {
      // The fake knows one customer: those of the other tests wait for nothing.
      await test.world.database.kysely.updateTable('billing_accounts').set({ pending_until: null }).execute();
      const member = await join();
      const customer = await known(member);
      const intent = { id: 'pi_lost', client_secret: 's', amount: 500, customer };
      fake.answers['POST /v1/payment_intents'] = intent;
      await member.call(billingRoutes.intent, { amount: 500, currency: 'usd', userId: member.session.id });
      const paid = {
        id: 'pi_lost',
        status: 'succeeded',
        amount: 500,
        amount_received: 500,
        created: seconds(clock),
      } as const;
      const whole = { ...paid, metadata: { pack: 'tokens-50k' }, last_payment_error: null, latest_charge: null };
      fake.answers['GET /v1/payment_intents'] = { data: [whole] };
      await sweepBilling(test.world);
      await test.world.jobs.settle();
      equal((await member.call(dashboardRoutes.dashboard, {})).data.token_total, 100_000);
    });

    it('tells the operator of a part that was given back and of a dispute, each once', async () => {
      const member = await join();
      const customer = await known(member);
      const paid = {
        id: 'pi_part',
        status: 'succeeded',
        amount: 500,
        amount_received: 500,
        created: seconds(clock),
      } as const;
      const whole = { ...paid, metadata: { pack: 'tokens-50k' }, last_payment_error: null };
      fake.answers['GET /v1/disputes'] = { data: [{ id: 'dp_1', status: 'under_review', amount: 500 }] };
      const charge = (amount_refunded: number, disputed: boolean) => {
        const latest_charge = { refunded: false, amount_refunded, disputed };
        fake.answers['GET /v1/payment_intents'] = { data: [{ ...whole, latest_charge }] };
        return syncCustomer(test.world, customer);
      };
      for (const back of [125, 125, 250]) await charge(back, false);
      for (let n = 0; n < 2; n += 1) await charge(0, true);
      const told = (await toOperator()).filter((text) => text.includes('pi_part'));
      equal(told.length, 3);
      ok(told.some((text) => text.includes('$1.25 of the payment pi_part ($5.00) were given back.')));
      ok(told.some((text) => text.includes('disputes the payment pi_part')));
    });
  });
});
