import type { PaidPlan } from '@lectern/contract/billing/billing';
import type { TokenPack } from '@lectern/contract/rules/token-packs';
import type { Stripe } from 'stripe';
import { truncateText } from '../../../platform/text/truncate-text.ts';
import type { ProviderIds, ProviderPayment, Subscription } from '../port.ts';

const date = (seconds: number): Date => new Date(seconds * 1000);

/** Characters of an id of Stripe's (its documentation says 255), and of what is kept of its words. */
const longest = { id: 255, words: 2_000 };

/** An id that can be kept. */
export function checkStripeId(id: string): string {
  if (id.length > longest.id) throw new Error(`Stripe gave an id of ${id.length} characters.`);
  return id;
}

function stateOf({ status, cancel_at_period_end, cancel_at }: Stripe.Subscription): Subscription['state'] | undefined {
  switch (status) {
    case 'active':
    case 'trialing':
      return cancel_at_period_end || cancel_at !== null ? 'ending' : 'active';
    case 'past_due':
    case 'unpaid':
    case 'paused':
      return 'unpaid';
    case 'canceled':
      return 'ended';
    // The first payment has not been made yet, or never was: there is no subscription.
    case 'incomplete':
    case 'incomplete_expired':
    default:
      return undefined;
  }
}

const idOf = (reference: string | { id: string } | null | undefined): string =>
  checkStripeId(typeof reference === 'string' ? reference : (reference?.id ?? ''));

type Plans = Readonly<Record<PaidPlan, ProviderIds>>;

/**
 * The plan of a subscription: by price, else by any price of its product, else by checkout metadata. Operators change
 * prices and move subscriptions in Stripe's dashboard.
 */
function planOf({ items, metadata }: Stripe.Subscription, plans: Plans): Pick<Subscription, 'plan' | 'isForeign'> {
  const names = Object.keys(plans) as PaidPlan[];
  const prices = items.data.map(({ price }) => price);
  const byPrice = names.find((plan) => prices.some(({ id }) => id === plans[plan].priceId));
  // Several plans may be prices of one product, which then tells nothing.
  const byProduct = names.filter((plan) => prices.some(({ product }) => idOf(product) === plans[plan].productId));
  const [only, ...others] = byProduct;
  const sold = byPrice ?? (others.length === 0 ? only : undefined);
  return {
    plan: sold ?? names.find((plan) => metadata?.plan === plan),
    isForeign: byPrice === undefined && only === undefined,
  };
}

const isRefused = ({ status, attempt_count }: Stripe.Invoice): boolean =>
  status === 'uncollectible' || (status === 'open' && attempt_count > 0);

const subscriptionOf = ({ parent }: Stripe.Invoice): string => idOf(parent?.subscription_details?.subscription);

/** When the first invoice was refused since the last one that was paid, in seconds: what is older was written off. */
function owedSince(invoices: readonly Stripe.Invoice[]): number | null {
  const paid = Math.max(0, ...invoices.flatMap(({ status, created }) => (status === 'paid' ? [created] : [])));
  const owed = invoices.filter((each) => isRefused(each) && each.created > paid).map(({ created }) => created);
  return owed.length === 0 ? null : Math.min(...owed);
}

/**
 * A subscription of Stripe in our words; none where its first payment has not gone through. The period stands with its
 * item (API of 2025-03-31 and later).
 */
export function mapStripeSubscription(
  subscription: Stripe.Subscription,
  { plans, invoices }: { plans: Plans; invoices: readonly Stripe.Invoice[] },
): Subscription[] {
  const state = stateOf(subscription);
  if (!state) return [];
  const { id, ended_at, created } = subscription;
  const [item] = subscription.items.data;
  const own = invoices.filter((invoice) => subscriptionOf(invoice) === id);
  const stopped = { ended: ended_at, unpaid: owedSince(own), active: null, ending: null }[state];
  return [
    {
      id: checkStripeId(id),
      ...planOf(subscription, plans),
      state,
      periodStart: date(item?.current_period_start ?? created),
      periodEnd: date(item?.current_period_end ?? ended_at ?? created),
      createdAt: date(created),
      ...(typeof stopped === 'number' ? { stoppedAt: date(stopped) } : {}),
    },
  ];
}

const chargeOf = ({ latest_charge: charge }: Stripe.PaymentIntent): Stripe.Charge | undefined =>
  typeof charge === 'object' && charge !== null ? charge : undefined;

