import { isVerbatim, whereSaid } from '@lectern/chaptering/verbatim';
import type { Cue } from '@lectern/contract/cue';
import { formatTimecode, quoteTimecode } from '@lectern/contract/rules/timecode';
import type { Quote } from '@lectern/contract/videos';
import { cuesBetween, joinCues, type JoinedCues } from './joined-cues.ts';

type Quoting = { start: number; quotes: Quote[] };

/**
 * Chapters with those of their quotes that stand word for word in a transcript. One that was cut from other cues is
 * cued where its words are now, and one that is nowhere is left out. What a person wrote as a quote proves nothing and
 * stays.
 */
export function provenChapters<C extends Quoting>(chapters: readonly C[], cues: readonly Cue[]): C[] {
  let all: JoinedCues | undefined;
  const proven = (quote: Quote, chapterStart: number): Quote[] => {
    if (!quote.cues || isVerbatim(quote.quote, joinCues(cues, quote.cues).text)) return [quote];
    all ??= joinCues(cues, [0, cues.length - 1]);
    const spans = whereSaid(quote.quote, all.text);
    if (spans === undefined) return [];
    const place = cuesBetween(all, spans[0]![0], spans.at(-1)![1]);
    return [{ ...quote, ...cuedAt(cues[place[0]]!.start, chapterStart), cues: place }];
  };
  return chapters.map((chapter) => ({
    ...chapter,
    quotes: chapter.quotes.flatMap((quote) => proven(quote, chapter.start)),
  }));
}

/** The same for quotes of one chapter. */
export const provenQuotes = (quotes: readonly Quote[], cues: readonly Cue[], chapterStart: number): Quote[] =>
  provenChapters([{ start: chapterStart, quotes: [...quotes] }], cues)[0]!.quotes;

/** The times of a quote whose words begin at a second. */
export const cuedAt = (start: number, chapterStart: number): { start: number; timecode: string } => ({
  start,
  timecode: formatTimecode(quoteTimecode(start, chapterStart)),
});
