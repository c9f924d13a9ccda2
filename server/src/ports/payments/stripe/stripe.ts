import type { PaidPlan } from '@lectern/contract/billing/billing';
import { Problem, type ProblemCode } from '@lectern/contract/problem';
import { tokenPacks } from '@lectern/contract/rules/token-packs';
import { Stripe } from 'stripe';
import { boundedFetch, type Deadlines, fetchInCall, outsideCall } from '../../../platform/http/outside-call.ts';
import { outsideTransaction } from '../../../platform/database/transactions.ts';
import { AttemptSpent, CustomerMissing, type Payments, type ProviderIds, RefundRefused } from '../port.ts';
import { readSignedEvent } from '../signed-event.ts';
import {
  asInvoicePayment,
  mapStripeSubscription,
  asTokenPayment,
  isDisputed,
  checkStripeId,
  paidIntents,
  type Taken,
  readRefundAndDispute,
} from './map-customer.ts';

export type StripeSettings = {
  secretKey: string;
  webhookSecret: string;
  publishableKey: string;
  plans: Readonly<Record<PaidPlan, ProviderIds>>;
  /** Another server in Stripe's place: for tests. */
  server?: { host: string; port: number; protocol: 'http' };
  /** Other than the usual ones: for tests. */
  deadlines?: Deadlines;
};

const { errors } = Stripe;

/** So many objects are in an answer: Stripe's most. */
const page = 100;
/** Objects read per kind and customer; only a customer who begins payments endlessly reaches this limit. */
const most = { limit: 5000 };

const refusesKey = (error: unknown): boolean =>
  error instanceof errors.StripeAuthenticationError || error instanceof errors.StripePermissionError;

const isMissing = (error: unknown): boolean =>
  error instanceof errors.StripeInvalidRequestError && error.code === 'resource_missing';

/** Detects a missing customer in calls that also name other objects, such as a price. */
const lacksCustomer = (error: unknown): boolean =>
  isMissing(error) && /customer/i.test(`${(error as Stripe.errors.StripeError).param} ${(error as Error).message}`);

/**
 * Calls about something; what is gone already, by an attempt whose answer was lost or in Stripe's own pages, needs
 * nothing.
 */
