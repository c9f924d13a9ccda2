import type { NumberedLine } from '@lectern/chaptering/draft/numbered-lines';
import type { PromptLine } from './language/transcript-text.ts';

/** Part of a window, at its end, within which it may be cut short at a pause. */
const margin = 0.2;

/**
 * Splits lines into ranges of at most `most` tokens, cut at the longest pause near their end; `to` is exclusive. A
 * longer line gets its own range.
 */
export function splitIntoWindows(
  lines: readonly NumberedLine[],
  sent: readonly PromptLine[],
  most: number,
): [from: number, to: number][] {
  const windows: [number, number][] = [];
  let from = 0;
  while (from < sent.length) {
    let tokens = 0;
    let to = from;
    while (to < sent.length && (to === from || tokens + sent[to]!.tokens <= most)) tokens += sent[to++]!.tokens;
    if (to < sent.length) to = longestPause(lines, Math.max(from + 1, Math.floor(to - (to - from) * margin)), to);
    windows.push([from, to]);
    from = to;
  }
  return windows;
}

/** The line between the two, the second included, that follows the longest pause. */
function longestPause(lines: readonly NumberedLine[], least: number, most: number): number {
  const pause = (i: number): number => lines[i]!.start - lines[i - 1]!.end;
  let best = most;
  for (let i = most; i >= least; i--) if (pause(i) > pause(best) + 0.01) best = i;
  return best;
}
