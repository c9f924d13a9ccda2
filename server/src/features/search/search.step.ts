import { cuesOf, saveSpans } from '../transcripts/cues.ts';
import { lockVideo } from '../videos/lock.ts';
import type { Step } from '../videos/pipeline.ts';
import { spansOf } from '../transcripts/spans.ts';

/** Puts the transcript into the index the library search reads. */
export const searchStep: Step = async (_world, { id }) => ({
  save: async (tx) => {
    await lockVideo(tx, id);
    await saveSpans(tx, id, spansOf(await cuesOf(tx, id)));
  },
});
