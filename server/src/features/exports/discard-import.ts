import type { World } from '../../platform/http/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { scheduleDeletion } from '../storage/pending-deletions.ts';
import { importKey } from './import-progress.ts';
import { importIdOf } from './store.ts';

/** Ends the import of a member whose account goes, and has its archive removed. */
export async function discardImport(world: World, tx: Queryable, userId: string): Promise<void> {
  const id = await importIdOf(tx, userId);
  if (id === undefined) return;
  await world.jobs.cancel([importKey(id)], { tx });
  await scheduleDeletion(world, tx, id);
}
