import type { World } from '../../platform/context.ts';
import { discardUpload } from './discard.ts';
import { staleUploads } from './store.ts';

/** An unfinished upload is kept this long after its last byte, in milliseconds: a week, as resumable uploads usually are. */
const keptFor = 7 * 24 * 3600 * 1000;

/** Cancels the uploads nobody has gone on with, and frees their disk. */
export async function sweepUploads(world: World): Promise<void> {
  const before = new Date(world.now().getTime() - keptFor);
  for (const { id } of await staleUploads(world.database.kysely, before)) await discardUpload(world, id, 'cancelled');
}
