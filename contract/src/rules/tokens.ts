/**
 * Monthly tokens end with their period; purchased ones never do, and are used after them (specification, decisions).
 */
export type TokenPool = 'monthly' | 'purchased';

/** Tokens by pool. */
export type TokenParts = Readonly<Record<TokenPool, number>>;

/** Tokens that one call of a language model has sent and received. */
export type ModelCall = { sent: number; received: number };

export const sumTokenParts = ({ monthly, purchased }: TokenParts): number => monthly + purchased;

/** About how many tokens a text is: its characters divided by four, rounded (specification, section 9). */
export const estimateTokensByLength = (characters: number): number => Math.round(characters / 4);

/** Where `tokens` are taken from: the monthly ones first. Undefined when there are not that many. */
export function takeTokens(tokens: number, left: TokenParts): TokenParts | undefined {
  const monthly = Math.min(tokens, Math.max(0, left.monthly));
  const purchased = tokens - monthly;
  return purchased <= Math.max(0, left.purchased) ? { monthly, purchased } : undefined;
}

/** Where `tokens` that were taken too many go back to: what was taken last comes back first. */
export function splitReturnedTokens(tokens: number, taken: TokenParts): TokenParts {
  const purchased = Math.min(tokens, taken.purchased);
  return { purchased, monthly: Math.min(tokens - purchased, taken.monthly) };
}
