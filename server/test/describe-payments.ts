import { after, before, beforeEach } from 'node:test';
import { accountRoutes } from '@lectern/contract/accounts/accounts';
import { billingRoutes, type PaidPlan, type SandboxCard } from '@lectern/contract/billing/billing';
import { dashboardRoutes } from '@lectern/contract/library/dashboard';
import { day } from '@lectern/contract/rules/durations';
import type { Updateable } from 'kysely';
import type { Stripe } from 'stripe';
import { ensureAdministrator } from '../src/features/accounts/ensure-administrator.ts';
import { syncCustomer } from '../src/features/billing/sync.ts';
import type { Tables } from '../src/platform/database/tables.ts';
import { connectTo, type DeepPartial, startFakeStripe } from '../src/ports/payments/stripe/fake-stripe.ts';
import { describeServer, type ServerSuite } from './describe-server.ts';
import type { TestMember } from './member.ts';

export const operator = { email: 'operator@example.org', password: 'a right password' };

export const toUnixSeconds = (date: Date): number => Math.floor(date.getTime() / 1000);

/** Helpers for suites about members who pay, by the sandbox or by Stripe. */
function payingTools(suite: ServerSuite) {
  const later = (milliseconds: number): Date => new Date(suite.now().getTime() + milliseconds);
  const lettersTo = async (email: string) => {
    await suite.settle();
    return (await suite.server.letters()).filter(({ to }) => to === email);
  };
  return {
    later,
    lettersTo,
    pass: (milliseconds: number): void => void (suite.clock.at = later(milliseconds)),
    sync: (customerId: string) => syncCustomer(suite.world, customerId),
    check: (member: TestMember) => member.call(accountRoutes.check, {}),
    async offer(member: TestMember, key: PaidPlan = 'executive') {
      const { plans } = (await member.call(billingRoutes.offers, {})).data;
      const { priceId, productId } = plans.find((each) => each.key === key)!;
      return { priceId: priceId!, productId: productId!, userId: member.session.id };
    },
    /** Begins the payment of the pack of 50,000 tokens. */
    beginTokens: async (member: TestMember): Promise<string> =>
      (await member.call(billingRoutes.intent, { amount: 500, currency: 'usd', userId: member.session.id }))
        .clientSecret,
    /** The page reports that this payment was made. */
    tellPaid: (member: TestMember) =>
      member.call(billingRoutes.intentUpdate, { paymentStatus: 'success', amount: 5, userId: member.session.id }),
    tokensOf: async (member: TestMember): Promise<number> =>
      (await member.call(dashboardRoutes.dashboard, {})).data.token_total,
    setUser: (member: TestMember, changes: Updateable<Tables['workspaces']>) =>
      suite.db.updateTable('workspaces').set(changes).where('id', '=', member.session.id).execute(),
    toOperator: async (about = ''): Promise<string[]> =>
      (await lettersTo(operator.email)).map(({ text }) => text).filter((text) => text.includes(about)),
  };
}

type Paying = ServerSuite & ReturnType<typeof payingTools>;

export const card: SandboxCard = { number: '4242 4242 4242 4242', expiry: '12/99', cvc: '123' };

function sandboxTools(suite: Paying) {
  const openPage = async (member: TestMember, key: PaidPlan): Promise<string> => {
    const { url } = await member.call(billingRoutes.checkout, await suite.offer(member, key));
    return new URL(url).pathname.split('/').at(-1)!;
  };
  /** A second passes, so that what comes later is later. */
  const pay = async (id: string, by = card) => {
    suite.pass(1000);
    const answer = await suite.server.call(billingRoutes.sandboxPay, { id, ...by });
    await suite.settle();
    return answer;
  };
  const customerOf = (member: TestMember): string => `cus_sandbox_${member.session.id}`;
  return {
    openPage,
    pay,
    customerOf,
    subscribe: async (member: TestMember, key: PaidPlan = 'executive', by = card) =>
      pay(await openPage(member, key), by),
    /** The sandbox's clock goes on to the end of the period. */
    endPeriod: (member: TestMember, renewal: 'succeeds' | 'fails') =>
      member.call(billingRoutes.sandboxSkip, { renewal }),
    cancel: (member: TestMember) => member.call(billingRoutes.cancelSubscription, {}),
    confirmTokens: (member: TestMember, clientSecret: string, by = card) =>
      member.call(billingRoutes.sandboxConfirm, { clientSecret, ...by }),
    paymentsOf: async (member: TestMember) => (await member.call(billingRoutes.payments, {})).data,
    subscriptionsOf: async (member: TestMember) =>
      (await suite.world.payments.truthOf(customerOf(member))).subscriptions,
  };
}

export type SandboxSuite = Paying & ReturnType<typeof sandboxTools>;

