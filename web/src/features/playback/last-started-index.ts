import type { Cue } from '@lectern/contract/transcripts/cue';

/** Seconds: a seek to a start may land this much before it. */
const early = 0.05;

/**
 * Finds the last of `count` items, sorted by start, that began at or before a time; the first item before any start.
 */
export function lastStartedIndex(count: number, startOf: (n: number) => number, seconds: number): number {
  let from = 0;
  let to = count;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (startOf(middle) <= seconds + early) from = middle + 1;
    else to = middle;
  }
  return Math.max(0, from - 1);
}

/** The line that is said at a time, or was last before it; the first one before any. By its place among the cues. */
export const lineAt = (cues: readonly Cue[], seconds: number): number =>
  lastStartedIndex(cues.length, (n) => cues[n]!.start, seconds);
