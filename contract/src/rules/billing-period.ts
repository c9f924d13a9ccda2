import type { CheckoutTerms } from '../billing/billing.ts';

/**
 * End of the `n`th month after `anchor`, in UTC, clamped to the month's last day. Counts from the anchor: 31 January,
 * 28 February, 31 March.
 */
export function monthsAfter(anchor: Date, n: number): Date {
  const month = anchor.getUTCMonth() + n;
  const lastDay = new Date(Date.UTC(anchor.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const moved = new Date(anchor);
  moved.setUTCFullYear(anchor.getUTCFullYear(), month, Math.min(anchor.getUTCDate(), lastDay));
  return moved;
}

/** The first end of a period of this anchor that lies after `time`. */
export function periodEndAfter(anchor: Date, time: Date): Date {
  let n = (time.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + time.getUTCMonth() - anchor.getUTCMonth();
  while (monthsAfter(anchor, n) > time) n -= 1;
  while (monthsAfter(anchor, n) <= time) n += 1;
  return monthsAfter(anchor, n);
}

/** Describes the period that a checkout ends and begins; `inWords` formats a day. Undefined when no period runs. */
export function replacedPeriod(
  { price, label, replaces, ends_trial: trial }: CheckoutTerms,
  inWords: (iso: string) => string,
): string | undefined {
  if (trial) {
    const left =
      trial.tokens > 0 ? `, with the ${trial.tokens.toLocaleString('en-US')} tokens that are left of it` : '';
    return `Your free trial runs until ${inWords(trial.until)}. A month of the ${label} starts today and costs $${price}, with all its tokens; the trial ends${left}.`;
  }
  if (!replaces) return undefined;
  const until = inWords(replaces.until);
  return replaces.label === label
    ? `You have paid until ${until}. A new month starts today and costs $${price}; the remaining days end.`
    : `You have paid for the ${replaces.label} until ${until}. A month of the ${label} starts today and costs $${price}; the remaining days of the ${replaces.label} end.`;
}
