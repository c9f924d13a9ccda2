import { chapterThumbnailTime } from '@lectern/contract/rules/timecode';
import { markHasThumbnail } from '../update-video.ts';
import type { StepHandler } from '../pipeline.ts';
import { playableOf } from './playable.ts';

/** Pixels; the width cards ask for. */
const cardWidth = 640;

/** Takes the picture of the video's card, so that it is there when the library shows it. */
export const thumbnailStep: StepHandler = async (world, video, run) => {
  const time = chapterThumbnailTime(0, video.duration);
  const picture = await world.media.thumbnail(
    playableOf(world, video),
    { time, width: cardWidth },
    { signal: run.signal, owner: video.workspace_id },
  );
  if (!picture) return { state: 'skipped', note: 'audio recording' };
  return { save: (tx) => markHasThumbnail(tx, video.id) };
};
