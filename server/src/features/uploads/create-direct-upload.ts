import type { World } from '../../platform/http/context.ts';
import type { Provider } from '../../ports/media/port.ts';
import { updateProviderAsset } from '../storage/provider-assets.ts';
import { discardUpload } from './discard.ts';

/**
 * Asks the provider for an address to which a page of `origin` sends an upload, whose row is there already. Without an
 * address there is no upload: what the provider may have begun all the same is looked for and ended.
 */
export async function beginDirect(
  world: World,
  provider: Provider,
  { id, origin }: { id: string; origin: string },
): Promise<string> {
  try {
    const { upload, url } = await provider.begin({ id, origin });
    await updateProviderAsset(world.database.kysely, id, { upload_id: upload, url });
    return url;
  } catch (error) {
    await discardUpload(world, id, 'cancelled');
    throw error;
  }
}
