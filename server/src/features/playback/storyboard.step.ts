import type { Step } from '../videos/pipeline.ts';
import { playableOf } from './playable.ts';

/** Previews for the time line, and where the slides change. */
export const storyboardStep: Step = async (world, video, run) => {
  const made = await world.media.storyboard(playableOf(world, video), world.files.storyboard(video.id), {
    signal: run.signal,
    onProgress: run.progress,
  });
  if (!made) return { state: 'skipped', note: 'audio recording' };
  return {
    note: made.slides.length === 1 ? '1 slide change' : `${made.slides.length} slide changes`,
    save: (tx) =>
      tx
        .updateTable('videos')
        .set({ storyboard: JSON.stringify(made.storyboard), slides: made.slides })
        .where('id', '=', video.id)
        .execute(),
  };
};
