import { Problem } from '@lectern/contract/problem';
import type { World } from '../../../platform/http/context.ts';
import type { Provider } from '../../../ports/media/port.ts';
import { storageKeys } from '../../storage/keys.ts';
import { markMoveBegun, findMove } from '../../storage/moves.ts';
import {
  enqueueAssetSync,
  assetRow,
  insertProviderAsset,
  updateProviderAsset,
  type ProviderAsset,
} from '../../storage/provider-assets.ts';
import { deleteProviderAsset } from '../../uploads/delete-provider-asset.ts';
import type { VideoRow } from '../../videos/find-video.ts';
import { lockVideo } from '../../videos/lock-video.ts';
import { checkSameRecording, switchPlaybackLocation } from './switch-over.ts';

/**
 * Sends the original to the provider and switches playback once it plays there. Resumable at any point: a row is
 * written before any upload. The original stays here.
 */
export async function moveToProvider(
  world: World,
  provider: Provider,
  video: VideoRow,
  signal: AbortSignal,
): Promise<void> {
  if (!(await world.storage.find(storageKeys.original(video.id))))
    throw new Problem('broken_media', { detail: 'Its original is no longer here: it stays where it is.' });
  const { upload, url } = await begun(world, provider, await intended(world, video.id));
  let became = await provider.became(upload);
  if (became.state === 'waiting') {
    await using original = await world.storage.open(storageKeys.original(video.id));
    await provider.send(url, original, signal);
    became = await provider.became(upload);
  }
  if (became.state === 'waiting') throw new Problem('media_pending');
  if (became.state !== 'made') throw new Problem('broken_media', { cause: 'The upload has ended there.' });
  const { asset, remote } = became;
  await updateProviderAsset(world.database.kysely, video.id, { asset_id: asset });
  if (!remote) throw new Error(`The asset ${asset} has no signed playback id.`);
  const info = await world.media.inspect(remote, signal);
  checkSameRecording(video, info);
  await switchPlaybackLocation(world, video.id, { info, remote });
}

/** The row that stands for what may lie there. Waits until what an earlier move has left there is gone. */
async function intended(world: World, id: string): Promise<ProviderAsset> {
  const row = await world.database.transaction(async (tx) => {
    await lockVideo(tx, id);
    const begun = (await findMove(tx, id))?.state === 'begun';
    const found = await assetRow(tx, id);
    if (begun || found) return begun ? found : undefined;
    await insertProviderAsset(tx, id);
    await markMoveBegun(tx, id);
    return assetRow(tx, id);
  });
  if (row) return row;
  await enqueueAssetSync(world, id);
  throw new Problem('media_pending');
}

/** The upload of this row; one whose name was lost is ended, and another one begun. */
async function begun(
  { database: { kysely: db }, publicUrl }: World,
  provider: Provider,
  row: ProviderAsset,
): Promise<{ upload: string; url: string }> {
  if (row.upload_id !== null && row.url !== null) return { upload: row.upload_id, url: row.url };
  if (!(await deleteProviderAsset(provider, row)))
    throw new Problem('storage_unavailable', { cause: 'What an earlier move has left is another account’s.' });
  const { upload, url } = await provider.begin({ id: row.id, origin: new URL(publicUrl).origin });
  if (await updateProviderAsset(db, row.id, { upload_id: upload, url })) return { upload, url };
  // The video was deleted, and what lay there removed, before this had a name.
  await provider.cancel(upload);
  throw new Problem('not_found');
}
