import type { World } from '../../platform/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { keyOf } from './keys.ts';
import { askAbout, assetRow } from './provider-assets.ts';
import { addRemoval, dropRemoval, removalsAmong } from './store.ts';
import { removeStored } from './stored.ts';

/**
 * Notes that the files of a video, an upload or an import are to be removed. Called in the transaction that is the
 * reason: a person deleted it, or it was refused or given up. From its commit on the removal happens, whatever dies.
 */
export const noteRemoval = (tx: Queryable, id: string): Promise<void> => addRemoval(tx, id);

/**
 * Notes, before the first file lies under a new id, that all of it is to be removed at that time unless something stands for the id
 * by then: should the process die in between, nobody else would know what the files were.
 */
export const noteRemovalAhead = ({ database }: Pick<World, 'database'>, id: string, due: Date): Promise<void> =>
  addRemoval(database.kysely, id, due);

/** Takes that back, in the transaction from which on something stands for the id. */
export const dropRemovalAhead = (tx: Queryable, id: string): Promise<void> => dropRemoval(tx, id);

/** Whether somebody has said so, by now, and nothing stands for it. */
export const isToBeRemoved = async ({ database, now }: Pick<World, 'database' | 'now'>, id: string): Promise<boolean> =>
  (await removalsAmong(database.kysely, [id], now())).get(id) === true;

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
