import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { World } from '../../../platform/http/context.ts';
import { reachSocket, serveSocket } from '../../../platform/files/folder-socket.ts';
import { BackupError } from './archive.ts';
import { writeSnapshot } from './snapshot.ts';

const socketIn = (dataDir: string): string => join(dataDir, 'backup.sock');

/**
 * Serves snapshots until the returned function is called. Without a socket, as on a path that is too long, it says so.
 */
export async function serveSnapshots({
  database,
  dataDir,
  log,
}: Pick<World, 'database' | 'dataDir' | 'log'>): Promise<() => Promise<void>> {
  try {
    return await serveSocket(socketIn(dataDir), (socket) => {
      const file = join(dataDir, `snapshot.${randomUUID()}`);
      socket.on('error', () => undefined).resume();
      // The client has copied the file or disconnected.
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
  } catch (error) {
    log.warn({ err: error }, 'Backups are possible only while the server is stopped: its socket cannot be opened.');
    return async () => undefined;
  }
}

/**
 * Lets the server that runs on a folder make a snapshot, which exists while `work` runs. False when no server runs there.
 */
export async function withSnapshotOfServer(dataDir: string, work: (file: string) => Promise<void>): Promise<boolean> {
  const socket = await reachSocket(socketIn(dataDir));
  if (!socket) return false;
  try {
    const answer = await Promise.race([
      once(socket, 'data').then(([path]) => path as Buffer),
      once(socket, 'close').then(() => undefined),
    ]);
    if (!answer) throw new BackupError('The server could not make a snapshot of its database; its log says why.');
    await work(String(answer).trimEnd());
    return true;
  } finally {
    socket.destroy();
  }
}
