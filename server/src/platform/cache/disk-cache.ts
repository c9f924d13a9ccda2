import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import { hour } from '@lectern/contract/rules/durations';
import { unlessMissing } from '../files/local-files.ts';
import { createSingleFlight } from './single-flight.ts';

/** Makes a thing, and may be given up; see `SharedWork`. */
type Make<T> = (signal: AbortSignal) => Promise<T>;

/** Bytes on the disk that can be made again; losing them costs only time. */
export type DiskCache = {
  /**
   * Returns the cached value, or makes it once for all callers; null is not cached. Names must fit a file system;
   * groups may be any text.
   */
  through<T extends Buffer | null>(
    group: string,
    name: string,
    make: Make<T>,
    signal?: AbortSignal,
  ): Promise<Buffer | T>;
  /** The same, read from the disk as it is taken: many slow readers of something large hold little of it in memory. */
  stream(
    group: string,
    name: string,
    make: Make<Buffer>,
    signal?: AbortSignal,
  ): Promise<{ size: number; content: Readable }>;
  /** Removes a group; values being made meanwhile are not cached either. */
  forget(group: string): Promise<void>;
};

/** Treats any file error as a cache miss, so the value is made again. */
const lost = (): undefined => undefined;

/** The folders of groups; others in the same place are not the cache's. */
const groupFolder = /^[0-9a-f]{32}$/;

/** A cache of `most` bytes; what was not used for longest goes first. What an earlier process kept counts too. */
export function createDiskCache(folder: string, most: number): DiskCache {
  const folderOf = (group: string): string =>
    join(folder, createHash('sha256').update(group).digest('hex').slice(0, 32));
  const kept = new LRUCache<string, number>({
    maxSize: most,
    sizeCalculation: (bytes) => Math.max(1, bytes),
    dispose: (_bytes, file, reason) => {
      if (reason === 'evict') void rm(file, { force: true });
    },
  });
  const making = createSingleFlight<Buffer | null>();

  /** Nobody waits for it but the books: what was used meanwhile is entered behind what lay there. */
  const counted = count().catch(lost);
  const afterCount = (enter: () => void): void => void counted.then(enter);

  async function count(): Promise<void> {
    const found: { file: string; bytes: number; at: number }[] = [];
    for (const group of (await readdir(folder).catch(unlessMissing)) ?? []) {
      if (!groupFolder.test(group)) continue;
      for (const name of (await readdir(join(folder, group)).catch(unlessMissing)) ?? []) {
        const file = join(folder, group, name);
        const stats = await stat(file).catch(unlessMissing);
        if (!stats?.isFile()) continue;
        if (!name.endsWith('.partial')) found.push({ file, bytes: stats.size, at: stats.mtimeMs });
        // A killed process was writing it.
        else if (Date.now() - stats.mtimeMs > hour) await rm(file, { force: true });
      }
    }
    for (const { file, bytes } of found.toSorted((a, b) => a.at - b.at)) kept.set(file, bytes);
  }

  async function keep(of: string, file: string, bytes: Buffer, isCurrent: () => boolean): Promise<void> {
    // A larger one would push out all others.
    if (bytes.length > most / 10) return;
    const partial = `${file}.${randomUUID()}.partial`;
    try {
      await mkdir(of, { recursive: true });
      await writeFile(partial, bytes);
      if (!isCurrent()) return;
      await rename(partial, file);
      if (isCurrent()) afterCount(() => kept.set(file, bytes.length));
      else await rm(file, { force: true });
    } finally {
      await rm(partial, { force: true });
    }
  }

  async function through<T extends Buffer | null>(
    group: string,
    name: string,
    make: Make<T>,
    signal?: AbortSignal,
  ): Promise<Buffer | T> {
    const of = folderOf(group);
    const file = join(of, name);
    const known = await readFile(file).catch(lost);
    if (known) {
      afterCount(() => kept.set(file, known.length));
      return known;
    }
    const made = await making.share(
      file,
      async ({ signal, isCurrent }) => {
        const bytes = await make(signal);
        // A full disk must not keep anybody from what was made.
        if (bytes) await keep(of, file, bytes, isCurrent).catch(lost);
        return bytes;
      },
      signal,
    );
    // The same name is made by the same function.
    return made as T;
  }

  /** Opens a cached file; a reader that has begun keeps its content when the file is removed. */
  async function opened(file: string): Promise<{ size: number; content: Readable } | undefined> {
    const handle = await open(file).catch(lost);
    if (!handle) return undefined;
    const { size } = await handle.stat();
    afterCount(() => kept.set(file, size));
    return { size, content: handle.createReadStream() };
  }

  return {
    through,
    async stream(group, name, make, signal) {
      const file = join(folderOf(group), name);
      const known = await opened(file);
      if (known) return known;
      const bytes = await through(group, name, make, signal);
      // There is no room to keep it.
      return (await opened(file)) ?? { size: bytes.length, content: Readable.from([bytes]) };
    },
    async forget(group) {
      const of = folderOf(group);
      making.forget(of);
      await rm(of, { recursive: true, force: true, maxRetries: 3 });
      afterCount(() => {
        for (const file of kept.keys()) if (file.startsWith(of)) kept.delete(file);
      });
    },
  };
}
