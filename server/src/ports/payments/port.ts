import type { PaidPlan, PaymentState, SandboxCard, SandboxCheckout } from '@lectern/contract/billing';
import type { TokenPack } from '@lectern/contract/rules/token-packs';

/** What a plan is called at the provider. */
export type ProviderIds = { priceId: string; productId: string };

/**
 * A monthly subscription. `ending` runs until its period ends and is not renewed; `unpaid` could not be renewed;
 * `ended` is over. `plan` is undefined for a price this product does not sell.
 */
export type Subscription = {
  id: string;
  plan: PaidPlan | undefined;
  state: 'active' | 'ending' | 'unpaid' | 'ended';
  periodStart: Date;
  periodEnd: Date;
  createdAt: Date;
};

/** A payment or the attempt at one; `amount` in cents. `tokens` is what a paid pack gives. */
export type ProviderPayment = {
  id: string;
  kind: 'subscription' | 'tokens';
  productId: string;
  amount: number;
  state: PaymentState;
  /** What the provider says of it, for the history. */
  log: string;
  tokens?: number;
  /** Cents of a payment that has succeeded which were given back, or lost in a dispute; all of one that is `refunded`. */
  givenBack?: number;
  createdAt: Date;
};

/** Everything the provider knows of a customer, newest first. */
export type CustomerTruth = { subscriptions: Subscription[]; payments: ProviderPayment[] };

/** A signed event: it only says whose truth has changed. */
export type PaymentEvent = { id: string; customerId: string | undefined };

/**
 * Taking money. The product never believes what a browser or an event says of a payment: it asks for the customer's
 * truth and applies that. Where the provider cannot be reached or refuses, what only begins a payment throws
 * `payment_failed`, for nobody can have paid by it yet; everything else throws `payment_state_unknown`.
 */
export type Payments = {
  kind: 'sandbox' | 'stripe';
  /** For the browser's part of the provider; null for the sandbox. */
  publishableKey: string | null;
  plans: Readonly<Record<PaidPlan, ProviderIds>>;
  createCustomer(member: { id: string; email: string }): Promise<string>;
  /** The address to which the provider writes, and which its pages show. One who is not there any more is left alone. */
  updateCustomer(customerId: string, customer: { email: string }): Promise<void>;
  /** The address of a hosted page where the customer subscribes. Pages opened before for them can no longer be paid. */
  createCheckout(checkout: {
    customerId: string;
    plan: PaidPlan;
    /** What the page says about a period that the payment would end. */
    notice?: string | undefined;
    successUrl: string;
    cancelUrl: string;
  }): Promise<{ url: string }>;
  /** A payment the browser confirms with the secret. */
  createTokenPayment(payment: { customerId: string; pack: TokenPack }): Promise<{ clientSecret: string }>;
  /** The subscription runs to the end of its period and is not renewed. */
  cancelAtPeriodEnd(subscriptionId: string): Promise<void>;
  /** Takes `cancelAtPeriodEnd` back, while the period runs. */
  keepSubscription(subscriptionId: string): Promise<void>;
  /** The subscription ends at once. */
  endSubscription(subscriptionId: string): Promise<void>;
  /** As `endSubscription`, and everything paid for it is given back, once. */
  refundSubscription(subscriptionId: string): Promise<void>;
  truthOf(customerId: string): Promise<CustomerTruth>;
  /** Throws `bad_signature` for an event that the provider has not signed within the last five minutes. */
  readEvent(body: string, signature: string | undefined): Promise<PaymentEvent>;
  /** Deletes the customer at the provider; their subscriptions end. One who is not there any more is as well deleted. */
  forgetCustomer(customerId: string): Promise<void>;
  /** What only a sandbox can do; undefined where money is real. */
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
  /** Lets the running period of a customer end now, with this outcome of its renewal. False without a subscription. */
  endPeriod(customerId: string, renewal: 'succeeds' | 'fails'): Promise<boolean>;
  /** Renews or ends what is due. Resolves with when the next one is. */
  renewDue(): Promise<Date | undefined>;
};
