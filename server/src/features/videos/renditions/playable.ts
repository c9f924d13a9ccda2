import { basename, join } from 'node:path';
import { Problem } from '@lectern/contract/problem';
import type { World } from '../../../platform/http/context.ts';
import {
  playableSoundOf,
  type MediaInfo,
  type PlayableRecording,
  type Preparation,
  type RecordingOrigin,
} from '../../../ports/media/port.ts';
import { storageKeys } from '../../storage/keys.ts';
import type { VideoRow } from '../find-video.ts';

/** Why a video cannot be played. */
export const whyNotPlayable = ({ lost_at: lost }: Pick<VideoRow, 'lost_at'>): Problem =>
  new Problem(lost === null ? 'not_ready' : 'recording_lost');

/** Returns the file or asset that plays. Throws `not_ready` before the video is playable, and `recording_lost`. */
export function playableOf(
  { storage }: Pick<World, 'storage'>,
  video: Pick<VideoRow, 'id' | 'playable' | 'media' | 'remote' | 'lost_at'>,
): PlayableRecording {
  const { id, playable, media, remote } = video;
  if (!playable || !media) throw whyNotPlayable(video);
  const direct = !remote && media.playback === 'direct';
  const file = direct ? storageKeys.original(id) : storageKeys.rendition(id);
  return {
    file,
    index: storageKeys.index(id),
    storage,
    ...(direct ? playableSoundOf(media) : {}),
    ...(remote ? { remote } : {}),
  };
}

/**
 * Returns the local file to cut segments from. Moved recordings still play here for open pages while their file
 * exists.
 */
export async function segmentSourceOf(
  world: Pick<World, 'storage'>,
  video: Parameters<typeof playableOf>[1],
): Promise<PlayableRecording> {
  const { remote, ...here } = playableOf(world, video);
  if (!remote || (await world.storage.find(here.file))) return here;
  return { ...here, file: storageKeys.original(video.id) };
}

/** Makes the recording of a video playable and stores what that takes. Resolves with how it is played. */
export async function makePlayable(
  { media, scratch, storage }: Pick<World, 'media' | 'scratch' | 'storage'>,
  id: string,
  source: RecordingOrigin,
  info: MediaInfo,
  work: Preparation,
): Promise<MediaInfo> {
  await using folder = await scratch.folder();
  const [rendition, index] = [storageKeys.rendition(id), storageKeys.index(id)].map((key) =>
    join(folder.path, basename(key)),
  );
  const prepared = await media.prepare(source, info, { rendition: rendition!, index: index! }, work);
  for (const file of prepared.written)
    await storage.publish(file, `${storageKeys.folder(id)}/${basename(file)}`, { signal: work.signal });
  return prepared.info;
}
