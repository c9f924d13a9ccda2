import type { Cue } from '@lectern/contract/transcripts/cue';
import { type PlayerClock, useClock } from './clock.ts';

/** Seconds a line stays marked after its words, so that short pauses do not flicker. */
const afterglow = 1.5;

/** Seconds: a seek to the start of a line may land this much before it. */
const early = 0.05;

/** Which of the lines of a paragraph is being said, by its place in it; -1 when none is. */
export function usePlayingCue(clock: PlayerClock, cues: readonly Cue[]): number {
  const start = cues[0]?.start ?? 0;
  const end = (cues.at(-1)?.end ?? 0) + afterglow;
  return useClock(clock, (now) => {
    // Before the recording plays nothing is said.
    if (now <= 0 || now < start || now >= end) return -1;
    const at = cues.findLastIndex((cue) => cue.start <= now + early);
    return now < cues[at]!.end + afterglow ? at : -1;
  });
}
