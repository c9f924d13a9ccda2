import type { Cue } from '@lectern/contract/transcripts/cue';
import type { Highlight } from '@lectern/contract/editing/highlights';
import { findAsIs, findPhrase } from './find-in-transcript.ts';

/** Highlighted character ranges of each cue, by the cue's index in the transcript. */
export type HighlightMarks = ReadonlyMap<number, readonly { from: number; to: number }[]>;

type Said = Pick<Highlight, 'words' | 'start' | 'end'>;

/** Seconds by which a line may stand elsewhere in another transcript of the same recording. */
const slack = 0.05;

/**
 * Where highlights stand in a transcript: their words, or the lines of their time where a new transcript has other
 * words there.
 */
export function highlightMarks(cues: readonly Cue[], highlights: readonly Said[]): HighlightMarks {
  const marks = new Map<number, { from: number; to: number }[]>();
  const add = (n: number, from: number, to: number): void => {
    const others = marks.get(n);
    if (others) others.push({ from, to });
    else marks.set(n, [{ from, to }]);
  };
  for (const { words, start, end } of highlights) {
    const first = cues.findIndex((cue) => cue.end > start + slack);
    if (first === -1) continue;
    const behind = cues.findIndex((cue) => cue.start >= end - slack);
    const lines = cues.slice(first, behind === -1 ? undefined : behind);
    // They are cut from the text: folded, they may also be others that stand before them.
    const [found] = [...findAsIs(lines, words), ...findPhrase(lines, words)];
    if (found) for (const { cue, from, to } of found) add(first + cue, from, to);
    else for (const [n, { text }] of lines.entries()) add(first + n, 0, text.length);
  }
  return marks;
}

/** The highlight in which selected words lie, if one does. */
export const findEnclosingHighlight = <H extends Said>(
  highlights: readonly H[],
  { text, start, end }: { text: string; start: number; end: number },
): H | undefined =>
  highlights.find(
    (each) => each.start <= start + slack && each.end >= end - slack && each.words.includes(text.replace(/\s+/g, ' ')),
  );
