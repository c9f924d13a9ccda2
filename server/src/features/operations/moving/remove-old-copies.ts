import type { World } from '../../../platform/http/context.ts';
import { keyOf } from '../../storage/keys.ts';
import { forgetMove, movesPastRetention } from '../../storage/moves.ts';
import { enqueueAssetSync } from '../../storage/provider-assets.ts';

/**
 * Clears the old place of moved videos: deletes the provider asset, or the local rendition and its index. The original
 * stays.
 */
export async function removeOldCopies(world: World): Promise<void> {
  for (const { video_id: id, target } of await movesPastRetention(world.database.kysely)) {
    // Somebody may have wished it back this moment.
    if (!(await forgetMove(world.database.kysely, id, 'done'))) continue;
    if (target === 'local') await enqueueAssetSync(world, id);
    else await removePlayed(world, id);
  }
}

async function removePlayed({ media, storage }: World, id: string): Promise<void> {
  await media.forget(keyOf.folder(id));
  // In the order of their keys: the index goes before what it tells the places of.
  for await (const { key } of storage.list(`${keyOf.folder(id)}/`))
    if (key.startsWith(keyOf.index(id)) || key === keyOf.rendition(id)) await storage.remove(key);
}
