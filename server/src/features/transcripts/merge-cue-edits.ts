import type { Cue } from '@lectern/contract/transcripts/cue';

/** A cue with what stood in it before a person changed it, where one has. */
export type EditedCue = Cue & { heardText?: string; heardSpeaker?: string };

/** Seconds by which the same cue may begin elsewhere in another transcript of the same recording. */
const slack = 0.1;

/** A new transcript with the changes a person has made to an earlier one, wherever the same words come again. */
export function keepCueEdits(fresh: readonly Cue[], edited: readonly EditedCue[]): EditedCue[] {
  // A speaker who was renamed may have changed every cue of three hours.
  const bySecond = Map.groupBy(edited, ({ start }) => Math.floor(start));
  return fresh.map((cue) => {
    const seconds = new Set([cue.start - slack, cue.start + slack].map(Math.floor));
    const before = [...seconds]
      .flatMap((second) => bySecond.get(second) ?? [])
      .find(
        (other) =>
          Math.abs(other.start - cue.start) <= slack &&
          (other.heardText ?? other.text) === cue.text &&
          (other.heardSpeaker ?? other.speaker) === cue.speaker,
      );
    return before ? { ...before, start: cue.start, end: cue.end } : cue;
  });
}
