import type { CheckoutTerms } from '../billing.ts';

/** What a checkout ends and begins, in words; `inWords` writes a day. Undefined where no paid period runs. */
export function replacedPeriod(
  { price, label, replaces }: CheckoutTerms,
  inWords: (iso: string) => string,
): string | undefined {
  if (!replaces) return undefined;
  const until = inWords(replaces.until);
  return replaces.label === label
    ? `You have paid until ${until}. A new month starts today and costs $${price}; the remaining days end.`
    : `You have paid for the ${replaces.label} until ${until}. A month of the ${label} starts today and costs $${price}; the remaining days of the ${replaces.label} end.`;
}
