import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { LocalCopy, StoredObject } from '../../ports/storage/port.ts';
import { createSingleFlight } from './single-flight.ts';

/** Suffixes of files derived from a copy and removed with it: a rendition and its index. */
const beside = ['.mp4', '.json'];

/** `path` is there when it is whole. No other copy ever has it: what is still being removed is in nobody's way. */
type Copy = { path: string | undefined; size: number; users: number };

/** Content on its way here, with its bytes, or 0 where nobody tells how many there will be. */
export type OpenedObject = { content: Readable; size: number };

/**
 * Caches objects in a folder of this process, fetched once per content. Unused copies go, least recently used first,
 * before the total exceeds `most` bytes.
 */
export async function createLocalObjectCache(folder: string, most: number) {
  // Left by an earlier process in this folder.
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  /** By key and content, the last used one at the end: a map keeps the order of insertion. */
  const kept = new Map<string, Copy>();
  const fetching = createSingleFlight<string>();

  /**
   * Chooses at once, so that nobody takes meanwhile what is being removed. One that nobody waits for never becomes
   * whole.
   */
  async function makeRoom(): Promise<void> {
    let bytes = 0;
    for (const { size } of kept.values()) bytes += size;
    const going: string[] = [];
    for (const [name, copy] of kept) {
      if (copy.users > 0 || (copy.path !== undefined && bytes <= most)) continue;
      bytes -= copy.size;
      kept.delete(name);
      if (copy.path !== undefined) going.push(copy.path);
    }
    for (const path of going) for (const suffix of ['', ...beside]) await rm(path + suffix, { force: true });
  }

  /** Resolves with the path. */
  async function fetchInto(copy: Copy, open: (signal: AbortSignal) => Promise<OpenedObject>, signal: AbortSignal) {
    const path = join(folder, randomUUID());
    const { content, size } = await open(signal);
    try {
      signal.throwIfAborted();
      copy.size = size;
      await makeRoom();
      await pipeline(content, createWriteStream(path), { signal });
      const stored = await stat(path);
      signal.throwIfAborted();
      Object.assign(copy, { path, size: stored.size });
      return path;
    } catch (error) {
      content.destroy();
      await rm(path, { force: true });
      throw error;
    }
  }

  return {
    /** Throws what `open` throws, and the signal's reason; see `SharedWork`. */
    async of(
      { key, etag }: Pick<StoredObject, 'key' | 'etag'>,
      open: (signal: AbortSignal) => Promise<OpenedObject>,
      signal?: AbortSignal,
    ): Promise<LocalCopy> {
      const name = `${key}\n${etag}`;
      const copy = kept.get(name) ?? { path: undefined, size: 0, users: 0 };
      kept.delete(name);
      kept.set(name, copy);
      copy.users += 1;
      let released = false;
      const release = async (): Promise<void> => {
        if (released) return;
        released = true;
        copy.users -= 1;
        await makeRoom();
      };
      try {
        const path = copy.path ?? (await fetching.share(name, (work) => fetchInto(copy, open, work.signal), signal));
        return { path, [Symbol.asyncDispose]: release };
      } catch (error) {
        await release();
        throw error;
      }
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
