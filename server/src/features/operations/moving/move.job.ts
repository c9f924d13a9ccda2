import { Problem, problems } from '@lectern/contract/problem';
import { z } from 'zod';
import type { World } from '../../../platform/http/context.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { recoverOrphans } from '../../../platform/jobs/recover-orphans.ts';
import { finalProblem } from '../../../platform/jobs/final-problem.ts';
import type { JobDefinition } from '../../../platform/jobs/jobs.ts';
import {
  requeueMove,
  findCurrentMove,
  markMoveFailed,
  deleteMove,
  moveKey,
  findMove,
  enqueueNextMove,
  type MoveTarget,
  movesPastRetention,
} from '../../storage/moves.ts';
import { enqueueAssetSync } from '../../storage/provider-assets.ts';
import { repeatRemoval } from '../../storage/pending-deletions.ts';
import { videoById, type VideoRow } from '../../videos/find-video.ts';
import { lockVideoIfThere } from '../../videos/lock-video.ts';
import { moveToLocal, moveToProvider } from './move-recording.ts';
import { storageKeys } from '../../storage/keys.ts';

/**
 * Clears the old place of moved videos: deletes the provider asset, or the local rendition and its index. The original
 * stays.
 */
async function removeOldCopies(world: World): Promise<void> {
  for (const { video_id: id, target } of await movesPastRetention(world.database.kysely)) {
    // Somebody may have wished it back this moment.
    if (!(await deleteMove(world.database.kysely, id, 'done'))) continue;
    if (target === 'local') await enqueueAssetSync(world, id);
    else await removePlayed(world, id);
  }
}

async function removePlayed({ media, storage }: World, id: string): Promise<void> {
  await media.forget(storageKeys.folder(id));
  // In the order of their keys: the index goes before what it tells the places of.
  for await (const { key } of storage.list(`${storageKeys.folder(id)}/`))
    if (key.startsWith(storageKeys.index(id)) || key === storageKeys.rendition(id)) await storage.remove(key);
}

/** Moves a video; false where there is nothing to move. */
async function move(
  world: World,
  target: MoveTarget,
  video: VideoRow | undefined,
  signal: AbortSignal,
): Promise<boolean> {
  const { provider } = world.media;
  if (!provider)
    throw new Problem('bad_request', { detail: 'The process that was to do it runs without MEDIA_BACKEND=mux.' });
  if (!video || (video.remote === null) === (target === 'local')) return false;
  const { remote } = video;
  await (remote
    ? moveToLocal(world, provider, { ...video, remote }, signal)
    : moveToProvider(world, provider, video, signal));
  return true;
}

/** Describes the problem for the operator, with the message of the other service. */
function reasonOf({ text, cause }: Problem): string {
  const said = cause instanceof Error ? cause.message : cause;
  return typeof said === 'string' ? `${text} (${said})` : text;
}

/** Leaves a locked video where it is; what lies at the other place for nothing goes. */
async function giveUp(world: World, tx: Queryable, videoId: string, reason: string): Promise<void> {
  await markMoveFailed(tx, videoId, reason);
  await enqueueAssetSync(world, videoId, tx);
  await enqueueNextMove(world, tx);
}

/** Moves one video, and lets the next one have its turn then: there is one of these jobs at a time. */
export const moveJob: JobDefinition<World, { videoId: string }> = {
  name: 'move',
  // Runs without its video, to remove what it left elsewhere and start the next move.
  outlivesVideo: true,
  payload: z.object({ videoId: z.uuid() }),
  // Some eight minutes: what fails then is told, and can be wished for again.
  retries: 8,
  // A recording that comes back may have to be re-encoded.
  timeout: 12 * 3600,
  async run(world, { videoId }, job) {
    const { database } = world;
    const current = await findCurrentMove(database.kysely);
    try {
      if (current?.video_id === videoId) {
        const video = await videoById(database.kysely, videoId);
        if (await move(world, current.target, video, job.signal)) return;
        await deleteMove(database.kysely, videoId);
      }
      await database.transaction((tx) => enqueueNextMove(world, tx));
    } catch (error) {
      const problem = finalProblem(error, job);
      world.log.error({ err: problem.cause ?? problem, video: videoId }, problem.text);
      await database.transaction(async (tx) => {
        await lockVideoIfThere(tx, videoId);
        await giveUp(world, tx, videoId, reasonOf(problem));
      });
    } finally {
      // The video may have been deleted while this wrote to it: nothing may stay behind.
      await repeatRemoval(world, videoId);
    }
  },
  async onCancel(world, tx, { videoId }) {
    await lockVideoIfThere(tx, videoId);
    await giveUp(world, tx, videoId, 'An administrator cancelled the move.');
  },
  async onRetry(_world, tx, { videoId }) {
    await lockVideoIfThere(tx, videoId);
    await requeueMove(tx, videoId);
  },
  async recoverOrphans(world) {
    await removeOldCopies(world);
    const current = await findCurrentMove(world.database.kysely);
    await recoverOrphans(world, current ? [current.video_id] : [], moveKey, {
      lock: lockVideoIfThere,
      async settle(tx, videoId) {
        const begun = (await findMove(tx, videoId))?.state === 'begun';
        await (begun ? giveUp(world, tx, videoId, problems.interrupted.text) : enqueueNextMove(world, tx));
      },
    });
  },
};
