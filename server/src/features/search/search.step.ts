import type { Cue } from '@lectern/contract/cue';
import { cuesOf, saveSpans } from '../transcripts/cues.ts';
import type { Step } from '../videos/pipeline.ts';

/** How much of the next cue a span holds, in characters: longer than any phrase somebody types. */
const overlap = 200;

/** Each cue with the beginning of the one after it, in lower case: a phrase said across two cues is found, and once. */
export const spansOf = (cues: readonly Cue[]): string[] =>
  cues.map((cue, n) => `${cue.text} ${cues[n + 1]?.text.slice(0, overlap) ?? ''}`.toLowerCase().trim());

/** Puts the transcript into the index the library search reads. */
export const searchStep: Step = async (world, video) => {
  const spans = spansOf(await cuesOf(world.database.kysely, video.id));
  return { save: (tx) => saveSpans(tx, video.id, spans) };
};
