import { Problem } from '@lectern/contract/problem';
import { createMemoryCache } from '../../../../platform/cache/memory-cache.ts';
import { createSemaphore } from '../../../../platform/limits/semaphore.ts';
import type { StoredObject } from '../../../storage/port.ts';
import type { PlayableRecording } from '../../port.ts';
import {
  type KnownIndex,
  getPlayableStorage,
  type PlaybackIndex,
  readIndex,
  samplesFile,
  listIndexFiles,
} from './playback-index.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { writeIndex } from '../reader.ts';

/** Writes the index of what is played where it lies, in place of one that an older version wrote. */
export async function writeIndexAnew({ file, index: name, sound, storage }: PlayableRecording): Promise<PlaybackIndex> {
  const heard = sound === undefined ? {} : { sound };
  if (!storage) return writeIndex({ file, index: name, ...heard });
  await using media = await storage.localCopy(file);
  const folder = await mkdtemp(join(tmpdir(), 'lectern-index-'));
  try {
    const index = await writeIndex({ file: media.path, index: join(folder, basename(name)), ...heard });
    for (const written of listIndexFiles(join(folder, basename(name))))
      await storage.publish(written, `${dirname(name)}/${basename(written)}`);
    return index;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Indexes kept in memory, about 150 kB each for three hours. */
const most = 32;

async function present(playable: PlayableRecording, name: string): Promise<StoredObject> {
  const found = await getPlayableStorage(playable).find(name);
  if (!found) throw new Problem('not_found');
  return found;
}

/**
 * Keeps recently used indexes. Rebuilds outdated or incomplete ones on demand, one at a time, because the same few
 * processes also index new recordings.
 */
export function createIndexCache(write: (playable: PlayableRecording) => Promise<PlaybackIndex>) {
  const inTurn = createSemaphore({ maxConcurrent: 1 });
  const kept = createMemoryCache<KnownIndex>(most, () => 1);

  async function read(playable: PlayableRecording, found: StoredObject): Promise<KnownIndex> {
    await using copy = await getPlayableStorage(playable).localCopy(found);
    const beside = samplesFile(playable.index);
    const isWhole = (await getPlayableStorage(playable).find(beside)) !== undefined;
    const index = (isWhole && (await readIndex(copy.path))) || (await inTurn(() => write(playable)));
    const [media, records] = await Promise.all([present(playable, playable.file), present(playable, beside)]);
    return { index, media, records };
  }

  async function known(playable: PlayableRecording): Promise<KnownIndex> {
    const found = await present(playable, playable.index);
    // Another process may have put a new one in its place.
    return kept.through(`${playable.index} ${found.etag} ${playable.file}`, () => read(playable, found));
  }

  return {
    known,
    of: async (playable: PlayableRecording): Promise<PlaybackIndex> => (await known(playable)).index,
    forgetIn: (folder: string): void => kept.forget(`${folder}/`),
  };
}
