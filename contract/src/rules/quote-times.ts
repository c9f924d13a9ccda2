import type { Cue } from '../transcripts/cue.ts';
import { parseTimecode, quoteTimecode } from './timecode.ts';
import type { Chapter, Quote } from '../videos/videos.ts';

/** Words a second of a speaker, for a quote that a person wrote. */
const pace = 2.5;

/** Where a quote is played from, two seconds before its words, and where they end. Seconds. */
export function quoteTimes(
  quote: Quote,
  chapter: Pick<Chapter, 'start_seconds'>,
  cues: Readonly<Record<number, Pick<Cue, 'end'> | undefined>>,
): { from: number; to: number } {
  const from =
    quote.start === undefined
      ? (parseTimecode(quote.timecode) ?? chapter.start_seconds)
      : quoteTimecode(quote.start, chapter.start_seconds);
  const last = quote.cues && cues[quote.cues[1]];
  const begins = quote.start ?? from + 2;
  const guess = begins + quote.quote.split(/\s+/).length / pace;
  return { from, to: last && last.end > begins ? last.end : guess };
}
