import type { PaidPlan } from '@lectern/contract/billing';
import type { TokenPack } from '@lectern/contract/rules/token-packs';
import type { Stripe } from 'stripe';
import { shortened } from '../../../platform/shortened.ts';
import type { ProviderIds, ProviderPayment, Subscription } from '../port.ts';

const date = (seconds: number): Date => new Date(seconds * 1000);

/** Characters of an id of Stripe's (its documentation says 255), and of what is kept of its words. */
const longest = { id: 255, words: 2_000 };

/** An id that can be kept. */
export function keptId(id: string): string {
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

/**
 * A subscription of Stripe in our words; none where its first payment has not gone through. The period stands with its
 * item (API of 2025-03-31 and later).
 */
export function asSubscription(
  subscription: Stripe.Subscription,
  plans: Readonly<Record<PaidPlan, ProviderIds>>,
): Subscription[] {
  const state = stateOf(subscription);
  if (!state) return [];
  const [item] = subscription.items.data;
  const plan = (Object.keys(plans) as PaidPlan[]).find((each) => plans[each].priceId === item?.price.id);
  return [
    {
      id: keptId(subscription.id),
      plan,
      state,
      periodStart: date(item?.current_period_start ?? subscription.created),
      periodEnd: date(item?.current_period_end ?? subscription.ended_at ?? subscription.created),
      createdAt: date(subscription.created),
    },
  ];
}

const idOf = (reference: string | { id: string } | null | undefined): string =>
  keptId(typeof reference === 'string' ? reference : (reference?.id ?? ''));

const chargeOf = ({ latest_charge: charge }: Stripe.PaymentIntent): Stripe.Charge | undefined =>
  typeof charge === 'object' && charge !== null ? charge : undefined;

/** Whether a customer's bank has taken, or wants to take, the payment back. */
export const isDisputed = (intent: Stripe.PaymentIntent): boolean => chargeOf(intent)?.disputed === true;

/** Cents of the disputes that were lost. */
export const lostIn = (disputes: readonly Stripe.Dispute[]): number =>
  disputes.reduce((sum, { status, amount }) => (status === 'lost' ? sum + amount : sum), 0);

/** Cents of a payment that were given back, or `lost` in disputes. */
export function givenBackOf(intent: Stripe.PaymentIntent, lost = 0): number {
  const charge = chargeOf(intent);
  if (!charge) return 0;
  return charge.refunded ? intent.amount : Math.min(intent.amount, charge.amount_refunded + lost);
}

/** The payment intents by which an invoice was paid. */
export const paidIntents = ({ payments }: Stripe.Invoice): string[] =>
  (payments?.data ?? [])
    .filter(({ status }) => status === 'paid')
    .map(({ payment }) => idOf(payment.payment_intent))
    .filter((id) => id !== '');

/** An invoice of a subscription as a payment; drafts and voided ones are none. `refunded` are ids of payment intents. */
export function asInvoicePayment(invoice: Stripe.Invoice, refunded: ReadonlySet<string>): ProviderPayment[] {
  const { id, status } = invoice;
  if (id === undefined || !invoice.parent?.subscription_details || status === 'draft' || status === 'void') return [];
  const [line] = invoice.lines.data;
  const givenBack = invoice.payments?.data.some(({ payment }) => refunded.has(idOf(payment.payment_intent)));
  const failed = status === 'uncollectible' || (status === 'open' && invoice.attempt_count > 0);
  return [
    {
      id: keptId(id),
      kind: 'subscription',
      productId: idOf(line?.pricing?.price_details?.product),
      amount: invoice.amount_due,
      state: givenBack ? 'refunded' : status === 'paid' ? 'succeeded' : failed ? 'failed' : 'open',
      log: shortened(
        [invoice.number, invoice.billing_reason, failed ? invoice.last_finalization_error?.message : undefined]
          .filter(Boolean)
          .join(', '),
        longest.words,
      ),
      createdAt: date(invoice.created),
    },
  ];
}

/** A payment for tokens, of which so many cents were given back. Those of invoices are told by their invoice. */
export function asTokenPayment(
  intent: Stripe.PaymentIntent,
  givenBack: number,
  packs: readonly TokenPack[],
): ProviderPayment[] {
  const pack = packs.find(({ id }) => id === intent.metadata.pack);
  if (!pack) return [];
  const failed = intent.status === 'canceled' || intent.last_payment_error !== null;
  const paid = intent.status === 'succeeded' && intent.amount_received === pack.amount;
  return [
    {
      id: keptId(intent.id),
      kind: 'tokens',
      productId: pack.id,
      amount: intent.amount,
      state: paid && givenBack === intent.amount ? 'refunded' : paid ? 'succeeded' : failed ? 'failed' : 'open',
      log: shortened(intent.last_payment_error?.message ?? intent.status, longest.words),
      tokens: pack.tokens,
      givenBack,
      createdAt: date(intent.created),
    },
  ];
}
