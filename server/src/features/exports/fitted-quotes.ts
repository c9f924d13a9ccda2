import type { Cue } from '@lectern/contract/cue';
import { longest } from '@lectern/contract/rules/longest';
import { mostQuotes, mostQuotesKept } from '@lectern/contract/rules/quotes';
import type { Quote } from '@lectern/contract/videos';
import {
  looksAtQuotes,
  personsQuote,
  type Proven,
  provenChapters,
  type ProvenQuote,
} from '../chapters/prove-quotes.ts';
import type { VideoFile } from './format.ts';

/** Lines that the longest quote can be of: in each it has a word, and a space before the next. */
const mostLines = longest.quote / 2;

/** A chapter of an archive that can be stored as it is. */
export type FittedChapter = Proven<VideoFile['chapters'][number]>;

type OnLoss = {
  /** A quote is not in the transcript as it says. */
  onUnsaid: () => void;
  /** A chapter has more quotes than are kept. */
  onOver: () => void;
};

/**
 * Chapters of an archive with quotes as the product has them: each stands in the transcript, at the lines it names. One that
 * does not is kept as somebody's own, which proves nothing. No line has to be read for more quotes than an engine chooses
 * for a chapter, so that a correction costs what it does elsewhere.
 */
export function fittedQuotes(
  chapters: VideoFile['chapters'],
  cues: readonly Cue[],
  { onUnsaid, onOver }: OnLoss,
  looks = looksAtQuotes(),
): FittedChapter[] {
  const kept = chapters.map((chapter) => {
    chapter.quotes.slice(mostQuotesKept).forEach(onOver);
    return { ...chapter, quotes: chapter.quotes.slice(0, mostQuotesKept) };
  });
  const alone = kept.flatMap(({ start, quotes }) =>
    quotes.map((quote) => ({ start, quotes: claimed(quote, cues.length) })),
  );
  const proven = provenChapters(alone, cues, looks).values();
  let room = mostQuotes * cues.length;
  const fitted = (quote: Quote): ProvenQuote => {
    const [said] = proven.next().value!.quotes;
    const further = said?.cues ? said.cues[1] - said.cues[0] : 0;
    if (said && further <= room) {
      room -= further;
      return said;
    }
    if (quote.cues) onUnsaid();
    return personsQuote({ quote: quote.quote, timecode: quote.timecode });
  };
  return kept.map((chapter) => ({ ...chapter, quotes: chapter.quotes.map(fitted) }));
}

/** The quote with lines it can be of, if it says that it is of any: elsewhere it is looked for. */
function claimed(quote: Quote, lines: number): Quote[] {
  if (!quote.cues || quote.quote.trim() === '') return [];
  const [first, last] = quote.cues;
  return [{ ...quote, cues: last - first < mostLines ? [first, Math.min(last, lines - 1)] : [0, 0] }];
}
