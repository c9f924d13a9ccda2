import type { PaymentOutcome } from '@lectern/contract/billing';
import type { ProviderPayment } from '../../ports/payments/port.ts';

/** Of a payment that waits: for whom. */
const waiting: Readonly<Record<NonNullable<ProviderPayment['waitsFor']>, string>> = {
  authentication: 'Your bank wants you to confirm this payment. Nothing is charged until you do.',
  bank: 'Your bank is still working on this payment. It will show here as soon as we know.',
};

const isSentence = (text: string): boolean => /[.!?]$/.test(text);

/**
 * What has become of the payment for tokens that a page tells about, of `dollars`: the last one that was begun, whatever the
 * page says of it.
 */
export function outcomeOf(payments: readonly ProviderPayment[], dollars: number): PaymentOutcome {
  const newest = payments
    .filter(({ kind }) => kind === 'tokens')
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  const payment = newest.find(({ amount }) => amount === Math.round(dollars * 100)) ?? newest[0];
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
