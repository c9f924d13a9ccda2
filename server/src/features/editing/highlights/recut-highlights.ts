import type { Cue } from '@lectern/contract/transcripts/cue';
import type { Queryable } from '../../../platform/database/database.ts';
import { changedIn, recutQuotes, type WordsChange } from '../../outline/recut-quotes.ts';
import { changeHighlight, highlightsOf, type StoredHighlight } from './store.ts';

/**
 * Milliseconds: the times of a highlight are those of lines, and those of an imported one were written with three
 * digits.
 */
const near = [-2, -1, 0, 1, 2];
const milliseconds = (seconds: number): number => Math.round(seconds * 1000);

/** The lines between times of highlights, first and last; undefined where none begins or ends there any more. */
function linesBetween(
  cues: readonly Cue[],
): (times: { start_s: number; end_s: number }) => [first: number, last: number] | undefined {
  const [firsts, lasts] = [new Map<number, number>(), new Map<number, number>()];
  for (const [n, { start, end }] of cues.entries()) {
    if (!firsts.has(milliseconds(start))) firsts.set(milliseconds(start), n);
    lasts.set(milliseconds(end), n);
  }
  return ({ start_s, end_s }) => {
    const first = Math.min(...near.map((each) => firsts.get(milliseconds(start_s) + each) ?? Infinity));
    const last = Math.max(...near.map((each) => lasts.get(milliseconds(end_s) + each) ?? -1));
    return last < first ? undefined : [first, last];
  };
}

/**
 * Recuts highlights after cues were corrected so that they stay verbatim. A highlight keeps its old words when none
 * remain or its cues are gone.
 */
export async function recutHighlights(tx: Queryable, videoId: string, change: WordsChange): Promise<void> {
  const rows = await highlightsOf(tx, videoId);
  if (rows.length === 0) return;
  const linesOf = linesBetween(change.after);
  for (const row of rows) {
    const lines = linesOf(row);
    const now = lines && recut(row, lines, change);
    if (now) await changeHighlight(tx, row.id, now);
  }
}

/** The words of a highlight and their times, if they are others than before. */
function recut(
  { words, start_s }: StoredHighlight,
  cues: [first: number, last: number],
  change: WordsChange,
): Pick<StoredHighlight, 'words' | 'start_s' | 'end_s'> | undefined {
  const quote = { quote: words, timecode: '', start: start_s, cues };
  if (changedIn(quote, change).length === 0) return undefined;
  const [made = quote] = recutQuotes([quote], change, 0);
  if (made.quote === words) return undefined;
  const [first, last] = made.cues;
  return { words: made.quote, start_s: change.after[first]!.start, end_s: change.after[last]!.end };
}
