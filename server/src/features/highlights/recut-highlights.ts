import type { Cue } from '@lectern/contract/cue';
import type { Queryable } from '../../platform/database/database.ts';
import { type CueChange, recutQuotes } from '../chapters/recut-quotes.ts';
import { changeHighlight, highlightsOf, type HighlightRow } from './store.ts';

/** Seconds: the times of a highlight are those of lines, and those of an imported one were written with milliseconds. */
const precision = 0.002;

/** The lines between the times of a highlight; undefined where none begins or ends there any more. */
function linesOf({ start_s, end_s }: HighlightRow, cues: readonly Cue[]): [first: number, last: number] | undefined {
  const first = cues.findIndex(({ start }) => Math.abs(start - start_s) <= precision);
  const last = cues.findLastIndex(({ end }) => Math.abs(end - end_s) <= precision);
  return first === -1 || last < first ? undefined : [first, last];
}

/**
 * Keeps the highlights of a video word for word what its transcript says after lines were corrected. One of which no
 * word is left, or whose lines are not there any more, stays as it was written down.
 */
export async function recutHighlights(tx: Queryable, videoId: string, changes: readonly CueChange[]): Promise<void> {
  for (const known of await highlightsOf(tx, videoId)) {
    const row = changes.reduce(recut, known);
    const { words, start_s, end_s } = row;
    if (words !== known.words) await changeHighlight(tx, row.id, { words, start_s, end_s });
  }
}

function recut(row: HighlightRow, change: CueChange): HighlightRow {
  const cues = linesOf(row, change.before);
  if (!cues) return row;
  const quote = { quote: row.words, timecode: '', start: row.start_s, cues };
  const [{ quote: words, cues: now = cues } = quote] = recutQuotes([quote], change, 0);
  if (words === row.words) return row;
  return { ...row, words, start_s: change.after[now[0]]!.start, end_s: change.after[now[1]]!.end };
}
