import type { BigIntStats } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Problem } from '@lectern/contract/problem';
import { readPlaces } from './read-ranges.ts';
import type { OpenObject, Storage, StoredObject } from '../../ports/storage/port.ts';

export const isFileMissingError = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '');

/**
 * For the `catch` of a look at a file: only one that is not there is nothing. A disk that fails says nothing about it.
 */
export const unlessMissing = (error: unknown): undefined => {
  if (!isFileMissingError(error)) throw error;
};

const notFound = (error: unknown): never => {
  throw isFileMissingError(error) ? new Problem('not_found', { cause: error }) : error;
};

/** A file that takes another's place has another number, and one that is written to another time. */
const etagOf = ({ ino, size, mtimeNs }: BigIntStats): string => `${ino}-${size}-${mtimeNs}`;

/** Bytes between two places that are cheaper to read than to skip. */
const worthReading = 32 * 1024;

/** Throws `not_found` for what is no file. */
export async function openFile(path: string) {
  const handle = await open(path, 'r').catch(notFound);
  const stats = await handle.stat({ bigint: true });
  if (stats.isFile()) return { handle, size: Number(stats.size), etag: etagOf(stats) };
  await handle.close();
  throw new Problem('not_found');
}

async function findFile(path: string): Promise<StoredObject | undefined> {
  const stats = await stat(path, { bigint: true }).catch(unlessMissing);
  if (!stats?.isFile()) return undefined;
  return { key: path, size: Number(stats.size), etag: etagOf(stats), changedAt: stats.mtime };
}

/** Files of this machine, read as objects are; their paths are the keys. */
export const files: Pick<Storage, 'find' | 'localCopy'> & { open(path: string | StoredObject): Promise<OpenObject> } = {
  find: findFile,
  async open(file) {
    const { handle, size, etag } = await openFile(typeof file === 'string' ? file : file.key);
    if (typeof file !== 'string' && file.etag !== etag) {
      await handle.close();
      throw new Problem('storage_unavailable', { cause: `${file.key} is another file by now.` });
    }
    const read = async (into: Buffer, at: number): Promise<number> =>
      (await handle.read(into, 0, into.length, at)).bytesRead;
    return {
      size,
      etag,
      pieceSize: 256 * 1024,
      read,
      readEach: (places) => readPlaces(places, worthReading, read),
      [Symbol.asyncDispose]: () => handle.close(),
    };
  },
  async localCopy(file) {
    const path = typeof file === 'string' ? file : file.key;
    if (typeof file === 'string' && !(await findFile(file))) throw new Problem('not_found');
    return { path, [Symbol.asyncDispose]: async () => undefined };
  },
};
