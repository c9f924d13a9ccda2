import type { Cue } from '@lectern/contract/cue';

/** Seconds: a seek to the start of a line may land this much before it. */
const early = 0.05;

/** The line that is said at a time, or was last before it; the first one before any. By its place among the cues. */
export function lineAt(cues: readonly Cue[], seconds: number): number {
  let from = 0;
  let to = cues.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (cues[middle]!.start <= seconds + early) from = middle + 1;
    else to = middle;
  }
  return Math.max(0, from - 1);
}
