import { basename, join } from 'node:path';
import { Problem } from '@lectern/contract/problem';
import type { World } from '../../../platform/http/context.ts';
import { heardIn, type MediaInfo, type Playable, type Preparation, type Source } from '../../../ports/media/port.ts';
import { keyOf } from '../../storage/keys.ts';
import type { VideoRow } from '../find-video.ts';

/** Why a video cannot be played. */
export const whyNotPlayable = ({ lost_at: lost }: Pick<VideoRow, 'lost_at'>): Problem =>
  new Problem(lost === null ? 'not_ready' : 'recording_lost');

/** Returns the file or asset that plays. Throws `not_ready` before the video is playable, and `recording_lost`. */
export function playableOf(
  { storage }: Pick<World, 'storage'>,
  video: Pick<VideoRow, 'id' | 'playable' | 'media' | 'remote' | 'lost_at'>,
): Playable {
  const { id, playable, media, remote } = video;
  if (!playable || !media) throw whyNotPlayable(video);
  const direct = !remote && media.playback === 'direct';
  const file = direct ? keyOf.original(id) : keyOf.rendition(id);
  return { file, index: keyOf.index(id), storage, ...(direct ? heardIn(media) : {}), ...(remote ? { remote } : {}) };
}

/**
 * Returns the local file to cut segments from. Moved recordings still play here for open pages while their file
 * exists.
 */
export async function cutOf(world: Pick<World, 'storage'>, video: Parameters<typeof playableOf>[1]): Promise<Playable> {
  const { remote, ...here } = playableOf(world, video);
  if (!remote || (await world.storage.find(here.file))) return here;
  return { ...here, file: keyOf.original(video.id) };
}

/** Makes the recording of a video playable and stores what that takes. Resolves with how it is played. */
export async function makePlayable(
  { media, scratch, storage }: Pick<World, 'media' | 'scratch' | 'storage'>,
  id: string,
  source: Source,
  info: MediaInfo,
  work: Preparation,
): Promise<MediaInfo> {
  await using folder = await scratch.folder();
  const [rendition, index] = [keyOf.rendition(id), keyOf.index(id)].map((key) => join(folder.path, basename(key)));
  const prepared = await media.prepare(source, info, { rendition: rendition!, index: index! }, work);
  for (const file of prepared.written)
    await storage.publish(file, `${keyOf.folder(id)}/${basename(file)}`, { signal: work.signal });
  return prepared.info;
}
