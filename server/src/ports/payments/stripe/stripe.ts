import type { PaidPlan } from '@lectern/contract/billing';
import { Problem, type ProblemCode } from '@lectern/contract/problem';
import { tokenPacks } from '@lectern/contract/rules/token-packs';
import { Stripe } from 'stripe';
import { boundedFetch } from '../../../platform/bounded-fetch.ts';
import { outsideTransaction } from '../../../platform/database/transactions.ts';
import type { Payments, ProviderIds } from '../port.ts';
import { readSignedEvent } from '../signed-event.ts';
import {
  asInvoicePayment,
  asSubscription,
  asTokenPayment,
  givenBackOf,
  isDisputed,
  keptId,
  lostIn,
  paidIntents,
} from './read-truth.ts';

export type StripeSettings = {
  secretKey: string;
  webhookSecret: string;
  publishableKey: string;
  plans: Readonly<Record<PaidPlan, ProviderIds>>;
  /** Another server in Stripe's place: for tests. */
  server?: { host: string; port: number; protocol: 'http' };
};

/** So many objects are in an answer: Stripe's most. */
const page = 100;
/** Of each kind, how many of a customer's objects are read: whoever begins payments without end comes to it. */
const most = { limit: 5000 };

const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';

/** Calls about a customer; one who is gone already, by an attempt whose answer was lost or in Stripe's own pages, needs nothing. */
async function unlessMissing(call: () => Promise<unknown>): Promise<void> {
  try {
    await call();
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

async function customerOf(stripe: Stripe, chargeId: string): Promise<string | undefined> {
  try {
    const { customer } = await stripe.charges.retrieve(chargeId);
    return (typeof customer === 'string' ? customer : customer?.id) ?? undefined;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Payments through Stripe, in the words of its API of 2026-10-28. */
export function createStripe({ secretKey, webhookSecret, publishableKey, plans, server }: StripeSettings): Payments {
  const stripe = new Stripe(secretKey, {
    telemetry: false,
    maxNetworkRetries: 2,
    httpClient: Stripe.createFetchHttpClient(boundedFetch()),
    ...server,
  });

  const failingAs =
    (code: ProblemCode) =>
    async <T>(call: () => Promise<T>): Promise<T> => {
      outsideTransaction('A call of Stripe');
      try {
        return await call();
      } catch (cause) {
        throw new Problem(code, { cause });
      }
    };
  /** Before anybody can pay: the page or the secret with which they would is in the answer. */
  const begin = failingAs('payment_failed');
  const ask = failingAs('payment_state_unknown');

  return {
    kind: 'stripe',
    publishableKey,
    plans,
    createCustomer: ({ id, email }) =>
      begin(async () => {
        // The same customer for the same member, also when the answer to the first call was lost.
        const customer = await stripe.customers.create(
          { email, metadata: { userId: id } },
          { idempotencyKey: `customer-${id}` },
        );
        return keptId(customer.id);
      }),
    updateCustomer: (customerId, { email }) =>
      ask(() => unlessMissing(() => stripe.customers.update(customerId, { email }))),
    createCheckout: ({ customerId, plan, notice, successUrl, cancelUrl }) =>
      begin(async () => {
        const open = await stripe.checkout.sessions.list({ customer: customerId, status: 'open', limit: page });
        for (const { id } of open.data) await stripe.checkout.sessions.expire(id);
        const session = await stripe.checkout.sessions.create({
          mode: 'subscription',
          customer: customerId,
          line_items: [{ price: plans[plan].priceId, quantity: 1 }],
          success_url: successUrl,
          cancel_url: cancelUrl,
          subscription_data: { metadata: { plan } },
          ...(notice === undefined ? {} : { custom_text: { submit: { message: notice } } }),
        });
        if (session.url === null) throw new Error(`Checkout session ${session.id} has no address.`);
        return { url: session.url };
      }),
    createTokenPayment: ({ customerId, pack }) =>
      begin(async () => {
        const intent = await stripe.paymentIntents.create({
          amount: pack.amount,
          currency: 'usd',
          customer: customerId,
          description: pack.label,
          allowed_payment_method_types: ['card'],
          metadata: { pack: pack.id },
        });
        if (intent.client_secret === null) throw new Error(`Payment ${intent.id} has no secret.`);
        return { clientSecret: intent.client_secret };
      }),
    cancelAtPeriodEnd: (id) =>
      ask(async () => {
        await stripe.subscriptions.update(id, { cancel_at_period_end: true });
      }),
    keepSubscription: (id) =>
      ask(async () => {
        await stripe.subscriptions.update(id, { cancel_at_period_end: false });
      }),
    endSubscription: (id) =>
      ask(async () => {
        await stripe.subscriptions.cancel(id);
      }),
    refundSubscription: (subscription) =>
      ask(async () => {
        const invoices = await stripe.invoices
          .list({ subscription, status: 'paid', limit: page, expand: ['data.payments'] })
          .autoPagingToArray(most);
        // Given back before it is ended: an ended subscription is never looked at again.
        for (const intent of invoices.flatMap(paidIntents))
          await stripe.refunds.create(
            { payment_intent: intent, reason: 'duplicate' },
            { idempotencyKey: `surplus-${intent}` },
          );
        await stripe.subscriptions.cancel(subscription);
      }),
    truthOf: (customer) =>
      ask(async () => {
        const [subscriptions, invoices, intents] = await Promise.all([
          stripe.subscriptions.list({ customer, status: 'all', limit: page }).autoPagingToArray(most),
          stripe.invoices.list({ customer, limit: page, expand: ['data.payments'] }).autoPagingToArray(most),
          stripe.paymentIntents.list({ customer, limit: page, expand: ['data.latest_charge'] }).autoPagingToArray(most),
        ]);
        const givenBack = new Map<string, number>();
        for (const intent of intents) {
          const lost = isDisputed(intent)
            ? lostIn((await stripe.disputes.list({ payment_intent: intent.id, limit: page })).data)
            : 0;
          givenBack.set(intent.id, givenBackOf(intent, lost));
        }
        const refunded = new Set(intents.filter(({ id, amount }) => givenBack.get(id) === amount).map(({ id }) => id));
        return {
          subscriptions: subscriptions.flatMap((each) => asSubscription(each, plans)),
          payments: [
            ...invoices.flatMap((each) => asInvoicePayment(each, refunded)),
            ...intents.flatMap((each) => asTokenPayment(each, givenBack.get(each.id) ?? 0, tokenPacks)),
          ],
        };
      }),
    async readEvent(body, signature) {
      const { id, customerId, chargeId } = await readSignedEvent(body, signature, webhookSecret);
      // A dispute says only which payment it is about.
      if (customerId !== undefined || chargeId === undefined) return { id, customerId };
      return { id, customerId: await ask(() => customerOf(stripe, chargeId)) };
    },
    forgetCustomer: (customerId) => ask(() => unlessMissing(() => stripe.customers.del(customerId))),
  };
}