/** Declares a suite on a server whose payments the sandbox takes, without a time of grace. */
export function describeSandbox(title: string, now: string, body: (suite: SandboxSuite) => void): void {
  describeServer(title, { now: new Date(now), env: { PAYMENT_GRACE_DAYS: '0' } }, (suite) => {
    before(() => ensureAdministrator(suite.world, operator));
    const paying = Object.assign(suite, payingTools(suite));
    body(Object.assign(paying, sandboxTools(paying)));
  });
}

function stripeTools(suite: Paying & { fake: Awaited<ReturnType<typeof startFakeStripe>> }) {
  let customers = 0;
  const { later } = suite;
  const known = async ({ session: { id } }: TestMember, customerId = `cus_${(customers += 1)}`): Promise<string> => {
    await suite.db.insertInto('billing_accounts').values({ workspace_id: id, customer_id: customerId }).execute();
    return customerId;
  };
  return {
    /** As after a start with other keys. */
    reconnect: (): void => void Object.assign(suite.world, { payments: connectTo(suite.fake) }),
    /** Makes Stripe know a member. */
    known,
    /** A new member whom Stripe knows. */
    async customer() {
      const member = await suite.signUp();
      return { member, customer: await known(member) };
    },
    accountOf: ({ session }: TestMember) =>
      suite.db
        .selectFrom('billing_accounts')
        .select(['customer_id', 'subscription_id'])
        .where('workspace_id', '=', session.id)
        .executeTakeFirst(),
    subscription: (
      id: string,
      status: Stripe.Subscription.Status,
      {
        item = { price: { id: 'price_e', product: 'prod_e' } },
        start = suite.now(),
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
      items: {
        data: [{ ...item, current_period_start: toUnixSeconds(start), current_period_end: toUnixSeconds(end) }],
      },
      ...rest,
    }),
    invoice: (
      id: string,
      paidFor: string,
      status: Stripe.Invoice.Status,
      { paidBy, created = suite.now() }: { paidBy?: string; created?: Date } = {},
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
    }),
    packIntent: (
      id: string,
      status: Stripe.PaymentIntent.Status,
      rest: DeepPartial<Stripe.PaymentIntent> = {},
    ): DeepPartial<Stripe.PaymentIntent> => ({
      id,
      status,
      amount: 500,
      amount_received: status === 'succeeded' ? 500 : 0,
      created: toUnixSeconds(suite.now()),
      metadata: { pack: 'tokens-50k' },
      last_payment_error: null,
      latest_charge: null,
      ...rest,
    }),
    /** From now on Stripe has these, newest first, for whomever it is asked about. */
    says: (...data: DeepPartial<Stripe.Subscription>[]) =>
      void (suite.fake.answers['GET /v1/subscriptions'] = { data }),
    invoiced: (...data: DeepPartial<Stripe.Invoice>[]) => void (suite.fake.answers['GET /v1/invoices'] = { data }),
    intended: (...data: DeepPartial<Stripe.PaymentIntent>[]) =>
      void (suite.fake.answers['GET /v1/payment_intents'] = { data }),
    /** Calls of this kind to Stripe so far, by their paths. */
    calls: (method: string, path = '') =>
      suite.fake.asked.filter((each) => each.method === method && each.path.includes(path)).map((each) => each.path),
    /** The payments that Stripe was told to give back. */
    refunded: () =>
      suite.fake.asked.filter(({ path }) => path === '/v1/refunds').map(({ form }) => form.get('payment_intent')),
    async membership(member: TestMember) {
      const { plan, subscription_status, membership_end, membership_expired, payment_due } = await suite.check(member);
      return { plan, subscription_status, membership_end, membership_expired, payment_due };
    },
  };
}

export type StripeSuite = Parameters<typeof stripeTools>[0] & ReturnType<typeof stripeTools>;

/** Declares a suite on a server with a fake in Stripe's place; before each test nobody knows a customer. */
export function describeStripe(title: string, body: (suite: StripeSuite) => void): void {
  const now = new Date('2026-11-25T10:00:00Z');
  describeServer(title, { now }, (server) => {
    const paying = Object.assign(server, payingTools(server), {} as Pick<StripeSuite, 'fake'>);
    const suite = Object.assign(paying, stripeTools(paying));
    before(async () => {
      suite.fake = await startFakeStripe();
      await ensureAdministrator(suite.world, operator);
    });
    after(() => suite.fake?.close());
    beforeEach(async () => {
      await suite.settle();
      suite.clock.at = now;
      const { answers, refusals, asked } = suite.fake;
      for (const given of [answers, refusals]) for (const key of Object.keys(given)) Reflect.deleteProperty(given, key);
      asked.length = 0;
      suite.says();
      suite.invoiced();
      suite.intended();
      answers['GET /v1/checkout/sessions'] = { data: [] };
      answers['POST /v1/checkout/sessions'] = { id: 'cs_1', url: 'https://pay.example/cs_1' };
      for (const table of ['billing_accounts', 'former_customers', 'concerns'] as const)
        await suite.db.deleteFrom(table).execute();
      suite.reconnect();
    });
    body(suite);
  });
}