async function unlessMissing(call: () => Promise<unknown>): Promise<void> {
  try {
    await call();
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** Closes a page, unless it has closed meanwhile: paid, or by another call that opens one. */
async function expire(stripe: Stripe, session: string): Promise<void> {
  try {
    await stripe.checkout.sessions.expire(session);
  } catch (error) {
    if (!(error instanceof errors.StripeInvalidRequestError)) throw error;
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

/** Gives back what is left of a payment. Throws `RefundRefused`. */
async function giveBack(stripe: Stripe, intent: string): Promise<void> {
  try {
    await stripe.refunds.create({ payment_intent: intent, reason: 'duplicate' });
  } catch (error) {
    // A key may be restricted, so that it may end what it may not give back.
    const isRefused =
      error instanceof errors.StripeInvalidRequestError || error instanceof errors.StripePermissionError;
    if (!isRefused) throw error;
    if (error.code !== 'charge_already_refunded') throw new RefundRefused(error.message, { cause: error });
  }
}

/** Payments through Stripe, in the words of its API of 2026-10-28. */
export function createStripe(settings: StripeSettings): Payments {
  const { secretKey, webhookSecret, publishableKey, plans, server, deadlines } = settings;
  const stripe = new Stripe(secretKey, {
    telemetry: false,
    maxNetworkRetries: 2,
    httpClient: Stripe.createFetchHttpClient(fetchInCall(boundedFetch())),
    ...server,
  });

  const failingAs =
    (code: ProblemCode) =>
    async <T>(call: () => Promise<T>): Promise<T> => {
      outsideTransaction('A call of Stripe');
      try {
        return await outsideCall(call, deadlines);
      } catch (cause) {
        if (cause instanceof Problem || cause instanceof RefundRefused) throw cause;
        throw new Problem(refusesKey(cause) ? 'payments_not_set_up' : code, { cause });
      }
    };
  /** Before anybody can pay: the page or the secret with which they would is in the answer. */
  const begin = failingAs('payment_failed');
  const ask = failingAs('payment_state_unknown');

  /** A call that names nothing but a customer, and where it goes on in a list. */
  async function aboutCustomer<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      const isTheirs = isMissing(error) && (error as Stripe.errors.StripeError).param !== 'starting_after';
      throw isTheirs ? new CustomerMissing(error) : error;
    }
  }

  /**
   * A call that sells something to a customer: what is refused as it stands, such as a price, is refused tomorrow, too.
   */
  async function selling<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      if (lacksCustomer(error)) throw new CustomerMissing(error);
      throw error instanceof errors.StripeInvalidRequestError
        ? new Problem('payments_not_set_up', { cause: error })
        : error;
    }
  }

  return {
    kind: 'stripe',
    publishableKey,
    plans,
    createCustomer: ({ id, email, attempt = 0 }) =>
      begin(async () => {
        // The same customer for the same attempt, also when the answer to the first call was lost.
        const idempotencyKey = attempt === 0 ? `customer-${id}` : `customer-${id}/${attempt}`;
        try {
          const customer = await stripe.customers.create({ email, metadata: { userId: id } }, { idempotencyKey });
          return checkStripeId(customer.id);
        } catch (error) {
          const isAnswered = error instanceof errors.StripeError && error.statusCode !== undefined;
          throw isAnswered && !refusesKey(error) ? new AttemptSpent(error) : error;
        }
      }),
    updateCustomer: (customerId, { email }) =>
      ask(() => unlessMissing(() => stripe.customers.update(customerId, { email }))),
    createCheckout: ({ customerId, plan, notice, successUrl, cancelUrl }) =>
      begin(async () => {
        const open = await aboutCustomer(() =>
          stripe.checkout.sessions.list({ customer: customerId, status: 'open', limit: page }).autoPagingToArray(most),
        );
        for (const { id } of open) await expire(stripe, id);
        const session = await selling(() =>
          stripe.checkout.sessions.create({
            mode: 'subscription',
            customer: customerId,
            line_items: [{ price: plans[plan].priceId, quantity: 1 }],
            success_url: successUrl,
            cancel_url: cancelUrl,
            subscription_data: { metadata: { plan } },
            ...(notice === undefined ? {} : { custom_text: { submit: { message: notice } } }),
          }),
        );
        if (session.url === null) throw new Error(`Checkout session ${session.id} has no address.`);
        return { url: session.url };
      }),
    createTokenPayment: ({ customerId, pack }) =>
      begin(async () => {
        const intent = await selling(() =>
          aboutCustomer(() =>
            stripe.paymentIntents.create({
              amount: pack.amount,
              currency: 'usd',
              customer: customerId,
              description: pack.label,
              allowed_payment_method_types: ['card'],
              metadata: { pack: pack.id },
            }),
          ),
        );
        if (intent.client_secret === null) throw new Error(`Payment ${intent.id} has no secret.`);
        return { id: intent.id, clientSecret: intent.client_secret };
      }),
    reopenTokenPayment: ({ id, customerId, pack }) =>
      begin(async () => {
        try {
          const { status, amount, customer, client_secret: secret } = await stripe.paymentIntents.retrieve(id);
          const isOpen = ['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(status);
          return isOpen && amount === pack.amount && customer === customerId ? (secret ?? undefined) : undefined;
        } catch (error) {
          // For any invalid request, a new payment can be started.
          if (error instanceof errors.StripeInvalidRequestError) return undefined;
          throw error;
        }
      }),
    cancelAtPeriodEnd: (id) =>
      ask(async () => {
        await stripe.subscriptions.update(id, { cancel_at_period_end: true });
      }),
    keepSubscription: (id) =>
      ask(async () => {
        await stripe.subscriptions.update(id, { cancel_at_period_end: false });
      }),
    endSubscription: (id) => ask(() => unlessMissing(() => stripe.subscriptions.cancel(id))),
    refundSubscription: (subscription) =>
      ask(async () => {
        const failures: unknown[] = [];
        const each = (work: Promise<unknown>) => work.catch((error: unknown) => void failures.push(error));
        await each(unlessMissing(() => stripe.subscriptions.cancel(subscription)));
        const invoices = await stripe.invoices
          .list({ subscription, status: 'paid', limit: page, expand: ['data.payments'] })
          .autoPagingToArray(most);
        for (const intent of invoices.flatMap(paidIntents)) await each(giveBack(stripe, intent));
        // Puts retryable failures first, because a refusal ends the attempts.
        const [failure] = failures.toSorted(
          (a, b) => Number(a instanceof RefundRefused) - Number(b instanceof RefundRefused),
        );
        if (failure !== undefined) throw failure;
      }),
    truthOf: (customer) =>
      ask(async () => {
        const [subscriptions, invoices, intents] = await aboutCustomer(() =>
          Promise.all([
            stripe.subscriptions.list({ customer, status: 'all', limit: page }).autoPagingToArray(most),
            stripe.invoices.list({ customer, limit: page, expand: ['data.payments'] }).autoPagingToArray(most),
            stripe.paymentIntents
              .list({ customer, limit: page, expand: ['data.latest_charge'] })
              .autoPagingToArray(most),
          ]),
        );
        const taken = new Map<string, Taken>();
        for (const intent of intents) {
          const disputes = isDisputed(intent)
            ? (await stripe.disputes.list({ payment_intent: intent.id, limit: page })).data
            : [];
          taken.set(intent.id, readRefundAndDispute(intent, disputes));
        }
        return {
          subscriptions: subscriptions.flatMap((each) => mapStripeSubscription(each, { plans, invoices })),
          payments: [
            ...invoices.flatMap((each) => asInvoicePayment(each, { intents, taken })),
            ...intents.flatMap((each) => asTokenPayment(each, taken.get(each.id)!, tokenPacks)),
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
