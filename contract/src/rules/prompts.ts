/** Default prompt for quotes until a member writes another (specification section 3). */
export const defaultQuotePrompt =
  'Choose complete, cohesive and concise insights in the speaker’s own words, ideally 15 to 50 words each.';

/** Default prompt for searches until a member writes another (specification section 3). */
export const defaultSearchPrompt =
  'Respond to the user prompt, combining chapter-specific quotes and the overall video summary.';

export const longestPrompt = 4_000;

/** Tokens of a text, where no provider counts them: characters divided by 4, rounded up. */
export const approximateTokens = (...texts: readonly string[]): number =>
  Math.ceil(texts.reduce((sum, text) => sum + text.length, 0) / 4);
