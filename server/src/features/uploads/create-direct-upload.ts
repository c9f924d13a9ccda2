import type { World } from '../../platform/http/context.ts';
import type { Provider } from '../../ports/media/port.ts';
import { updateProviderAsset } from '../storage/provider-assets.ts';
import { discardUpload } from './discard.ts';

/**
 * Gets a provider URL to which a page of `origin` sends an existing upload. Without a URL the upload ends, including
 * anything the provider began.
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
