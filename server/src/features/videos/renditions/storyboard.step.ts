import { join } from 'node:path';
import { storageKeys } from '../../storage/keys.ts';
import { saveStoryboard } from '../update-video.ts';
import type { StepHandler } from '../pipeline.ts';
import { playableOf } from './playable.ts';

/** Previews for the time line, and where the slides change. */
export const storyboardStep: StepHandler = async (world, video, run) => {
  await using scratch = await world.scratch.folder();
  const sheets = join(scratch.path, 'sheets');
  const made = await world.media.storyboard(playableOf(world, video), sheets, {
    signal: run.signal,
    onProgress: run.progress,
  });
  if (!made) return { state: 'skipped', note: 'audio recording' };
  for (let n = 0; n < made.storyboard.sheets; n += 1)
    await world.storage.publish(join(sheets, `sheet-${n}.jpg`), storageKeys.sheet(video.id, n), { signal: run.signal });
  return {
    note: made.slides.length === 1 ? '1 slide change' : `${made.slides.length} slide changes`,
    save: (tx) => saveStoryboard(tx, video.id, made),
  };
};
