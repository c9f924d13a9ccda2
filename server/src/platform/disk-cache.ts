import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import { unlessMissing } from './files.ts';

/** Bytes on the disk that can be made again; losing them costs only time. */
export type DiskCache = {
  /**
   * What is kept under this name of a group; made when it is not there, once for all who ask meanwhile. Null is not
   * kept. Names are ours and fit a file system; groups may be any text.
   */
  through<T extends Buffer | null>(group: string, name: string, make: () => Promise<T>): Promise<Buffer | T>;
  /** The same, read from the disk as it is taken: many slow readers of something large hold little of it in memory. */
  stream(group: string, name: string, make: () => Promise<Buffer>): Promise<{ size: number; content: Readable }>;
  forget(group: string): Promise<void>;
};

/** Milliseconds. */
const hour = 3_600_000;

/** Whatever is wrong with a file of a cache: what it held is made again. */
const lost = (): undefined => undefined;

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
  const underWay = new Map<string, Promise<Buffer | null>>();
  let counted: Promise<void> | undefined;

  async function count(): Promise<void> {
    const found = (await readdir(folder, { recursive: true, withFileTypes: true }).catch(unlessMissing)) ?? [];
    const files: { file: string; bytes: number; at: number }[] = [];
    for (const entry of found) {
      const file = join(entry.parentPath, entry.name);
      const stats = entry.isFile() ? await stat(file).catch(unlessMissing) : undefined;
      if (!stats || kept.has(file)) continue;
      if (!entry.name.endsWith('.partial')) files.push({ file, bytes: stats.size, at: stats.mtimeMs });
      // A killed process was writing it.
      else if (Date.now() - stats.mtimeMs > hour) await rm(file, { force: true });
    }
    for (const { file, bytes } of files.toSorted((a, b) => a.at - b.at)) if (!kept.has(file)) kept.set(file, bytes);
  }

  async function keep(of: string, file: string, bytes: Buffer): Promise<void> {
    // A larger one would push out all others.
    if (bytes.length > most / 10) return;
    await mkdir(of, { recursive: true });
    const partial = `${file}.${randomUUID()}.partial`;
    await writeFile(partial, bytes);
    await rename(partial, file);
    kept.set(file, bytes.length);
    counted ??= count();
  }

  async function through<T extends Buffer | null>(
    group: string,
    name: string,
    make: () => Promise<T>,
  ): Promise<Buffer | T> {
    const of = folderOf(group);
    const file = join(of, name);
    const known = await readFile(file).catch(lost);
    if (known) {
      kept.set(file, known.length);
      return known;
    }
    const making = underWay.get(file);
    // The same name is made by the same function.
    if (making) return making as Promise<T>;
    const made = makeAndKeep(of, file, make).finally(() => underWay.delete(file));
    underWay.set(file, made);
    return made;
  }

  async function makeAndKeep<T extends Buffer | null>(of: string, file: string, make: () => Promise<T>): Promise<T> {
    const bytes = await make();
    // A full disk keeps nobody from his picture.
    if (bytes) await keep(of, file, bytes).catch(() => undefined);
    return bytes;
  }

  /** What is kept in a file; removing it takes nothing from who has begun to read. */
  async function opened(file: string): Promise<{ size: number; content: Readable } | undefined> {
    const handle = await open(file).catch(lost);
    if (!handle) return undefined;
    const { size } = await handle.stat();
    kept.set(file, size);
    return { size, content: handle.createReadStream() };
  }

  return {
    through,
    async stream(group, name, make) {
      const file = join(folderOf(group), name);
      const known = await opened(file);
      if (known) return known;
      const bytes = await through(group, name, make);
      // There is no room to keep it.
      return (await opened(file)) ?? { size: bytes.length, content: Readable.from([bytes]) };
    },
    async forget(group) {
      const of = folderOf(group);
      const files = Array.from(kept.keys()).filter((file) => file.startsWith(of));
      for (const file of files) kept.delete(file);
      await rm(of, { recursive: true, force: true });
    },
  };
}
