import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { LocalCopy, StoredObject } from '../ports/storage/port.ts';

/** What is made of a copy, by what follows its path, goes with it: a rendition, and an index of what is played. */
const beside = ['.mp4', '.json'];

type Copy = { path: string; size: number; users: number; ready: Promise<void> };

/**
 * Copies of objects on this machine, in a folder of this process alone, fetched once for all who want the same content.
 * Those in use stay; of the others, the ones not used for longest go when all together are more than `most` bytes.
 */
export async function createCopies(folder: string, most: number) {
  // What an earlier process of the same place left.
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const kept = new Map<string, Copy>();

  async function drop(name: string, copy: Copy): Promise<void> {
    kept.delete(name);
    for (const suffix of ['', ...beside]) await rm(copy.path + suffix, { force: true });
  }

  async function makeRoom(): Promise<void> {
    let bytes = 0;
    for (const { size } of kept.values()) bytes += size;
    for (const [name, copy] of kept) {
      if (bytes <= most) return;
      if (copy.users > 0) continue;
      bytes -= copy.size;
      await drop(name, copy);
    }
  }

  async function fetchInto(path: string, open: () => Promise<Readable>): Promise<void> {
    const partial = `${path}.${randomUUID()}`;
    try {
      await pipeline(await open(), createWriteStream(partial));
      await rename(partial, path);
    } finally {
      await rm(partial, { force: true });
    }
  }

  function begin(path: string, size: number, open: () => Promise<Readable>): Copy {
    const copy: Copy = { path, size, users: 0, ready: Promise.resolve() };
    copy.ready = fetchInto(path, open).then(async () => {
      copy.size = (await stat(path)).size;
    });
    return copy;
  }

  return {
    async of(
      { key, etag, size }: Pick<StoredObject, 'key' | 'etag' | 'size'>,
      open: () => Promise<Readable>,
    ): Promise<LocalCopy> {
      const name = createHash('sha256').update(`${key}\n${etag}`).digest('hex');
      const path = join(folder, name);
      const copy = kept.get(name) ?? begin(path, size, open);
      // A map keeps the order of insertion: the last used one goes to its end.
      kept.delete(name);
      kept.set(name, copy);
      copy.users += 1;
      const release = async (): Promise<void> => {
        copy.users -= 1;
        await makeRoom();
      };
      try {
        await copy.ready;
      } catch (error) {
        copy.users -= 1;
        if (kept.get(name) === copy) await drop(name, copy);
        throw error;
      }
      let released = false;
      return {
        path,
        async [Symbol.asyncDispose]() {
          if (released) return;
          released = true;
          await release();
        },
      };
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
