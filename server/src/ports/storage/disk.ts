import { randomUUID } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { Problem } from '@lectern/contract/problem';
import { checkedKey, checkedPrefix } from './keys.ts';
import type { Sending, Storage, StoredObject } from './port.ts';

const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '');

const notFound = (error: unknown): never => {
  throw isMissing(error) ? new Problem('not_found', { cause: error }) : error;
};

async function sync(path: string): Promise<void> {
  await using handle = await open(path, 'r');
  await handle.sync();
}

/** A file that takes another's place has another number, and one that is written to another time. */
const etagOf = ({ ino, size, mtimeNs }: BigIntStats): string => `${ino}-${size}-${mtimeNs}`;

/**
 * Objects as files of a folder, under their keys. What is not whole yet, and what is being removed, lies in `scratch`
 * of the same folder under a name of its own.
 */
export function createDiskStorage(root: string): Storage {
  const pathOf = (key: string): string => join(root, checkedKey(key));
  const scratch = join(root, 'scratch');

  async function scratchName(): Promise<string> {
    await mkdir(scratch, { recursive: true });
    return join(scratch, randomUUID());
  }

  async function publish(file: string, key: string, { signal }: Sending = {}): Promise<void> {
    const path = pathOf(key);
    await sync(file);
    signal?.throwIfAborted();
    // The folder may be removed in this moment: then it is made anew.
    for (let tries = 3; ; tries -= 1) {
      await mkdir(dirname(path), { recursive: true });
      try {
        await moveWithin(file, path);
        return await sync(dirname(path));
      } catch (error) {
        if (!isMissing(error) || tries === 0) throw error;
      }
    }
  }

  /** By a rename; where somebody has put a folder onto a disk of its own, by a copy that is renamed there. */
  async function moveWithin(file: string, path: string): Promise<void> {
    try {
      return await rename(file, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    }
    const partial = `${path}.${randomUUID()}.partial`;
    try {
      await copyFile(file, partial);
      await sync(partial);
      await rename(partial, path);
      await rm(file, { force: true });
    } finally {
      await rm(partial, { force: true });
    }
  }

  async function openFile(key: string) {
    const handle = await open(pathOf(key), 'r').catch(notFound);
    const stats = await handle.stat({ bigint: true });
    if (stats.isFile()) return { handle, stats };
    await handle.close();
    throw new Problem('not_found');
  }

  async function find(key: string): Promise<StoredObject | undefined> {
    try {
      const stats = await stat(pathOf(key), { bigint: true });
      if (!stats.isFile()) return undefined;
      return { key, size: Number(stats.size), etag: etagOf(stats), changedAt: stats.mtime };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async function* list(prefix: string): AsyncGenerator<StoredObject> {
    const folder = join(root, checkedPrefix(prefix));
    const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
    // A folder counts with its slash, as it does within a key.
    const names = entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
    for (const name of names.toSorted((a, b) => (a < b ? -1 : 1))) {
      if (name.endsWith('/')) yield* list(prefix + name);
      else {
        const found = await find(prefix + name);
        if (found) yield found;
      }
    }
  }

  return {
    kind: 'disk',
    publish,
    find,
    list,
    async put(key, content, { signal } = {}) {
      const path = pathOf(key);
      const partial = await scratchName();
      try {
        await writeFile(partial, content, signal ? { signal } : {});
        await publish(partial, key, signal ? { signal } : {});
      } catch (error) {
        await rm(partial, { force: true });
        if ((error as NodeJS.ErrnoException).code === 'ENOSPC')
          throw new Problem('disk_full', { cause: `${path}: ${String(error)}` });
        throw error;
      }
    },
    async open(key) {
      const { handle, stats } = await openFile(key);
      return {
        size: Number(stats.size),
        etag: etagOf(stats),
        read: async (into, at) => (await handle.read(into, 0, into.length, at)).bytesRead,
        [Symbol.asyncDispose]: () => handle.close(),
      };
    },
    async read(key, range): Promise<Readable> {
      const { handle } = await openFile(key);
      return handle.createReadStream(range ?? {});
    },
    async localCopy(key) {
      if (!(await find(key))) throw new Problem('not_found');
      return { path: pathOf(key), [Symbol.asyncDispose]: async () => undefined };
    },
    link: async () => undefined,
    async remove(prefix) {
      const aside = await scratchName();
      // At once, so that what is still written to it finds no place any more.
      await rename(join(root, checkedPrefix(prefix)), aside).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
      await rm(aside, { recursive: true, force: true, maxRetries: 3 });
    },
    close: async () => undefined,
  };
}
