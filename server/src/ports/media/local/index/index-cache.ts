import { Problem } from '@lectern/contract/problem';
import { createMemoryCache } from '../../../../platform/cache/memory-cache.ts';
import { createSemaphore } from '../../../../platform/limits/semaphore.ts';
import type { StoredObject } from '../../../storage/port.ts';
import type { Playable } from '../../port.ts';
import { type KnownIndex, placeOf, type PlaybackIndex, readIndex, samplesFile } from './playback-index.ts';

/** Indexes kept in memory, about 150 kB each for three hours. */
const most = 32;

async function present(playable: Playable, name: string): Promise<StoredObject> {
  const found = await placeOf(playable).find(name);
  if (!found) throw new Problem('not_found');
  return found;
}

/**
 * Keeps recently used indexes. Rebuilds outdated or incomplete ones on demand, one at a time, because the same few
 * processes also index new recordings.
 */
export function keptIndexes(write: (playable: Playable) => Promise<PlaybackIndex>) {
  const inTurn = createSemaphore({ maxConcurrent: 1 });
  const kept = createMemoryCache<KnownIndex>(most, () => 1);

  async function read(playable: Playable, found: StoredObject): Promise<KnownIndex> {
    await using copy = await placeOf(playable).localCopy(found);
    const beside = samplesFile(playable.index);
    const isWhole = (await placeOf(playable).find(beside)) !== undefined;
    const index = (isWhole && (await readIndex(copy.path))) || (await inTurn(() => write(playable)));
    const [media, records] = await Promise.all([present(playable, playable.file), present(playable, beside)]);
    return { index, media, records };
  }

  async function known(playable: Playable): Promise<KnownIndex> {
    const found = await present(playable, playable.index);
    // Another process may have put a new one in its place.
    return kept.through(`${playable.index} ${found.etag} ${playable.file}`, () => read(playable, found));
  }

  return {
    known,
    of: async (playable: Playable): Promise<PlaybackIndex> => (await known(playable)).index,
    forgetIn: (folder: string): void => kept.forget(`${folder}/`),
  };
}
