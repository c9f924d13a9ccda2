import type { PaymentOutcome } from '@lectern/contract/billing/billing';
import type { ProviderPayment } from '../../ports/payments/port.ts';

/** Maps what a payment waits for to the text for the member. */
const waiting: Readonly<Record<NonNullable<ProviderPayment['waitsFor']>, string>> = {
  authentication: 'Your bank wants you to confirm this payment. Nothing is charged until you do.',
  bank: 'Your bank is still working on this payment. It will show here as soon as we know.',
};

export const dollarsToCents = (dollars: number): number => Math.round(dollars * 100);

const isSentence = (text: string): boolean => /[.!?]$/.test(text);

/** A payment that we know, the one last handed to a page first. */
type Known = { provider_id: string; handed_out: number | null; changed: number | null };

/**
 * Picks the last payment handed out, unless another of this amount has succeeded since. Two pages may hold one each;
 * older versions recorded none.
 */
function toldOf(payments: readonly ProviderPayment[], [last, ...others]: readonly Known[]) {
  const paymentOf = (known: Known | undefined) => payments.find(({ id }) => id === known?.provider_id);
  const given = last?.handed_out == null ? undefined : paymentOf(last);
  if (!given || given.state === 'succeeded') return given;
  const since = others.filter(({ changed }) => changed !== null && changed > last!.handed_out!);
  return since.map(paymentOf).find((each) => each?.state === 'succeeded') ?? given;
}

/** Returns the outcome of a token payment of `dollars`, regardless of what the page reports. */
export function paymentOutcomeOf(
  payments: readonly ProviderPayment[],
  { dollars, known }: { dollars: number; known: readonly Known[] },
): PaymentOutcome {
  const newest = payments
    .filter(({ kind }) => kind === 'tokens')
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  const payment = toldOf(newest, known) ?? newest.find(({ amount }) => amount === dollarsToCents(dollars)) ?? newest[0];
  if (!payment) return { payment: 'none', msg: 'No payment was made.' };
  const { state, log, waitsFor } = payment;
  const msg = {
    succeeded: 'The payment is recorded.',
    refunded: 'This payment was given back.',
    failed: `This payment did not go through, and nothing was charged.${isSentence(log) ? ` ${log}` : ''}`,
    open: waitsFor ? waiting[waitsFor] : 'This payment is not finished. Nothing was charged.',
  }[state];
  return { payment: state, msg };
}
