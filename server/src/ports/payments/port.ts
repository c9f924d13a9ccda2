import type { PaidPlan, PaymentState, SandboxCard, SandboxCheckout } from '@lectern/contract/billing/billing';
import { Problem } from '@lectern/contract/problem';
import type { TokenPack } from '@lectern/contract/rules/token-packs';

/** The provider's ids of a plan. */
export type ProviderIds = { priceId: string; productId: string };

/**
 * `ending` runs to the period's end without renewal; `unpaid` failed to renew; `ended` is over. Never-paid
 * subscriptions do not count. `plan` is undefined for unknown products.
 */
export type Subscription = {
  id: string;
  plan: PaidPlan | undefined;
  /**
   * Neither its price nor its product is of a plan: only what its checkout wrote down tells its plan, if anything does.
   */
  isForeign?: boolean;
  state: 'active' | 'ending' | 'unpaid' | 'ended';
  periodStart: Date;
  periodEnd: Date;
  createdAt: Date;
  /** When a stopped subscription ended, or when its debt was first unpaid, if known. */
  stoppedAt?: Date | undefined;
};

/**
 * A payment or the attempt at one; `amount` in the smallest unit of its currency. `tokens` is what a paid pack gives.
 */
export type ProviderPayment = {
  id: string;
  kind: 'subscription' | 'tokens';
  productId: string;
  amount: number;
  /** Lower-case code; US dollars without. */
  currency?: string | undefined;
  state: PaymentState;
  /** The provider's message about the payment, for the history. */
  log: string;
  tokens?: number;
  /** How much of a payment that has succeeded was given back, or lost in a dispute; all of one that is `refunded`. */
  givenBack?: number;
  /** The bank of the customer wants it back, or has got it. */
  dispute?: 'open' | 'lost' | undefined;
  /** The party an open payment waits for; unset if the customer has not begun to pay. */
  waitsFor?: 'authentication' | 'bank' | undefined;
  /** Subscription and period that a plan payment covers. */
  subscriptionId?: string | undefined;
  period?: { start: Date; end: Date } | undefined;
  createdAt: Date;
};

/** Everything the provider knows of a customer, newest first. */
export type CustomerState = { subscriptions: Subscription[]; payments: ProviderPayment[] };

/**
 * The provider does not know this customer: deleted there, or from another provider, account or mode. Not an outage; a
 * new customer can be created at once.
 */
export class CustomerMissing extends Problem {
  constructor(cause?: unknown) {
    super('payment_failed', { cause });
  }
}

/** The provider has answered that it cannot now, and says the same of the same attempt for a day. */
export class AttemptSpent extends Problem {
  constructor(cause?: unknown) {
    super('payment_failed', { cause });
  }
}

/** The provider refuses for good to give a payment back. The message says why, in its words. */
export class RefundRefused extends Error {
  override readonly name = 'RefundRefused';
}

/** A signed event: it only says whose truth has changed. */
export type PaymentEvent = { id: string; customerId: string | undefined };

/**
 * Takes payments; trusts only the customer's queried state. On failure, calls that begin a payment throw
 * `payment_failed`, others `payment_state_unknown`, missing customers `CustomerMissing`, rejected keys
 * `payments_not_set_up`.
 */
export type Payments = {
  kind: 'sandbox' | 'stripe';
  /** For the browser's part of the provider; null for the sandbox. */
  publishableKey: string | null;
  plans: Readonly<Record<PaidPlan, ProviderIds>>;
  /**
   * One customer for each attempt, counted from 0, so that a lost answer makes no second one. Throws `AttemptSpent`.
   */
  createCustomer(member: { id: string; email: string; attempt?: number }): Promise<string>;
  /**
   * The address to which the provider writes, and which its pages show. One who is not there any more is left alone.
   */
  updateCustomer(customerId: string, customer: { email: string }): Promise<void>;
  /** The address of a hosted page where the customer subscribes. Pages opened before for them can no longer be paid. */
  createCheckout(checkout: {
    customerId: string;
    plan: PaidPlan;
    /** Notice on the payment page about a period that the payment would end. */
    notice?: string | undefined;
    successUrl: string;
    cancelUrl: string;
  }): Promise<{ url: string }>;
  /** A payment the browser confirms with the secret. */
  createTokenPayment(payment: { customerId: string; pack: TokenPack }): Promise<{ id: string; clientSecret: string }>;
  /**
   * The secret of a payment of this customer that was begun before; undefined where it can be paid no more, or is being
   * paid.
   */
  reopenTokenPayment(payment: { id: string; customerId: string; pack: TokenPack }): Promise<string | undefined>;
  /** The subscription runs to the end of its period and is not renewed. */
  cancelAtPeriodEnd(subscriptionId: string): Promise<void>;
  /** Takes `cancelAtPeriodEnd` back, while the period runs. */
  keepSubscription(subscriptionId: string): Promise<void>;
  /** The subscription ends at once. One that has ended is left alone. */
  endSubscription(subscriptionId: string): Promise<void>;
  /**
   * As `endSubscription`, and what was paid for it and has not been given back is given back; neither waits for the other.
   * Throws `RefundRefused` when all else is done.
   */
  refundSubscription(subscriptionId: string): Promise<void>;
  truthOf(customerId: string): Promise<CustomerState>;
  /** Throws `bad_signature` for an event that the provider has not signed within the last five minutes. */
  readEvent(body: string, signature: string | undefined): Promise<PaymentEvent>;
  /**
   * Deletes the customer at the provider; their subscriptions end. One who is not there any more is as well deleted.
   */
  forgetCustomer(customerId: string): Promise<void>;
  /** Sandbox-only functions; undefined with real money. */
  sandbox?: Sandbox;
};

/** The sandbox is the provider's hosted page, the customer's bank and the clock in one. */
export type Sandbox = {
  webhookSecret: string;
  /** Undefined when there is no such checkout. */
  checkout(id: string): Promise<SandboxCheckout | undefined>;
  /** Pays at the hosted page; `url` is where to go then. Throws `card_refused` and `checkout_closed`. */
  pay(id: string, card: SandboxCard): Promise<{ status: 'succeeded' | 'authentication'; url: string | null }>;
  /** Leaves the hosted page without paying; resolves with where to go. */
  abandon(id: string): Promise<string>;
  /** Confirms a customer's own payment for tokens. Throws `card_refused` and `checkout_closed`. */
  confirm(
    payment: { customerId: string; clientSecret: string },
    card: SandboxCard,
  ): Promise<'succeeded' | 'authentication'>;
  /**
   * Ends the customer's running period with this renewal outcome, or retries a refused renewal once and gives it up on
   * failure. False without a subscription.
   */
  endPeriod(customerId: string, renewal: 'succeeds' | 'fails'): Promise<boolean>;
  /** Renews or ends what is due. Resolves with when the next one is. */
  renewDue(): Promise<Date | undefined>;
};
