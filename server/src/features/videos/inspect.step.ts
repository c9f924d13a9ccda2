import { Problem } from '@lectern/contract/problem';
import { maxDuration } from '@lectern/contract/rules/plans';
import type { Step } from './pipeline.ts';

/** Looks at the recording itself: what it is, how long, how it will be played. Anything else than media ends here. */
export const inspectStep: Step = async (world, video, run) => {
  const info = await world.media.inspect(world.files.original(video.id), run.signal);
  if (info.duration > maxDuration) throw new Problem('media_too_long');
  return {
    note: info.kind === 'audio' ? 'audio recording' : `${info.video?.width} × ${info.video?.height}`,
    save: (tx) =>
      tx
        .updateTable('videos')
        .set({
          kind: info.kind,
          duration: info.duration,
          width: info.video?.width ?? null,
          height: info.video?.height ?? null,
          media: JSON.stringify(info),
        })
        .where('id', '=', video.id)
        .execute(),
  };
};