/** Whether a customer's bank has taken the payment back, wants to, or wanted to: that is kept for good. */
export const isDisputed = (intent: Stripe.PaymentIntent): boolean => chargeOf(intent)?.disputed === true;

/** Cents of a payment refunded or lost in disputes, and the state of a dispute. */
export type Taken = Pick<ProviderPayment, 'dispute'> & { givenBack: number };

const isOpen = ({ status }: Stripe.Dispute): boolean =>
  ['needs_response', 'under_review', 'warning_needs_response', 'warning_under_review'].includes(status);

export function readRefundAndDispute(intent: Stripe.PaymentIntent, disputes: readonly Stripe.Dispute[]): Taken {
  const charge = chargeOf(intent);
  if (!charge) return { givenBack: 0 };
  const lost = disputes.filter(({ status }) => status === 'lost');
  const all = lost.reduce((sum, { amount }) => sum + amount, charge.amount_refunded);
  return {
    givenBack: charge.refunded ? intent.amount : Math.min(intent.amount, all),
    dispute: disputes.some(isOpen) ? 'open' : lost.length > 0 ? 'lost' : undefined,
  };
}

/** The payment intents by which an invoice was paid. */
export const paidIntents = ({ payments }: Stripe.Invoice): string[] =>
  (payments?.data ?? [])
    .filter(({ status }) => status === 'paid')
    .map(({ payment }) => idOf(payment.payment_intent))
    .filter((id) => id !== '');

/** An invoice of a subscription as a payment; drafts and voided ones are none. `taken` is by payment intent. */
export function asInvoicePayment(
  invoice: Stripe.Invoice,
  { intents, taken }: { intents: readonly Stripe.PaymentIntent[]; taken: ReadonlyMap<string, Taken> },
): ProviderPayment[] {
  const { id, status } = invoice;
  if (id === undefined || !invoice.parent?.subscription_details || status === 'draft' || status === 'void') return [];
  const [line] = invoice.lines.data;
  const by = new Set(invoice.payments?.data.map(({ payment }) => idOf(payment.payment_intent)));
  const paidBy = intents.filter((intent) => by.has(intent.id));
  const takenOff = paidBy.map((intent) => taken.get(intent.id)!);
  const isRefunded = paidBy.some((intent) => taken.get(intent.id)!.givenBack === intent.amount);
  const failed = isRefused(invoice);
  return [
    {
      id: checkStripeId(id),
      kind: 'subscription',
      productId: idOf(line?.pricing?.price_details?.product),
      amount: invoice.amount_due,
      currency: invoice.currency,
      state: isRefunded ? 'refunded' : status === 'paid' ? 'succeeded' : failed ? 'failed' : 'open',
      log: truncateText(
        [invoice.number, invoice.billing_reason, failed ? invoice.last_finalization_error?.message : undefined]
          .filter(Boolean)
          .join(', '),
        longest.words,
      ),
      givenBack: takenOff.reduce((sum, { givenBack }) => sum + givenBack, 0),
      dispute: takenOff.find(({ dispute }) => dispute !== undefined)?.dispute,
      subscriptionId: subscriptionOf(invoice),
      period: line?.period && { start: date(line.period.start), end: date(line.period.end) },
      createdAt: date(invoice.created),
    },
  ];
}

/** A payment for tokens. Those of invoices are told by their invoice. */
export function asTokenPayment(
  intent: Stripe.PaymentIntent,
  { givenBack, dispute }: Taken,
  packs: readonly TokenPack[],
): ProviderPayment[] {
  const pack = packs.find(({ id }) => id === intent.metadata.pack);
  if (!pack) return [];
  const { status } = intent;
  // A retry after a refusal keeps the old error message.
  const failed = status === 'canceled' || (status === 'requires_payment_method' && intent.last_payment_error !== null);
  const paid = status === 'succeeded' && intent.amount_received === pack.amount;
  const waitsFor = status === 'requires_action' ? 'authentication' : status === 'processing' ? 'bank' : undefined;
  return [
    {
      id: checkStripeId(intent.id),
      kind: 'tokens',
      productId: pack.id,
      amount: intent.amount,
      currency: intent.currency,
      state: paid && givenBack === intent.amount ? 'refunded' : paid ? 'succeeded' : failed ? 'failed' : 'open',
      log: truncateText((failed ? intent.last_payment_error?.message : undefined) ?? status, longest.words),
      tokens: pack.tokens,
      givenBack,
      dispute,
      waitsFor,
      createdAt: date(intent.created),
    },
  ];
}
