import { z } from 'zod';
import type { World } from '../../platform/http/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { afterCommit } from '../../platform/database/transactions.ts';
import { storageKeys } from './keys.ts';
import { enqueueAssetSync, assetRow, formatUtcDay } from './provider-assets.ts';
import { addRemoval, dropRemoval, removalsAmong } from './store.ts';
import { removeStored } from './list-stored.ts';
import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import { finalProblem } from '../../platform/jobs/final-problem.ts';
import { tellOperator } from '../mail/concerns/concerns.ts';

const jobKey = (id: string): string => `${id}/removal`;

/**
 * Schedules a job that removes the files of a video, upload or import, not before `due`. Call it in the transaction
 * that deletes or refuses them.
 */
export async function scheduleDeletion(
  { jobs, media, log }: Pick<World, 'jobs' | 'media' | 'log'>,
  tx: Queryable,
  id: string,
  due?: Date,
): Promise<void> {
  await addRemoval(tx, id, due);
  await jobs.enqueue('removal', { id }, { tx, key: jobKey(id), ...(due ? { after: due } : {}) });
  // The job may run in another process, and knows nothing of the pictures that this one keeps.
  if (due === undefined)
    afterCommit(() => {
      media
        .forget(storageKeys.folder(id))
        .catch((err: unknown) => log.warn({ err, id }, 'Pictures could not be forgotten.'));
    });
}

/**
 * Removes files that were possibly written during a removal. Uses a separate job, because the running one may have
 * looked already.
 */
export async function repeatRemoval(world: World, id: string): Promise<void> {
  if (await isDeletionDue(world, id)) await world.jobs.enqueue('removal', { id }, { key: `${jobKey(id)}-again` });
}

/**
 * Notes, before the first file of a new id, a removal due unless the id is in use by then. Covers a process that dies
 * in between.
 */
export const scheduleDeletionUnlessUsed = (
  { database }: Pick<World, 'database'>,
  id: string,
  due: Date,
): Promise<void> => addRemoval(database.kysely, id, due);

/** Takes that back, in the transaction from which on something stands for the id. */
export const dropRemovalAhead = (tx: Queryable, id: string): Promise<void> => dropRemoval(tx, id);

/** Whether somebody has said so, by now, and nothing stands for it. */
export const isDeletionDue = async ({ database, now }: Pick<World, 'database' | 'now'>, id: string): Promise<boolean> =>
  (await removalsAmong(database.kysely, [id], now())).get(id) === true;

/**
 * Removes the files of an id if that was noted and nothing stands for it, and does nothing otherwise. The one place
 * where recordings are deleted; only jobs do it.
 */
export async function finishRemoval(world: World, id: string): Promise<void> {
  const { database, storage, media } = world;
  if (!(await isDeletionDue(world, id))) return;
  if (await assetRow(database.kysely, id)) await enqueueAssetSync(world, id);
  await media.forget(storageKeys.folder(id));
  await removeStored(storage, id);
}

/**
 * Removes the files of an id. A storage that is away is waited for; what fails for good is told, and left to the sweep.
 */
export const removalJob: JobDefinition<World, { id: string }> = {
  name: 'removal',
  payload: z.object({ id: z.uuid() }),
  slots: 4,
  retries: 10,
  longestBackoff: 60,
  async run(world, { id }, job) {
    try {
      await finishRemoval(world, id);
    } catch (error) {
      const { text } = finalProblem(error, job);
      await world.database.transaction((tx) =>
        tellOperator(world, tx, {
          kind: 'recordings',
          subject: `removal/${formatUtcDay(world.now())}`,
          text: `The files of what was deleted, ${storageKeys.folder(id)}, cannot be removed from ${world.storage.place}: ${text} The sweep of each hour tries it again.`,
        }),
      );
      throw error;
    }
  },
};
