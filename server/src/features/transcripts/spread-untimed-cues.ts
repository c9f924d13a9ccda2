import type { Cue } from '@lectern/contract/transcripts/cue';
import type { TimeRange } from '../../ports/speech/port.ts';
import { toMilliseconds } from './formats/caption-file.ts';

/**
 * Spreads cues without times evenly over the ranges with speech, or over the whole recording when none are known.
 * Expects cues in order at an ordinary pace.
 */
export function spreadUntimedCues(cues: readonly Cue[], heard: readonly TimeRange[], duration: number): Cue[] {
  const total = cues.at(-1)?.end ?? 0;
  const places = heard.length > 0 ? heard : [{ start: 0, end: duration }];
  const room = places.reduce((sum, { start, end }) => sum + end - start, 0);
  const placeOf = (time: number): number => {
    let left = (time / total) * room;
    for (const { start, end } of places) {
      if (left <= end - start) return start + left;
      left -= end - start;
    }
    return places.at(-1)!.end;
  };
  return cues.map((cue) => {
    const start = toMilliseconds(Math.min(placeOf(cue.start), duration - 0.002));
    return { ...cue, start, end: Math.max(start + 0.001, toMilliseconds(Math.min(placeOf(cue.end), duration))) };
  });
}
