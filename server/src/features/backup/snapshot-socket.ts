import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createConnection, createServer } from 'node:net';
import { join } from 'node:path';
import type { World } from '../../platform/context.ts';
import { BackupRefused } from './refused.ts';
import { writeSnapshot } from './snapshot.ts';

/**
 * The embedded database belongs to one process, so a running server makes the snapshot for the command that asks. They
 * meet at a socket in DATA_DIR, which nobody but the user of the server may enter.
 */
const socketIn = (dataDir: string): string => join(dataDir, 'backup.sock');

/** Serves snapshots until the returned function is called. Without a socket, as on a path that is too long, it says so. */
export async function serveSnapshots({
  database,
  dataDir,
  log,
}: Pick<World, 'database' | 'dataDir' | 'log'>): Promise<() => Promise<void>> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const file = join(dataDir, `snapshot.${randomUUID()}`);
    socket.on('error', () => undefined).resume();
    // Whoever asked has taken what it needs, or is gone.
    const left = once(socket, 'close');
    writeSnapshot(database, file)
      .then(() => socket.write(`${file}\n`))
      .catch((error: unknown) => {
        log.error({ err: error }, 'The snapshot for a backup could not be made.');
        socket.destroy();
      })
      .then(() => left.catch(() => undefined))
      .then(() => rm(file, { force: true }))
      .catch(() => undefined);
    socket.once('end', () => socket.end());
  });
  try {
    // One that a killed server left: the folder is this process's alone.
    await rm(socketIn(dataDir), { force: true });
    server.listen(socketIn(dataDir));
    await once(server, 'listening');
  } catch (error) {
    log.warn({ err: error }, 'Backups are possible only while the server is stopped: its socket cannot be opened.');
    return async () => undefined;
  }
  server.unref();
  return async () => {
    server.close();
    await rm(socketIn(dataDir), { force: true });
  };
}

/**
 * Lets the server that runs on a folder make a snapshot, which exists while `work` runs. False when no server runs there.
 */
export async function withSnapshotOfServer(dataDir: string, work: (file: string) => Promise<void>): Promise<boolean> {
  const socket = createConnection(socketIn(dataDir));
  try {
    await once(socket, 'connect');
  } catch (error) {
    if (['ENOENT', 'ECONNREFUSED'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
  try {
    const answer = await Promise.race([
      once(socket, 'data').then(([path]) => path as Buffer),
      once(socket, 'close').then(() => undefined),
    ]);
    if (!answer) throw new BackupRefused('The server could not make a snapshot of its database; its log says why.');
    await work(String(answer).trimEnd());
    return true;
  } finally {
    socket.destroy();
  }
}
