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

type QuoteMarks = {
  key?: boolean | undefined;
  cues?: unknown;
  edited?: boolean | undefined;
  imported?: boolean | undefined;
};

declare const open: unique symbol;
/** A quote for strangers. Whatever leaves the account takes this type, which `publicQuotes` alone gives. */
export type PublicQuote<Q = unknown> = Q & { readonly [open]: true };

/** Whether strangers are shown a quote: cut from the transcript or edited here by its owner, and no key sentence. */
export const isPublicQuote = <Q extends QuoteMarks>(quote: Q): quote is PublicQuote<Q> =>
  quote.key !== true && (quote.cues !== undefined || (quote.edited === true && quote.imported !== true));

/** The quotes of a list that strangers are shown. */
export const publicQuotes = <Q extends QuoteMarks>(quotes: readonly Q[]): PublicQuote<Q>[] =>
  quotes.filter((quote) => isPublicQuote(quote));
