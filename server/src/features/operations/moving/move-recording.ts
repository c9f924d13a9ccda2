import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Problem } from '@lectern/contract/problem';
import type { World } from '../../../platform/http/context.ts';
import { withoutNumbers } from '../../../platform/database/stored-tracks.ts';
import type { Provider, Remote, MediaInfo } from '../../../ports/media/port.ts';
import { makePlayable } from '../../videos/renditions/playable.ts';
import { storageKeys } from '../../storage/keys.ts';
import { markMoveBegun, findMove, markMoveDone, enqueueNextMove } from '../../storage/moves.ts';
import { saveWantedTracks, setPlaybackLocation } from '../../videos/update-video.ts';
import type { VideoRow } from '../../videos/find-video.ts';
import {
  enqueueAssetSync,
  assetRow,
  insertProviderAsset,
  updateProviderAsset,
  type ProviderAsset,
  deleteProviderAsset,
} from '../../storage/provider-assets.ts';
import { lockVideo, lockVideoIfThere } from '../../videos/lock-video.ts';

/**
 * Moves a video here from the local original, else from the provider's master. Resumable at any point. The provider
 * asset is deleted later.
 */
export async function moveToLocal(
  world: World,
  provider: Provider,
  { remote, ...video }: VideoRow & { remote: Remote },
  signal: AbortSignal,
): Promise<void> {
  const { media, storage } = world;
  const { id } = video;
  await markMoveBegun(world.database.kysely, id);
  const key = storageKeys.original(id);
  const kept = await storage.find(key);
  await using recording = await (kept ? storage.localCopy(kept, signal) : provider.fetch(remote, 'whole', signal));
  const found = await media.inspect(recording.path, signal, { sound: kept ? video.wanted_tracks?.sound : undefined });
  checkSameRecording(video, found);
  const { size: byteSize } = await stat(recording.path);
  if (!kept) {
    // Its streams are not those of the original. Cut off behind this, it would pass for that.
    await saveWantedTracks(world.database.kysely, id, withoutNumbers(video.wanted_tracks));
    await storage.put(key, createReadStream(recording.path), { size: byteSize, signal });
  }
  const info = await makePlayable(world, id, recording.path, found, { signal });
  await switchPlaybackLocation(world, id, { info, remote: null, byteSize });
}

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

/** Seconds by which what plays there may be longer or shorter than what plays here: sound ends in whole packets. */
const tolerance = 1;

/** Throws where what a video would be played from is not the same recording. */
function checkSameRecording({ kind, duration }: Pick<VideoRow, 'kind' | 'duration'>, info: MediaInfo): void {
  if (info.kind !== kind)
    throw new Problem('broken_media', { detail: `It would be ${info.kind} alone there: it stays where it is.` });
  if (Math.abs(info.duration - duration) > tolerance)
    throw new Problem('broken_media', {
      detail: `It would last ${info.duration.toFixed(1)} s there in the place of ${duration.toFixed(1)} s: it stays where it is.`,
    });
}

/**
 * Switches playback to another place at once, keeping edits and the duration they rely on. If the move was ended
 * meanwhile, removes the new files instead.
 */
async function switchPlaybackLocation(
  world: World,
  videoId: string,
  { info, remote, byteSize }: { info: MediaInfo; remote: Remote | null; byteSize?: number },
): Promise<void> {
  await world.database.transaction(async (tx) => {
    const video = await lockVideoIfThere(tx, videoId);
    if (!(await markMoveDone(tx, videoId))) return;
    if (video) await setPlaybackLocation(tx, videoId, { info, remote, byteSize });
    // It shows no captions there yet.
    if (remote) await enqueueAssetSync(world, videoId, tx);
    await enqueueNextMove(world, tx);
  });
}
