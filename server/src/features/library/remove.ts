import type { World } from '../../platform/context.ts';
import { stopClips } from '../clips/stop-clips.ts';
import { noteRemoval } from '../storage/removals.ts';
import { releaseTokensOf } from '../tokens/operations.ts';
import { lockVideoIfThere } from '../videos/lock.ts';
import { markDeleted } from '../videos/removal.ts';

/** Removes a video: its jobs, what was made of it, its files. */
export async function removeVideo(world: World, id: string): Promise<void> {
  await world.database.transaction(async (tx) => {
    await lockVideoIfThere(tx, id);
    await noteRemoval(world, tx, id);
    await world.jobs.cancelOfVideo(id, { tx });
    await stopClips(world, tx, id);
    await markDeleted(tx, id);
    await releaseTokensOf(tx, id, world.now());
  });
}
