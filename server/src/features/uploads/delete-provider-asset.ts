import type { DirectUploadState, Provider } from '../../ports/media/port.ts';
import type { ProviderAsset } from '../storage/provider-assets.ts';

/**
 * Ends and deletes everything a provider has of a row's id. Harmless to repeat. False where the provider knows nothing of
 * it: it is another account's, and lies there still.
 */
export async function deleteProviderAsset(provider: Provider, row: ProviderAsset): Promise<boolean> {
  const uploads = row.upload_id === null ? await provider.begunFor(row.id) : [row.upload_id];
  const assets = new Set(row.asset_id === null ? [] : [row.asset_id]);
  if (row.asset_id === null)
    for (const upload of uploads) {
      const became: DirectUploadState = await provider.cancel(upload);
      if (became.state === 'waiting') throw new Error(`The upload ${upload} could not be cancelled.`);
      if (became.state === 'unknown') return false;
      if (became.state === 'made') assets.add(became.asset);
    }
  for (const asset of assets) {
    if (await provider.remove(asset)) continue;
    for (const upload of uploads) if ((await provider.became(upload)).state === 'unknown') return false;
  }
  return true;
}
