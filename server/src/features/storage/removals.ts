import type { World } from '../../platform/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { keyOf } from './keys.ts';
import { askAbout, assetRow } from './provider-assets.ts';
import { addRemoval, removalsAmong } from './store.ts';
import { removeStored } from './stored.ts';

/**
 * Notes that the files of a video, an upload or an import are to be removed. Called in the transaction that is the
 * reason: a person deleted it, or it was refused or given up. From its commit on the removal happens, whatever dies.
 */
export const noteRemoval = (tx: Queryable, id: string): Promise<void> => addRemoval(tx, id);

/** Whether somebody has said so, and nothing stands for it. */
export const isToBeRemoved = async ({ database }: Pick<World, 'database'>, id: string): Promise<boolean> =>
  (await removalsAmong(database.kysely, [id])).has(id);

/**
 * Removes the files of an id if that was noted and nothing stands for it, and does nothing otherwise. The one place
 * where recordings are deleted.
 */
export async function finishRemoval(world: World, id: string): Promise<void> {
  const { database, storage, media } = world;
  if (!(await isToBeRemoved(world, id))) return;
  if (await assetRow(database.kysely, id)) await askAbout(world, id);
  await media.forget(keyOf.folder(id));
  await removeStored(storage, id);
}
