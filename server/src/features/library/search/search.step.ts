import { lockVideo } from '../../videos/lock-video.ts';
import type { StepHandler } from '../../videos/pipeline.ts';
import { foldTexts } from './fold-texts.ts';

/** Puts the transcript into the index the library search reads. */
export const searchStep: StepHandler = async (_world, { id }) => ({
  save: async (tx) => {
    await lockVideo(tx, id);
    await foldTexts(tx, id, true);
  },
});
