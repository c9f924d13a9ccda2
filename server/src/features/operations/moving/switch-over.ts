import { Problem } from '@lectern/contract/problem';
import type { World } from '../../../platform/http/context.ts';
import type { MediaInfo, Remote } from '../../../ports/media/port.ts';
import { markMoveDone, enqueueNextMove } from '../../storage/moves.ts';
import { enqueueAssetSync } from '../../storage/provider-assets.ts';
import { setPlaybackLocation } from '../../videos/update-video.ts';
import type { VideoRow } from '../../videos/find-video.ts';
import { lockVideoIfThere } from '../../videos/lock-video.ts';

/** Seconds by which what plays there may be longer or shorter than what plays here: sound ends in whole packets. */
const tolerance = 1;

/** Throws where what a video would be played from is not the same recording. */
export function checkSameRecording({ kind, duration }: Pick<VideoRow, 'kind' | 'duration'>, info: MediaInfo): void {
  if (info.kind !== kind)
    throw new Problem('broken_media', { detail: `It would be ${info.kind} alone there: it stays where it is.` });
  if (Math.abs(info.duration - duration) > tolerance)
    throw new Problem('broken_media', {
      detail: `It would last ${info.duration.toFixed(1)} s there in the place of ${duration.toFixed(1)} s: it stays where it is.`,
    });
}

/**
 * Switches playback to another place at once, keeping edits and the duration they rely on. If the move was ended
 * meanwhile, removes the new files instead.
 */
export async function switchPlaybackLocation(
  world: World,
  videoId: string,
  { info, remote, byteSize }: { info: MediaInfo; remote: Remote | null; byteSize?: number },
): Promise<void> {
  await world.database.transaction(async (tx) => {
    const video = await lockVideoIfThere(tx, videoId);
    if (!(await markMoveDone(tx, videoId))) return;
    if (video) await setPlaybackLocation(tx, videoId, { info, remote, byteSize });
    // It shows no captions there yet.
    if (remote) await enqueueAssetSync(world, videoId, tx);
    await enqueueNextMove(world, tx);
  });
}
