import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { accessSync, constants, realpathSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseConfigError } from './failures.ts';

/** Describes a folder to the operator: its kind, and the alternative when it is in use. */
export type FolderUse = { is: string; otherwise: string };

const dataFolder: FolderUse = { is: 'data folder', otherwise: 'set another DATA_DIR' };

const refusal = (folder: string, { is, otherwise }: FolderUse): DatabaseConfigError =>
  new DatabaseConfigError(`The ${is} ${folder} is in use by another running process. Stop it, or ${otherwise}.`);

/** The file system of a folder has no locks. The message is one line for the operator, who can mend it. */
export class LockMissing extends Error {
  override readonly name = 'LockMissing';
  /** Tells the start that the message alone says all. */
  readonly plain = true;
}

/**
 * Locks a folder via `process.lock`, across containers and NFS, until released or the process ends. Throws
 * `DatabaseConfigError` when taken, `LockMissing` when the file system has no locks.
 */
export async function lockFolder(folder: string, use: FolderUse = dataFolder): Promise<() => Promise<void>> {
  const path = realpathSync(folder);
  const unlock = lockFile(join(path, 'process.lock'), folder, use);
  try {
    const release = await lockName(path, folder, use);
    return async () => {
      await release();
      unlock();
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** SQLite's codes (sqlite.org/rescode.html). */
const busy = 5;
const cannotOpen = 14;

/**
 * Uses SQLite's write transaction as a file lock, since Node has none. The file stays empty and is never removed, or
 * it could be locked twice.
 */
function lockFile(file: string, folder: string, use: FolderUse): () => void {
  let holder: DatabaseSync | undefined;
  try {
    holder = new DatabaseSync(file);
    // Beside it no file of a transaction, which would outlive a killed process.
    holder.exec('pragma journal_mode = memory; begin immediate');
  } catch (error) {
    holder?.close();
    const { errcode, message } = error as Error & { errcode?: number };
    if (errcode === busy) throw refusal(folder, use);
    // Says which right is missing.
    if (errcode === cannotOpen) accessSync(folder, constants.W_OK);
    throw new LockMissing(`The ${use.is} ${folder} cannot be locked (${message}): ${use.otherwise}.`);
  }
  return () => holder.isOpen && holder.close();
}

/**
 * Also takes the lock of earlier versions, a socket name the kernel frees, so that a running earlier version is
 * detected.
 */
async function lockName(path: string, folder: string, use: FolderUse): Promise<() => Promise<void>> {
  const name = `lectern-${createHash('sha256').update(path).digest('hex').slice(0, 32)}`;
  const address = { linux: `\0${name}`, win32: `\\\\.\\pipe\\${name}` }[process.platform as string];
  if (address === undefined) return async () => undefined;
  const server = createServer((socket) => socket.destroy());
  server.unref();
  try {
    server.listen(address);
    await once(server, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') throw refusal(folder, use);
    throw error;
  }
  return async () => {
    server.close();
    await once(server, 'close');
  };
}
