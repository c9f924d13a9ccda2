import type { ProblemCode } from '@lectern/contract/problem';
import type { World } from '../../platform/context.ts';
import { noteRemoval, finishRemoval } from '../storage/removals.ts';
import { stopClips } from '../clips/stop-clips.ts';
import { releaseTokensOf } from '../tokens/operations.ts';
import { lockVideo } from './lock.ts';
import { stopSteps } from './step-jobs.ts';
import { markDeleted } from './store.ts';

/**
 * Removes a video: its jobs, what was made of it, its files. With a `problem` the upload it came from
 * answers that problem from now on (a file that turned out not to be a recording).
 */
export async function removeVideo(world: World, id: string, problem?: ProblemCode): Promise<void> {
  await world.database.transaction(async (tx) => {
    await lockVideo(tx, id);
    await noteRemoval(tx, id);
    await stopSteps(world, tx, id);
    await stopClips(world, tx, id);
    if (problem) {
      await tx.updateTable('uploads').set({ state: 'rejected', problem }).where('id', '=', id).execute();
      await tx.deleteFrom('caption_files').where('id', '=', id).execute();
      await tx.deleteFrom('videos').where('id', '=', id).execute();
    } else {
      await markDeleted(tx, id);
      await releaseTokensOf(tx, id, world.now());
    }
  });
  await finishRemoval(world, id);
}
