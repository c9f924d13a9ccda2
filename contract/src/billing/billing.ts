import { z } from 'zod';
import { Plan, SubscriptionStatus } from '../accounts/accounts.ts';
import { routes } from '../route.ts';
import { boundedText, sentText } from '../text.ts';

export const PaidPlan = Plan.exclude(['free']);
export type PaidPlan = z.infer<typeof PaidPlan>;

/** A plan as it is sold: `price` in US dollars a month. */
export const SoldPlan = z.object({
  key: Plan,
  name: sentText,
  label: sentText,
  price: z.number(),
  show: z.boolean(),
  priceId: sentText.nullable(),
  productId: sentText.nullable(),
});
export type SoldPlan = z.infer<typeof SoldPlan>;

/** A pack of extra tokens; `amount` in cents. */
export const SoldPack = z.object({
  id: sentText,
  amount: z.number(),
  token_balance: z.number(),
  label: sentText,
  price: sentText,
});
export type SoldPack = z.infer<typeof SoldPack>;

export const PaymentState = z.enum(['open', 'succeeded', 'failed', 'refunded']);
export type PaymentState = z.infer<typeof PaymentState>;

/** One line of the payment history: `price` in the smallest unit of its currency, US cents where it has none. */
export const Payment = z.object({
  id: z.uuid(),
  price: z.number(),
  currency: sentText.optional(),
  paymentType: z.enum(['subscription', 'tokens']),
  productId: sentText,
  paymentStatus: PaymentState,
  log: sentText,
  createdAt: z.iso.datetime(),
});
export type Payment = z.infer<typeof Payment>;

/** Checkout price today (US dollars), plan, and the paid or trial period it would end. */
export const CheckoutTerms = z.object({
  price: z.number(),
  label: sentText,
  replaces: z.object({ label: sentText, until: z.iso.datetime() }).nullable(),
  /** With the tokens that are left of it, and would end as well. */
  ends_trial: z.object({ until: z.iso.datetime(), tokens: z.number() }).nullable(),
});
export type CheckoutTerms = z.infer<typeof CheckoutTerms>;

/** Content of the sandbox test page. */
export const SandboxCheckout = z.object({
  email: sentText,
  product: sentText,
  /** Cents. */
  amount: z.number(),
  state: z.enum(['open', 'complete', 'abandoned']),
  cancelUrl: sentText,
  /** Notice of the period that the payment would end. */
  notice: sentText.nullable(),
});
export type SandboxCheckout = z.infer<typeof SandboxCheckout>;

/** Only the listed test numbers are taken; no number is ever stored. */
export const SandboxCard = z.object({
  number: boundedText(30),
  expiry: boundedText(7),
  cvc: boundedText(4),
  /** The answer to the extra authentication, once it was asked for. */
  authenticated: z.boolean().optional(),
});
export type SandboxCard = z.infer<typeof SandboxCard>;

/** Payment state from the provider, as a code and as a message for people. */
export const PaymentOutcome = z.object({ payment: z.enum([...PaymentState.options, 'none']), msg: sentText });
export type PaymentOutcome = z.infer<typeof PaymentOutcome>;

const Id = z.uuid();
const Message = z.object({ msg: sentText });
const sandboxAnswer = z.object({ status: z.enum(['succeeded', 'authentication']), url: sentText.nullable() });
/** Stripe's own limit of an id. Characters. */
const ProviderId = boundedText(255);
const checkoutId = z.object({ id: boundedText(100) });

