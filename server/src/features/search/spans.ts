import type { Cue } from '@lectern/contract/cue';

/** How much of the next cue a span holds, in characters: longer than any phrase somebody types. */
const overlap = 200;

/** Each cue with the beginning of the one after it, in lower case: a phrase said across two cues is found, and once. */
export const spansOf = (cues: readonly Cue[]): string[] =>
  cues.map((cue, n) => `${cue.text} ${cues[n + 1]?.text.slice(0, overlap) ?? ''}`.toLowerCase().trim());
