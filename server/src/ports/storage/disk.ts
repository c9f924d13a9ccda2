import { randomUUID } from 'node:crypto';
import { copyFile, link, mkdir, open, readdir, rename, rm, statfs, writeFile } from 'node:fs/promises';
import { isDiskFullError } from '../../platform/database/failures.ts';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { Problem } from '@lectern/contract/problem';
import { appendToFile, truncateFile, joinFiles } from './append-to-file.ts';
import { files, isFileMissingError, openFile, unlessMissing } from '../../platform/files/local-files.ts';
import { checkKeyOrPrefix, checkedKey, checkedPrefix, isKeySegment, keyOfObject } from './keys.ts';
import type { ObjectSendOptions, Storage, StoredObject } from './port.ts';
import { orAway } from '../../platform/http/problem-of.ts';

/** Has a disk tell `storage_away` where it takes no file at all. What is so of one file alone stays the error it is. */
function tellingAway(disk: Storage): Storage {
  const told =
    <A extends unknown[], T>(work: (...args: A) => Promise<T>) =>
    (...args: A): Promise<T> =>
      work(...args).catch(async (error: unknown) => {
        throw await orAway(error, disk);
      });
  return {
    ...disk,
    put: told(disk.put),
    publish: told(disk.publish),
    append: told(disk.append),
    cut: told(disk.cut),
    join: told(disk.join),
    find: told(disk.find),
    open: told(disk.open),
    read: told(disk.read),
    localCopy: told(disk.localCopy),
    names: told(disk.names),
    move: told(disk.move),
    remove: told(disk.remove),
    async *list(prefix) {
      try {
        yield* disk.list(prefix);
      } catch (error) {
        throw await orAway(error, disk);
      }
    },
  };
}

async function sync(path: string): Promise<void> {
  await using handle = await open(path, 'r');
  await handle.sync();
}

/**
 * Stores objects as files under their keys. Incomplete objects and those being removed lie in `scratch` of the same
 * folder under unique names.
 */
export function createDiskStorage(root: string): Storage {
  const pathOf = (key: string): string => join(root, checkedKey(key));
  const scratch = join(root, 'scratch');

  async function scratchName(): Promise<string> {
    await mkdir(scratch, { recursive: true });
    return join(scratch, randomUUID());
  }

  async function publish(file: string, key: string, { signal }: ObjectSendOptions = {}): Promise<void> {
    const path = pathOf(key);
    await sync(file);
    signal?.throwIfAborted();
    // The folder may be removed in this moment: then it is made again.
    for (let tries = 3; ; tries -= 1) {
      await mkdir(dirname(path), { recursive: true });
      try {
        await moveWithin(file, path);
        return await sync(dirname(path));
      } catch (error) {
        if (!isFileMissingError(error) || tries === 0) throw error;
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

  /** Where nothing is yet. */
  async function linkWithin(file: string, path: string): Promise<void> {
    await sync(file);
    await mkdir(dirname(path), { recursive: true });
    await link(file, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    await rm(file, { force: true });
    await sync(dirname(path));
  }

  async function find(key: string): Promise<StoredObject | undefined> {
    const found = await files.find(pathOf(key));
    return found && { ...found, key };
  }

  async function names(prefix: string): Promise<string[]> {
    const entries =
      (await readdir(join(root, checkedPrefix(prefix)), { withFileTypes: true }).catch(unlessMissing)) ?? [];
    // Ignores foreign files. Folders sort with their slash, as within a key.
    const own = entries.filter(({ name }) => isKeySegment(name));
    const found = own.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
    return found.toSorted((a, b) => (a < b ? -1 : 1));
  }

  async function* list(prefix: string): AsyncGenerator<StoredObject> {
    for (const name of await names(prefix)) {
      if (name.endsWith('/')) yield* list(prefix + name);
      else {
        const found = await find(prefix + name);
        if (found) yield found;
      }
    }
  }

  return tellingAway({
    kind: 'disk',
    place: `the folder ${root}`,
    publish,
    find,
    names,
    list,
    async put(key, content, { signal, ifAbsent = false } = {}) {
      const path = pathOf(key);
      const partial = await scratchName();
      try {
        await writeFile(partial, content, signal ? { signal } : {});
        if (ifAbsent) await linkWithin(partial, path);
        else await publish(partial, key, signal ? { signal } : {});
      } catch (error) {
        await rm(partial, { force: true });
        if ((error as NodeJS.ErrnoException).code === 'ENOSPC')
          throw new Problem('disk_full', { cause: `${path}: ${String(error)}` });
        throw error;
      }
    },
    open: (object) => files.open(typeof object === 'string' ? pathOf(object) : { ...object, key: pathOf(object.key) }),
    async read(key, range): Promise<Readable> {
      const { handle } = await openFile(pathOf(key));
      return handle.createReadStream(range ?? {});
    },
    localCopy: (object) => files.localCopy(pathOf(keyOfObject(object))),
    link: async () => undefined,
    appends: true,
    async append(piece, stream, how) {
      const path = pathOf(piece);
      await mkdir(dirname(path), { recursive: true });
      return appendToFile(path, stream, how);
    },
    cut: ({ key, size }) => truncateFile(pathOf(key), size),
    async join(pieces, key) {
      const path = pathOf(key);
      if (!(await files.find(path)))
        await joinFiles(
          pieces.map((piece) => ({ path: pathOf(piece.key), size: piece.size })),
          path,
        );
      await sync(dirname(path));
    },
    async move(from, to) {
      const path = join(root, checkKeyOrPrefix(to));
      await mkdir(dirname(path), { recursive: true });
      await rename(join(root, checkKeyOrPrefix(from)), path).catch(unlessMissing);
    },
    async check() {
      await readdir(root);
      const probe = await scratchName();
      try {
        await writeFile(probe, 'probe', { flush: true });
      } catch (error) {
        // It is there all the same, and its room is told apart.
        if (!isDiskFullError(error)) throw error;
      } finally {
        await rm(probe, { force: true });
      }
    },
    async room() {
      const { bavail, blocks, bsize } = await statfs(root);
      return { free: bavail * bsize, size: blocks * bsize };
    },
    sweep: async () => undefined,
    async remove(what) {
      const aside = await scratchName();
      // At once, so that what is still written to it finds no place any more.
      await rename(join(root, checkKeyOrPrefix(what)), aside).catch(unlessMissing);
      await rm(aside, { recursive: true, force: true, maxRetries: 3 });
    },
    close: async () => undefined,
  });
}
