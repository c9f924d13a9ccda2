import type { PaidPlan } from '@lectern/contract/billing/billing';
import { dayInWords } from '@lectern/contract/rules/day-in-words';
import { day } from '@lectern/contract/rules/durations';
import { inMoney } from '@lectern/contract/rules/money';
import { plans } from '@lectern/contract/rules/plans';
import { tokenPacks } from '@lectern/contract/rules/token-packs';
import type { ProviderPayment } from '../../ports/payments/port.ts';
import { formatGreeting, type Note, type Reader, type Sender } from '../mail/compose.ts';

/** Shows the bank's message only if it is a sentence; other texts are for accounting. */
const reasonOf = ({ log }: ProviderPayment): string => (/[.!?]$/.test(log) ? `: ${log}` : '.');

const moneyOf = ({ amount, currency }: ProviderPayment): string => inMoney(amount, currency);

/** An operator may sell a year of a plan, in the provider's pages. */
function timeOf({ period }: ProviderPayment): string {
  const days = period ? (period.end.getTime() - period.start.getTime()) / day : 0;
  return period && (days < 27 || days > 32) ? `until ${dayInWords(period.end)}` : 'one month';
}

/** Describes the purchase: the token pack, or the period of the plan. */
const bought = (payment: ProviderPayment, plan: PaidPlan | undefined): string =>
  payment.kind === 'tokens'
    ? (tokenPacks.find(({ id }) => id === payment.productId)?.label ?? 'Tokens')
    : `${plan ? plans[plan].label : 'Subscription'}, ${timeOf(payment)}`;

/** For a payment that went through. */
export const receiptEmail = (
  { brand, publicUrl }: Sender,
  reader: Reader,
  payment: ProviderPayment,
  plan: PaidPlan | undefined,
): Note => ({
  subject: `Your ${brand} receipt: ${moneyOf(payment)}`,
  preview: `${bought(payment, plan)}.`,
  greeting: formatGreeting(reader),
  paragraphs: [
    `Thank you for your payment of ${moneyOf(payment)} on ${dayInWords(payment.createdAt)}.`,
    `${bought(payment, plan)}.`,
  ],
  action: { label: 'Open your plan', url: `${publicUrl}/asset/plan` },
  footnote: `Payment ${payment.id}. All your payments are listed on the plan page.`,
});

/** A renewal that was refused; until when all goes on, by itself or because that was granted. */
export type RenewalRefusal = { payment: ProviderPayment | undefined; goesOnUntil: Date | null; isGranted?: boolean };

function afterRefusal({ goesOnUntil, isGranted = false }: RenewalRefusal): string {
  if (!goesOnUntil)
    return 'Your videos stay, and you can read, search and download them. To upload and to use what the AI writes, please subscribe again.';
  const until = dayInWords(goesOnUntil);
  return isGranted
    ? `Your plan goes on until ${until} all the same, and you need not do anything before.`
    : `Everything goes on until ${until}, and your card is tried again until then. To pay with another card, please subscribe again: that takes the place of the payment that is open, and nothing is charged twice.`;
}

/** For a renewal that was refused. */
export const renewalRefusedEmail = ({ brand, publicUrl }: Sender, reader: Reader, refusal: RenewalRefusal): Note => ({
  subject: `Your payment to ${brand} did not go through`,
  preview: refusal.goesOnUntil
    ? `Everything goes on until ${dayInWords(refusal.goesOnUntil)}.`
    : 'Subscribe again to keep uploading.',
  greeting: formatGreeting(reader),
  paragraphs: [
    refusal.payment
      ? `We could not charge ${moneyOf(refusal.payment)} for your next month${reasonOf(refusal.payment)}`
      : 'We could not charge you for your next month.',
    afterRefusal(refusal),
  ],
  action: { label: 'Open your plan', url: `${publicUrl}/asset/plan` },
  footnote: 'If you have paid meanwhile, ignore this email.',
});

/** For a renewal that is still not paid. */
export const graceEndsEmail = ({ brand, publicUrl }: Sender, reader: Reader, ends: Date): Note => ({
  subject: `Your ${brand} plan ends tomorrow`,
  preview: 'Your last payment did not go through.',
  greeting: formatGreeting(reader),
  paragraphs: [
    `Your last payment did not go through, and we could not charge your card since. Your plan goes on until ${dayInWords(ends)}.`,
    'Please subscribe again to keep uploading and cutting clips: nothing is charged twice. Your videos stay either way, and you can read, search and download them.',
  ],
  action: { label: 'Open your plan', url: `${publicUrl}/asset/plan` },
  footnote: 'If you have paid meanwhile, ignore this email.',
});

export const trialEndsEmail = ({ brand, publicUrl }: Sender, reader: Reader, ends: Date): Note => ({
  subject: `Your ${brand} free trial ends tomorrow`,
  preview: 'Choose a plan to go on without a break.',
  greeting: formatGreeting(reader),
  paragraphs: [
    `Your free trial of ${brand} ends on ${dayInWords(ends)}. Nothing is charged by itself.`,
    'Choose a plan to keep uploading and cutting clips. Your videos stay either way, and you can read, search and download them.',
  ],
  action: { label: 'Choose a plan', url: `${publicUrl}/asset/plan` },
  footnote: 'If you do not want to go on, you need not do anything.',
});
