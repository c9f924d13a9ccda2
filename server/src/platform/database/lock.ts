import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { open, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseRefused } from './refused.ts';

const refusal = (folder: string): DatabaseRefused =>
  new DatabaseRefused(
    `The data folder ${folder} is in use by another running process. Stop it, or set another DATA_DIR.`,
  );

/**
 * Makes this process the only user of a folder until the returned function is called or the process ends, however it
 * ends. Throws `DatabaseRefused` when another one has it. The embedded engine itself lets two processes overwrite each other.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = realpathSync(folder);
  const name = `lectern-${createHash('sha256').update(path).digest('hex').slice(0, 32)}`;
  // The kernel takes these two back at any end of a process, kill -9 included.
  if (process.platform === 'linux') return lockBySocket(`\0${name}`, folder);
  if (process.platform === 'win32') return lockBySocket(`\\\\.\\pipe\\${name}`, folder);
  return lockByFile(join(path, 'process.pid'), folder);
}

async function lockBySocket(address: string, folder: string): Promise<() => Promise<void>> {
  const server = createServer((socket) => socket.destroy());
  server.unref();
  try {
    server.listen(address);
    await once(server, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') throw refusal(folder);
    throw error;
  }
  return async () => {
    server.close();
    await once(server, 'close');
  };
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: alive, and somebody else's.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
};

/** Exported for its test: systems with neither kind of socket use it. */
export async function lockByFile(file: string, folder: string): Promise<() => Promise<void>> {
  try {
    const handle = await open(file, 'wx');
    await handle.writeFile(String(process.pid));
    await handle.close();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const owner = Number(await readFile(file, 'utf8'));
    if (!Number.isSafeInteger(owner) || owner <= 0 || isAlive(owner)) throw refusal(folder);
    await rm(file, { force: true });
    return lockByFile(file, folder);
  }
  return () => rm(file, { force: true });
}