export const billingRoutes = routes({
  /** Plans on sale and the payment provider. */
  offers: {
    method: 'GET',
    path: '/basic/plans',
    access: 'member',
    right: 'bill',
    reply: z.object({
      data: z.object({
        payments: z.enum(['sandbox', 'stripe']),
        publishableKey: sentText.nullable(),
        plans: z.array(SoldPlan),
        packs: z.array(SoldPack),
      }),
    }),
  },
  payments: {
    method: 'GET',
    path: '/basic/payments',
    access: 'member',
    right: 'bill',
    reply: z.object({ data: z.array(Payment) }),
  },
  checkout: {
    method: 'POST',
    path: '/stripe/default/create-checkout-session',
    access: 'member',
    right: 'bill',
    body: z.object({ priceId: ProviderId, productId: ProviderId, userId: Id }),
    reply: z.object({ url: sentText }),
  },
  /** Asked before `checkout`, and refused as that would be. */
  checkoutTerms: {
    method: 'GET',
    path: '/stripe/default/checkout-terms',
    access: 'member',
    right: 'bill',
    query: z.object({ priceId: ProviderId, productId: ProviderId }),
    reply: z.object({ data: CheckoutTerms }),
  },
  intent: {
    method: 'POST',
    path: '/stripe/default/create-payment-intent',
    access: 'member',
    right: 'bill',
    body: z.object({ amount: z.int(), currency: z.literal('usd'), userId: Id }),
    reply: z.object({ clientSecret: sentText }),
  },
  /** Asks the provider for the payment's state; the page's own claim is not trusted. */
  intentUpdate: {
    method: 'POST',
    path: '/stripe/default/intent-payment-update',
    access: 'member',
    right: 'bill',
    body: z.object({
      paymentStatus: z.enum(['success', 'failed']),
      reason: boundedText(2000).default(''),
      paymentUrl: boundedText(2000).default(''),
      amount: z.number(),
      userId: Id,
    }),
    reply: PaymentOutcome,
  },
  /** Asks the provider for the truth about the caller's subscription: for a page that opens before an event came. */
  refresh: {
    method: 'POST',
    path: '/stripe/default/refresh',
    access: 'member',
    right: 'bill',
    reply: z.object({ plan: Plan, subscription_status: SubscriptionStatus }),
  },
  cancelSubscription: {
    method: 'POST',
    path: '/stripe/default/cancel-subscription',
    access: 'member',
    right: 'bill',
    errorField: true,
    reply: z.object({ subscription_status: SubscriptionStatus }),
  },
  /** Takes a cancellation back while the paid period runs. */
  keepSubscription: {
    method: 'POST',
    path: '/stripe/default/keep-subscription',
    access: 'member',
    right: 'bill',
    reply: z.object({ subscription_status: SubscriptionStatus }),
  },
  /** Signed events of the payment provider. */
  webhook: {
    method: 'POST',
    path: '/stripe/webhook',
    access: 'capability',
    work: 'cheap',
    longBody: true,
    reply: z.object({ received: z.boolean() }),
  },

  sandboxCheckout: {
    method: 'GET',
    path: '/sandbox/checkout/:id',
    access: 'capability',
    work: 'cheap',
    params: checkoutId,
    reply: z.object({ data: SandboxCheckout }),
  },
  sandboxPay: {
    method: 'POST',
    path: '/sandbox/checkout/:id/pay',
    access: 'capability',
    work: 'cheap',
    params: checkoutId,
    body: SandboxCard,
    reply: sandboxAnswer,
  },
  sandboxAbandon: {
    method: 'POST',
    path: '/sandbox/checkout/:id/abandon',
    access: 'capability',
    work: 'cheap',
    params: checkoutId,
    reply: z.object({ url: sentText }),
  },
  sandboxConfirm: {
    method: 'POST',
    path: '/sandbox/payments/confirm',
    access: 'member',
    right: 'bill',
    body: SandboxCard.extend({ clientSecret: boundedText(200) }),
    reply: sandboxAnswer,
  },
  /**
   * The clock of the sandbox: the caller's billing period, or trial, ends now; a renewal that was refused is tried
   * again.
   */
  sandboxSkip: {
    method: 'POST',
    path: '/sandbox/end-period',
    access: 'member',
    right: 'bill',
    body: z.object({ renewal: z.enum(['succeeds', 'fails']) }),
    reply: Message,
  },
});
