import type { World } from '../../platform/http/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { moveOutOfQuarantine, type SetAside } from './quarantine.ts';
import { existingIds } from './store.ts';
import { isStored } from './list-stored.ts';

/** Filters ids to those with something in the database, as after restoring the right backup. */
export const findReferencedIds = (db: Queryable, ids: readonly string[]): Promise<Set<string>> => existingIds(db, ids);

/** Moves what was set aside to where it was. False where nothing stands for it, or something has its place. */
export async function restoreQuarantined({ storage, database }: World, aside: SetAside): Promise<boolean> {
  const standing = await existingIds(database.kysely, [aside.id]);
  if (!standing.has(aside.id) || (await isStored(storage, aside.id))) return false;
  await moveOutOfQuarantine(storage, aside);
  return true;
}
