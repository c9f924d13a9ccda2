import { textLimits } from './longest.ts';

/**
 * Limits of the search for a quote. Engines never exceed them; quotes beyond come from hand-written files and would
 * delay everyone.
 */
export const quoteLimits = {
  /** Parts of one that shows where something is left out. */
  parts: 8,
  /** Lines that one is cut from: of each it has a character. */
  lines: textLimits.quote,
  /** Characters of those lines: of the first and of the last it may have little. */
  characters: 2 * textLimits.old_line + 2 * textLimits.quote,
  /**
   * Characters searched at one time for all quotes, about half a second: a ten-hour transcript once for each of eighty
   * quotes.
   */
  looks: 50_000_000,
} as const;

/** Quotes that an engine chooses for a chapter (specification sections 1 and 9). A person may add more. */
export const mostQuotes = 3;

/** Quotes that are kept of a chapter. */
export const mostQuotesKept = 20;

/** Whether strangers are shown a quote: it was cut from the transcript, or its owner has edited it here. */
export const isPublicQuote = (quote: {
  cues?: unknown;
  edited?: boolean | undefined;
  imported?: boolean | undefined;
}): boolean => quote.cues !== undefined || (quote.edited === true && quote.imported !== true);
