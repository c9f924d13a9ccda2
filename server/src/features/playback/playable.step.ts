import { Problem } from '@lectern/contract/problem';
import type { MediaInfo } from '../../ports/media/port.ts';
import type { Step } from '../videos/pipeline.ts';
import { targetOf } from './playable.ts';

const notes: Readonly<Record<MediaInfo['playback'], string>> = {
  direct: 'plays from the original',
  repackage: 'copied into a format that browsers play',
  transcode: 'encoded anew for browsers',
};

/** Indexes the recording, and before that makes a rendition where browsers cannot play it as it is. */
export const playableStep: Step = async (world, video, run) => {
  const info = video.media;
  if (!info) throw new Problem('internal', { cause: 'playable before inspect' });
  await world.media.prepare(world.files.original(video.id), info, targetOf(world, video), {
    signal: run.signal,
    onProgress: (fraction) => run.progress(fraction, info.reason),
  });
  return {
    note: notes[info.playback],
    save: (tx) => tx.updateTable('videos').set({ playable: true }).where('id', '=', video.id).execute(),
  };
};
