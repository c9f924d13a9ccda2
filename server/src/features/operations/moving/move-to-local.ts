import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { World } from '../../../platform/http/context.ts';
import { withoutNumbers } from '../../../platform/database/stored-tracks.ts';
import type { Provider, Remote } from '../../../ports/media/port.ts';
import { makePlayable } from '../../videos/renditions/playable.ts';
import { storageKeys } from '../../storage/keys.ts';
import { markMoveBegun } from '../../storage/moves.ts';
import { saveWantedTracks } from '../../videos/update-video.ts';
import type { VideoRow } from '../../videos/find-video.ts';
import { checkSameRecording, switchPlaybackLocation } from './switch-over.ts';

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
  const found = await media.inspect(recording.path, signal, kept ? video.wanted_tracks?.sound : undefined);
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
