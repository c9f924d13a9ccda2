import type { World } from '../../platform/http/context.ts';
import { recordEvent } from '../../platform/events/events.ts';
import { stopClips } from '../playback/clips/stop-clips.ts';
import { scheduleDeletion } from '../storage/pending-deletions.ts';
import { releaseTokensOf } from '../billing/tokens/operations.ts';
import { lockVideoIfThere } from '../videos/lock-video.ts';
import { markDeleted } from '../videos/removal.ts';

/** Removes a video: its jobs, what was made of it, its files. */
export async function removeVideo(world: World, id: string): Promise<void> {
  await world.database.transaction(async (tx) => {
    const video = await lockVideoIfThere(tx, id);
    await scheduleDeletion(world, tx, id);
    await world.jobs.cancelOfVideo(id, { tx });
    await stopClips(world, tx, id);
    if (video && (await markDeleted(tx, id)))
      await recordEvent(world, tx, { kind: 'video.deleted', userId: video.user_id, subjectId: id, payload: {} });
    await releaseTokensOf(tx, id, world.now());
  });
}
