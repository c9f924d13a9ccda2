import { isSound } from '@lectern/chaptering/sound-marks';
import type { Cue } from '@lectern/contract/cue';

/** How much of the next cue a span holds, in characters: longer than any phrase somebody types. */
const overlap = 200;

/** What is said in a cue; sounds such as "[Music]" are not said. */
const saidIn = (cue: Cue | undefined): string => (cue === undefined || isSound(cue.text) ? '' : cue.text);

/** Each cue with the beginning of the one after it, in lower case: a phrase said across two cues is found, and once. */
export const spansOf = (cues: readonly Cue[]): string[] =>
  cues.map((cue, n) => `${saidIn(cue)} ${saidIn(cues[n + 1]).slice(0, overlap)}`.toLowerCase().trim());
