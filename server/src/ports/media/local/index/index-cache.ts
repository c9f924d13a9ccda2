import { Problem } from '@lectern/contract/problem';
import { createMemoryCache } from '../../../../platform/cache/memory-cache.ts';
import { createSemaphore } from '../../../../platform/limits/semaphore.ts';
import type { StoredObject } from '../../../storage/port.ts';
import type { PlayableRecording } from '../../port.ts';
import { type KnownIndex, getPlayableStorage, type PlaybackIndex, readIndex, samplesFile } from './playback-index.ts';

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
