/** Currencies whose smallest unit is not a hundredth, as Stripe counts: not as people write them. */
const decimals: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ').map((currency) => [currency, 0]),
  ),
  ...Object.fromEntries('bhd jod kwd omr tnd'.split(' ').map((currency) => [currency, 3])),
};

/** An amount in the smallest unit of its currency, such as cents, as people read it. */
export function inMoney(amount: number, currency = 'usd'): string {
  const digits = decimals[currency.toLowerCase()] ?? 2;
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount / 10 ** digits);
}
