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

/** How a video is played, for people. */
export const playbackNotes: Readonly<Record<MediaInfo['playback'], string>> = {
  direct: 'plays from the original',
  repackage: 'copied into a format that browsers play',
  transcode: 're-encoded for browsers',
};

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

/** Where the index of a video is written, in a folder of this machine. */
export const indexIn = (folder: string, id: string): string => join(folder, basename(storageKeys.index(id)));

/** Publishes files that were written for a video. */
export async function publishWritten(
  { storage }: Pick<World, 'storage'>,
  id: string,
  written: readonly string[],
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const file of written) await storage.publish(file, `${storageKeys.folder(id)}/${basename(file)}`, { signal });
}

/** Makes the recording of a video playable and stores what that takes. Resolves with how it is played. */
export async function makePlayable(
  world: Pick<World, 'media' | 'scratch' | 'storage'>,
  id: string,
  source: RecordingOrigin,
  info: MediaInfo,
  work: Preparation,
): Promise<MediaInfo> {
  await using folder = await world.scratch.folder();
  const target = { rendition: join(folder.path, basename(storageKeys.rendition(id))), index: indexIn(folder.path, id) };
  const prepared = await world.media.prepare(source, info, target, work);
  await publishWritten(world, id, prepared.written, work.signal);
  return prepared.info;
}
