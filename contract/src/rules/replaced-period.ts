import type { CheckoutTerms } from '../billing/billing.ts';

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
