import type { Readable } from 'node:stream';
import { Problem } from '@lectern/contract/problem';
import { LRUCache } from 'lru-cache';
import type { World, HttpExchange } from '../../platform/http/context.ts';
import type { WantedTracks } from '../../platform/database/stored-tracks.ts';
import { type MediaInfo, type Remote, type SoundFile, soundIn } from '../../ports/media/port.ts';
import type { LocalCopy } from '../../ports/storage/port.ts';
import { sendObject } from '../../platform/http/send-object.ts';
import { storageKeys } from './keys.ts';
import { mediaType } from './media-ending.ts';

/** Seconds within which a download may begin, or go on after a break, at an address of the storage or the provider. */
const linkedFor = 6 * 3600;

/**
 * Milliseconds between two looks for one recording that people do not find, whoever asks; and when it was last asked
 * for.
 */
const looks = 600_000;
const asked = new LRUCache<string, number>({ max: 10_000 });

type Recording = { id: string; remote: Remote | null };

/** `lost_at`: since when it is known to be lost. */
type Sought = Recording & { media?: MediaInfo | null; lost_at: Date | null };

/** Has a recording looked for that somebody did not find where it is kept, unless it was a moment ago. */
export async function askToLook({ jobs, now }: Pick<World, 'jobs' | 'now'>, videoId: string): Promise<void> {
  const at = now().getTime();
  if (Math.abs(at - (asked.get(videoId) ?? 0)) < looks) return;
  asked.set(videoId, at);
  await jobs.enqueue('look', { videoId }, { key: `${videoId}/look` });
}

/**
 * Reads a recording. Where it is not there it is looked for; one that is known to be lost is not asked for again. Throws
 * `storage_unavailable` and `recording_lost`.
 */
async function seeking<T>(world: Pick<World, 'jobs' | 'now'>, video: Sought, read: () => Promise<T>): Promise<T> {
  if (video.lost_at !== null) throw new Problem('recording_lost');
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Problem) || (error.code !== 'not_found' && error.code !== 'recording_lost')) throw error;
    await askToLook(world, video.id);
    // Until that look has proven it, the place itself may be what is not there.
    throw new Problem('storage_unavailable', { cause: error });
  }
}

/** Extends an engine's identity with the chosen audio stream, because results for another stream are useless. */
export const listener = (
  identity: string,
  { media, wanted_tracks: wanted }: { media: MediaInfo | null; wanted_tracks: WantedTracks | null },
): string => (wanted?.sound === undefined ? identity : `${identity}, stream ${media?.audio?.stream}`);

/**
 * Provides a recording as a local file wherever it is stored; `sound` suffices for audio-only readers. Throws
 * `recording_lost` and starts a search for it.
 */
export function localRecording(
  world: Pick<World, 'media' | 'storage' | 'jobs' | 'now'>,
  recording: Sought,
  what: 'whole' | 'sound',
  signal?: AbortSignal,
): Promise<LocalCopy & SoundFile> {
  const { media, storage } = world;
  const { id, remote, media: info } = recording;
  const read = async (): Promise<LocalCopy & SoundFile> => {
    if (remote && media.provider) return media.provider.fetch(remote, what, signal);
    const copy = await storage.localCopy(storageKeys.original(id), signal);
    return {
      ...soundIn(copy.path, info),
      [Symbol.asyncDispose]: () => copy[Symbol.asyncDispose](),
    };
  };
  return seeking(world, recording, read);
}

/**
 * `ending` is that of its file's name where it is not the file that was uploaded. `size` in bytes, where it is known.
 */
type Found = { ending?: string; size?: number; read(): Promise<Readable> };

/**
 * Finds a recording to copy. Throws `media_pending` while the provider prepares it, `recording_lost`, and
 * `storage_unavailable`, also when its provider is not configured.
 */
export async function findRecording(
  { media, storage }: Pick<World, 'media' | 'storage'>,
  { id, remote }: Recording,
): Promise<Found> {
  if (remote && media.provider) return media.provider.download(remote);
  if (remote) throw new Problem('storage_unavailable', { cause: 'Its provider is not in the settings.' });
  const key = storageKeys.original(id);
  const found = await storage.find(key);
  if (!found) throw new Problem('recording_lost');
  return { size: found.size, read: () => storage.read(key) };
}

/**
 * Sends a recording as a download: the original, via a storage URL where possible, or the provider's MP4. Throws
 * `media_pending` while that is prepared, and `recording_lost`.
 */
export async function sendRecording(
  world: Pick<World, 'media' | 'storage' | 'jobs' | 'now'>,
  wire: HttpExchange,
  recording: Sought,
  name: string,
): Promise<void> {
  const { id, remote } = recording;
  const mp4 = name.replace(/\.\w{1,5}$/, '.mp4');
  const until = new Date(Date.now() + linkedFor * 1000);
  const link = remote
    ? await seeking(world, recording, () => world.media.link({ remote }, { kind: 'file', name: mp4 }, until))
    : undefined;
  if (link !== undefined) return void wire.reply.header('cache-control', 'private, no-cache').redirect(link, 302);
  const key = storageKeys.original(id);
  const type = mediaType(name);
  // An address of the storage answers GET alone.
  if (wire.request.method !== 'HEAD' && (await world.storage.find(key))) {
    const own = await world.storage.link(key, { seconds: linkedFor, name, type });
    if (own !== undefined) return void wire.reply.header('cache-control', 'private, no-cache').redirect(own, 302);
  }
  await seeking(world, recording, () => sendObject(world, wire, key, { type, name }));
}
