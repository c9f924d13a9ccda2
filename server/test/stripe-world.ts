import { accountRoutes } from '@lectern/contract/accounts/accounts';
import { billingRoutes } from '@lectern/contract/billing/billing';
import { day } from '@lectern/contract/rules/durations';
import type { Stripe } from 'stripe';
import { ensureAdministrator } from '../src/features/accounts/ensure-administrator.ts';
import { connectTo, type DeepPartial, startFakeStripe } from '../src/ports/payments/stripe/fake-stripe.ts';
import type { OpenPlace } from './databases.ts';
import { signUp, type TestMember } from './member.ts';
import { openTestWorld } from './world.ts';

const operator = 'operator@example.org';

export const toUnixSeconds = (date: Date): number => Math.floor(date.getTime() / 1000);

/** The whole server with a fake in Stripe's place, which knows one customer: the one that is asked about. */
export async function openStripeWorld(open: OpenPlace, env: Record<string, string> = {}) {
  const clock = { now: new Date('2026-11-25T10:00:00Z') };
  const fake = await startFakeStripe();
  const place = await open();
  const test = await openTestWorld({ ...place, env, now: () => clock.now });
  await ensureAdministrator(test.world, { email: operator, password: 'a right password' });
  let customers = 0;

  const later = (milliseconds: number): Date => new Date(clock.now.getTime() + milliseconds);
  /** As after a start with other keys. */
  const restart = (): void => void Object.assign(test.world, { payments: connectTo(fake) });
  restart();

  const executive = { price: { id: 'price_e', product: 'prod_e' } };
  const subscription = (
    id: string,
    status: Stripe.Subscription.Status,
    {
      item = executive,
      start = clock.now,
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
    created: toUnixSeconds(start),
    cancel_at: null,
    cancel_at_period_end: false,
    metadata: {},
    items: { data: [{ ...item, current_period_start: toUnixSeconds(start), current_period_end: toUnixSeconds(end) }] },
    ...rest,
  });
  const invoice = (
    id: string,
    paidFor: string,
    status: Stripe.Invoice.Status,
    { paidBy, created = clock.now }: { paidBy?: string; created?: Date } = {},
  ): DeepPartial<Stripe.Invoice> => ({
    id,
    status,
    number: id,
    billing_reason: 'subscription_cycle',
    amount_due: 700,
    attempt_count: 1,
    created: toUnixSeconds(created),
    parent: { subscription_details: { subscription: paidFor } },
    lines: { data: [] },
    payments: {
      data: paidBy ? [{ status: 'paid', payment: { type: 'payment_intent', payment_intent: paidBy } }] : [],
    },
  });
  const packIntent = (
    id: string,
    status: Stripe.PaymentIntent.Status,
    rest: DeepPartial<Stripe.PaymentIntent> = {},
  ): DeepPartial<Stripe.PaymentIntent> => ({
    id,
    status,
    amount: 500,
    amount_received: status === 'succeeded' ? 500 : 0,
    created: toUnixSeconds(clock.now),
    metadata: { pack: 'tokens-50k' },
    last_payment_error: null,
    latest_charge: null,
    ...rest,
  });

  return {
    test,
    fake,
    clock,
    later,
    restart,
    subscription,
    invoice,
    packIntent,
    join: () => signUp(test.origin, test.letters),
    /** A member whom Stripe knows. */
    async known({ session: { id } }: TestMember, customerId = `cus_${(customers += 1)}`): Promise<string> {
      await test.world.database.kysely
        .insertInto('billing_accounts')
        .values({ user_id: id, customer_id: customerId })
        .execute();
      return customerId;
    },
    says: (...data: DeepPartial<Stripe.Subscription>[]) => void (fake.answers['GET /v1/subscriptions'] = { data }),
    invoiced: (...data: DeepPartial<Stripe.Invoice>[]) => void (fake.answers['GET /v1/invoices'] = { data }),
    /** Calls of this kind to Stripe so far, by their paths. */
    calls: (method: string, path = '') =>
      fake.asked.filter((each) => each.method === method && each.path.includes(path)).map((each) => each.path),
    /** Before each test: Stripe refuses nothing and knows nothing. */
    forget(): void {
      for (const key of Object.keys(fake.refusals)) delete fake.refusals[key as keyof typeof fake.refusals];
      fake.asked.length = 0;
      fake.answers['GET /v1/subscriptions'] = { data: [] };
      fake.answers['GET /v1/invoices'] = { data: [] };
      fake.answers['GET /v1/payment_intents'] = { data: [] };
      fake.answers['GET /v1/checkout/sessions'] = { data: [] };
      fake.answers['POST /v1/checkout/sessions'] = { id: 'cs_1', url: 'https://pay.example/cs_1' };
    },
    async membership(member: TestMember) {
      const check = await member.call(accountRoutes.check, {});
      const { plan, subscription_status, membership_end, membership_expired, payment_due } = check;
      return { plan, subscription_status, membership_end, membership_expired, payment_due };
    },
    async toOperator(): Promise<string[]> {
      await test.world.jobs.settle();
      return (await test.letters()).filter(({ to }) => to === operator).map(({ text }) => text);
    },
    async wish(member: TestMember) {
      const { plans } = (await member.call(billingRoutes.offers, {})).data;
      const { priceId, productId } = plans.find(({ key }) => key === 'executive')!;
      return { priceId: priceId!, productId: productId!, userId: member.session.id };
    },
    async close(): Promise<void> {
      await test.close();
      await place.close();
      await fake.close();
    },
  };
}

export type StripeWorld = Awaited<ReturnType<typeof openStripeWorld>>;
