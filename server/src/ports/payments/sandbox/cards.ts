import type { SandboxCard } from '@lectern/contract/billing/billing';

/** How a test card behaves. */
type Behaviour = 'succeeds' | 'declined' | 'no funds' | 'authentication';

/** The numbers of Stripe's own test mode, so that what one has learnt there holds here. */
const cards: Readonly<Record<string, Behaviour>> = {
  '4242424242424242': 'succeeds',
  '4000000000000002': 'declined',
  '4000000000009995': 'no funds',
  '4000002500003155': 'authentication',
};

export type CardOutcome = { status: 'succeeded' | 'authentication' } | { status: 'failed'; reason: string };

const failed = (reason: string): CardOutcome => ({ status: 'failed', reason });

/** Whether an MM/YY lies in the future. */
function hasNotExpired(expiry: string, now: Date): boolean {
  const [, month, year] = /^(0[1-9]|1[0-2])\s*\/\s*(\d\d)$/.exec(expiry.trim()) ?? [];
  if (month === undefined || year === undefined) return false;
  return new Date(Date.UTC(2000 + Number(year), Number(month), 1)) > now;
}

/** Outcome of paying with a test card. Refuses other numbers, so that real cards are never entered. */
export function simulateCardPayment({ number, expiry, cvc, authenticated }: SandboxCard, now: Date): CardOutcome {
  const behaviour = cards[number.replace(/\s/g, '')];
  if (behaviour === undefined) return failed('This is the sandbox: please use one of the test cards.');
  if (!hasNotExpired(expiry, now)) return failed('Your card has expired.');
  if (!/^\d{3,4}$/.test(cvc)) return failed("Your card's security code is incorrect.");
  if (behaviour === 'declined') return failed('Your card was declined.');
  if (behaviour === 'no funds') return failed('Your card has insufficient funds.');
  if (behaviour === 'authentication' && authenticated === undefined) return { status: 'authentication' };
  if (authenticated === false) return failed('We are unable to authenticate your payment method.');
  return { status: 'succeeded' };
}
