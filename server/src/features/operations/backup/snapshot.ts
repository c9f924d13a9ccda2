import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import { dumpTables, type MigrationRun, migrationsOf } from '../../../platform/database/dump.ts';
import { type PendingJob, pendingJobs } from '../../../platform/jobs/pending.ts';
import { type InstallationState, installationState } from '../../storage/installation.ts';
import { BackupError } from './archive.ts';
import type { World } from '../../../platform/http/context.ts';
import { reachSocket, serveSocket } from '../../../platform/files/folder-socket.ts';

/** The first line of a snapshot, before the lines of the tables. */
export type SnapshotHead = {
  format: 1;
  installation: InstallationState;
  migrations: MigrationRun[];
  /** Jobs enqueued again after a restore. */
  jobs: PendingJob[];
};

/** Summarises a snapshot after reading it whole. */
type SnapshotDigest = {
  head: SnapshotHead;
  /** Rows by table. */
  rows: Record<string, number>;
  /** SHA-256 of the lines of the tables, each with its line break. */
  content: string;
};

async function* linesOf(tx: Queryable): AsyncGenerator<string> {
  const head: SnapshotHead = {
    format: 1,
    installation: await installationState(tx),
    migrations: await migrationsOf(tx),
    jobs: await pendingJobs(tx),
  };
  yield JSON.stringify(head);
  yield* dumpTables(tx);
}

/** Joins lines, since a stream of single ones costs more than the lines. */
async function* inPieces(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = '';
  for await (const line of lines) {
    piece += `${line}\n`;
    if (piece.length < 65_536) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

/**
 * Writes the database at one moment to a file. PostgreSQL serves other queries meanwhile; the embedded database blocks
 * them, so use a fast disk.
 */
export const writeSnapshot = (database: Database, file: string): Promise<void> =>
  database.snapshot((tx) =>
    pipeline(Readable.from(inPieces(linesOf(tx))), createGzip({ level: 1 }), createWriteStream(file, { flush: true })),
  );

/** The lines of a snapshot. Throws what the file system and zlib say of a missing or damaged one. */
async function* readLines(file: string): AsyncGenerator<string> {
  const text = createGunzip();
  // A failure ends `text` with the same error, which the loop throws.
  pipeline(createReadStream(file), text).catch(() => undefined);
  let rest = '';
  for await (const piece of text.setEncoding('utf8') as AsyncIterable<string>) {
    // A line may be long: it is looked through once.
    if (!piece.includes('\n')) {
      rest += piece;
      continue;
    }
    const lines = (rest + piece).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
  if (rest !== '') throw new BackupError('The snapshot of the database ends in the middle of a line.');
}

function parseHead(line: string | undefined): SnapshotHead {
  const head = JSON.parse(line ?? '{}') as SnapshotHead;
  if (head.format !== 1)
    throw new BackupError('The snapshot of the database has a form that this version does not know: use a newer one.');
  return head;
}

/** The head of a snapshot and the lines of its tables, which are read once. */
export async function openSnapshot(file: string): Promise<{ head: SnapshotHead; lines: AsyncGenerator<string> }> {
  const lines = readLines(file);
  const first = await lines.next();
  return { head: parseHead(first.done ? undefined : first.value), lines };
}

/** Counts and hashes the lines of tables as they pass. */
export async function digestTableLines(
  lines: AsyncIterable<string>,
): Promise<Pick<SnapshotDigest, 'rows' | 'content'>> {
  const hash = createHash('sha256');
  const rows: Record<string, number> = {};
  let table = '';
  for await (const line of lines) {
    hash.update(line).update('\n');
    if (line.startsWith('[')) {
      table = (JSON.parse(line) as [string])[0];
      rows[table] = 0;
    } else rows[table]! += 1;
  }
  return { rows, content: hash.digest('hex') };
}

/** Reads a snapshot whole. */
export async function readSnapshot(file: string): Promise<SnapshotDigest> {
  const { head, lines } = await openSnapshot(file);
  return { head, ...(await digestTableLines(lines)) };
}

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
