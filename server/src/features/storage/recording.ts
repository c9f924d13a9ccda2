import type { Readable } from 'node:stream';
import { Problem } from '@lectern/contract/problem';
import type { World } from '../../platform/context.ts';
import type { MediaInfo, Remote, SoundFile } from '../../ports/media/port.ts';
import type { LocalCopy } from '../../ports/storage/port.ts';
import { sendObject } from '../../platform/send-object.ts';
import type { Wire } from '../../platform/serve.ts';
import { keyOf } from './keys.ts';

/** Seconds within which a download may begin, or go on after a break, at an address of the storage or the provider. */
const linkedFor = 6 * 3600;

type Recording = { id: string; remote: Remote | null; media?: MediaInfo | null };

/**
 * A recording as a file of this machine, wherever it lies, with the number of its stream of sound; `sound` is for those who
 * look at nothing else of it. What a provider has made of it has one.
 */
export async function recordingFile(
  { media, storage }: Pick<World, 'media' | 'storage'>,
  { id, remote, media: info }: Recording,
  what: 'whole' | 'sound',
  signal?: AbortSignal,
): Promise<LocalCopy & SoundFile> {
  if (remote && media.provider) return media.provider.fetch(remote, what, signal);
  const copy = await storage.localCopy(keyOf.original(id), signal);
  return { path: copy.path, stream: info?.audio?.stream, [Symbol.asyncDispose]: () => copy[Symbol.asyncDispose]() };
}

/** `ending` is that of its file's name where it is not the file that was uploaded. `size` in bytes, where it is known. */
type Found = { ending?: string; size?: number; read(): Promise<Readable> };

/**
 * A recording to be copied elsewhere: as it came, or what the provider made of it. Throws `media_pending` while it does,
 * `not_found`, and `storage_unavailable` also where it lies with a provider that is not in the settings.
 */
export async function findRecording(
  { media, storage }: Pick<World, 'media' | 'storage'>,
  { id, remote }: Recording,
): Promise<Found> {
  if (remote && media.provider) return media.provider.download(remote);
  if (remote) throw new Problem('storage_unavailable', { cause: 'Its provider is not in the settings.' });
  const key = keyOf.original(id);
  const found = await storage.find(key);
  if (!found) throw new Problem('not_found');
  return { size: found.size, read: () => storage.read(key) };
}

/**
 * Sends a recording as a download: as it came, by the storage itself where that has addresses, or from the provider,
 * which makes an MP4 of every recording. Throws `media_pending` while it does.
 */
export async function sendRecording(
  world: Pick<World, 'media' | 'storage'>,
  wire: Wire,
  { id, remote }: Recording,
  name: string,
): Promise<void> {
  const mp4 = name.replace(/\.\w{1,5}$/, '.mp4');
  const until = new Date(Date.now() + linkedFor * 1000);
  const link = remote ? await world.media.link({ remote }, { kind: 'file', name: mp4 }, until) : undefined;
  if (link !== undefined) return void wire.reply.header('cache-control', 'private, no-cache').redirect(link, 302);
  const key = keyOf.original(id);
  const type = 'application/octet-stream';
  // An address of the storage answers GET alone.
  if (wire.request.method !== 'HEAD' && (await world.storage.find(key))) {
    const own = await world.storage.link(key, { seconds: linkedFor, name, type });
    if (own !== undefined) return void wire.reply.header('cache-control', 'private, no-cache').redirect(own, 302);
  }
  await sendObject(world, wire, key, { type, name });
}
