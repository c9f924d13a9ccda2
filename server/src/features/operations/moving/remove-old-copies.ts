import type { World } from '../../../platform/http/context.ts';
import { storageKeys } from '../../storage/keys.ts';
import { deleteMove, movesPastRetention } from '../../storage/moves.ts';
import { enqueueAssetSync } from '../../storage/provider-assets.ts';

/**
 * Clears the old place of moved videos: deletes the provider asset, or the local rendition and its index. The original
 * stays.
 */
export async function removeOldCopies(world: World): Promise<void> {
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
