import type { Cue } from '@lectern/contract/transcripts/cue';
import type { EditedCue } from '../transcripts/label-cues.ts';
import type { VideoFile } from './format.ts';

/** Seconds by which WebVTT may tell another start. */
const rounding = 0.001;

/** Lines with what was heard in those that a person has changed, if they stand where they stood. */
export function withHeard(cues: readonly Cue[], heard: VideoFile['heard']): EditedCue[] {
  const known = new Map(heard.map((line) => [line.n, line]));
  return cues.map((cue, n) => {
    const line = known.get(n);
    if (!line || Math.abs(line.start - cue.start) > rounding) return cue;
    return {
      ...cue,
      ...(line.text === undefined ? {} : { heardText: line.text }),
      ...(line.speaker === undefined ? {} : { heardSpeaker: line.speaker }),
    };
  });
}
