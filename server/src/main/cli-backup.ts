import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BackupManifest, openArchive, BackupError } from '../features/operations/backup/archive.ts';
import { filesIn, ownerIdOfKey } from '../features/operations/backup/installation-files.ts';
import { makeBackup } from '../features/operations/backup/make-backup.ts';
import {
  findDamage,
  readSnapshotHead,
  lastMigration,
  loadDatabase,
  restoreFiles,
} from '../features/operations/backup/restore-backup.ts';
import { writeSnapshot, type SnapshotHead, withSnapshotOfServer } from '../features/operations/backup/snapshot.ts';
import {
  adoptRestored,
  installationOf,
  installationState,
  restoringFile,
  uncheckedSuffix,
} from '../features/storage/installation.ts';
import type { World } from '../platform/http/context.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { lockFolder } from '../platform/database/lock.ts';
import { readDiskSpace } from '../platform/files/disk.ts';
import { unlessMissing } from '../platform/files/local-files.ts';
import { createJobs } from '../platform/jobs/jobs.ts';
import type { Storage } from '../ports/storage/port.ts';
import { createScratch } from '../platform/files/scratch.ts';
import { ensurePrivateFolder } from '../platform/files/private-folder.ts';
import type { Config } from './config.ts';
import { jobDefinitions } from './jobs.ts';
import { openStorage } from './open-storage.ts';
import { silentLog } from './silent-log.ts';
import { openDatabaseOf } from './world.ts';

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

const extentOf = ({ files, database }: BackupManifest): string =>
  `${files.length} files with ${megabytes(files.reduce((sum, { size }) => sum + size, 0))}, ${Object.values(database.rows).reduce((sum, n) => sum + n, 0)} rows in ${Object.keys(database.rows).length} tables`;

/** A snapshot by the server that runs on the folder, else by this process. */
async function withSnapshot(config: Config, work: (file: string) => Promise<void>): Promise<void> {
  const { database: kind, dataDir } = config;
  if (kind.kind === 'embedded' && (await withSnapshotOfServer(dataDir, work))) return;
  // As it stands: a backup changes nothing, also when this version is newer than the database.
  await withDatabase(config, '', async (database) => {
    const file = join(dataDir, `snapshot.${randomUUID()}`);
    try {
      await writeSnapshot(database, file);
      await work(file);
    } finally {
      await rm(file, { force: true });
    }
  });
}

/** Runs `work`; what fails because a disk is full says which folder's that is. */
async function namingFullDisk<T>(folders: readonly string[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    const disks = await Promise.all(
      folders.map(async (folder) => ({ folder, ...(await readDiskSpace({ dataDir: folder })) })),
    );
    const [fullest] = disks.toSorted((a, b) => a.free - b.free);
    throw new BackupError(
      `The disk of the folder ${fullest!.folder} is full. Make room on it and run this again: it goes on where it was.`,
      { cause: error },
    );
  }
}

/** Backs up the installation of the settings into a folder, which keeps the newest `keep` backups (all by default). */
export async function backUp(config: Config, target: string, { keep }: { keep: number | undefined }): Promise<void> {
  const { dataDir } = config;
  // Where neither lies in it, the folder holds nothing that could not be lost, and only the snapshot needs it.
  if (config.database.kind === 'embedded' || config.storage.kind === 'disk') {
    if (!existsSync(dataDir)) throw new BackupError(`There is no installation in ${dataDir} (DATA_DIR).`);
  } else await ensurePrivateFolder(dataDir);
  const storage = await openStorage(config);
  const installation = await installationOf(storage);
  if (installation === undefined) throw new BackupError(`There is no installation in ${storage.place}.`);
  await mkdir(target, { recursive: true, mode: 0o700 });
  const unlock = await lockFolder(target, { is: 'backup folder', otherwise: 'back up into another folder' });
  try {
    const archive = openArchive(target);
    const { manifest, copied, bytes } = await namingFullDisk([target, dataDir], () =>
      makeBackup({
        archive,
        files: filesIn(storage),
        installation,
        withSnapshot: (work) => withSnapshot(config, work),
        now: new Date(),
      }),
    );
    console.log(
      `Backed up at ${manifest.createdAt}: ${extentOf(manifest)}; ${copied} files (${megabytes(bytes)}) were new.`,
    );
    if (keep === undefined) return;
    const forgotten = await archive.forgetAllBut(keep);
    console.log(`Forgot ${forgotten.backups} older backups and ${forgotten.objects} contents that only they had.`);
  } finally {
    await unlock();
    await storage.close();
  }
}

async function newestIn(
  source: string,
): Promise<{ archive: ReturnType<typeof openArchive>; manifest: BackupManifest }> {
  const archive = openArchive(source);
  const manifest = await archive.newest();
  if (!manifest) throw new BackupError(`There is no whole backup in ${source}.`);
  return { archive, manifest };
}

/**
 * Verifies the newest backup of a folder without touching the installation: compares every content and loads the
 * database into a temporary one. Resolves with the exit code.
 */
export async function verifyBackup({ dataDir }: Config, source: string): Promise<number> {
  const { archive, manifest } = await newestIn(source);
  const damage = await findDamage(archive, manifest);
  for (const { what, why } of damage) console.error(`${what}: ${why}`);
  if (damage.length > 0) return 1;
  const head = await readSnapshotHead(archive, manifest);
  // On the disk of the installation: the system's folder for temporary files is memory in a container.
  await using workshop = await createScratch(dataDir).folder();
  const database = await openDatabase({ dataDir: workshop.path, log: silentLog, upTo: lastMigration(head) });
  try {
    await loadDatabase(database, archive, manifest, head);
  } finally {
    await database.close();
  }
  const present = new Set(manifest.files.map(({ key }) => ownerIdOfKey(key)));
  const bare = head.installation.standing.filter((id) => !present.has(id)).length;
  console.log(`The backup of ${manifest.createdAt} is whole: ${extentOf(manifest)}.`);
  if (bare > 0)
    console.log(`${bare} of its videos and uploads have no files: nothing had come of them, or it was lost before.`);
  return 0;
}

async function sayRestoring(dataDir: string, what: string): Promise<void> {
  const draft = `${restoringFile(dataDir)}.draft`;
  await writeFile(draft, what, { flush: true });
  await rename(draft, restoringFile(dataDir));
}

/** At the end of what a restore says of itself, when the rows and files of the backup are all there. */
const isLoaded = ' loaded';

/** Returns the backup an interrupted restore had begun with, even if newer ones exist; otherwise the newest. */
async function toRestore(
  dataDir: string,
  source: string,
): Promise<Awaited<ReturnType<typeof newestIn>> & { goesOn: boolean; loaded: boolean }> {
  const said = await readFile(restoringFile(dataDir), 'utf8').catch(unlessMissing);
  if (said === undefined || said.endsWith(uncheckedSuffix))
    return { ...(await newestIn(source)), goesOn: false, loaded: false };
  const loaded = said.endsWith(isLoaded);
  const begun = loaded ? said.slice(0, -isLoaded.length) : said;
  const archive = openArchive(source);
  const manifest = await archive.of(begun);
  if (!manifest)
    throw new BackupError(
      `A restore of the backup of ${begun} into ${dataDir} (DATA_DIR) was cut off, and ${source} has no such backup: restore into a new folder.`,
    );
  return { archive, manifest, goesOn: true, loaded };
}

async function refuseUsed(dataDir: string, storage: Storage): Promise<void> {
  const used = (await installationOf(storage)) !== undefined || existsSync(join(dataDir, 'database'));
  const files = filesIn(storage).list()[Symbol.asyncIterator]();
  const first = await files.next();
  await files.return?.(undefined);
  if (used || !first.done)
    throw new BackupError(
      `The folder ${dataDir} (DATA_DIR), or what the storage has in ${storage.place}, is not empty: restore into new ones.`,
    );
}

async function openEmpty(config: Config, goesOn: boolean): Promise<Storage> {
  const storage = await openStorage(config);
  if (!goesOn) await refuseUsed(config.dataDir, storage);
  return storage;
}

async function enqueueAgain(database: Database, jobs: SnapshotHead['jobs']): Promise<void> {
  // Nothing runs here; so nothing is asked of the world.
  const queue = await createJobs(database, jobDefinitions, undefined as unknown as World, silentLog);
  for (const { name, payload, key, after, member } of jobs)
    if (jobDefinitions[name])
      await queue.enqueue(name, payload, { key, after: new Date(after), ...(member === null ? {} : { member }) });
  await queue.stop(0);
}

async function withDatabase(
  config: Config,
  upTo: string | undefined,
  work: (database: Database) => Promise<void>,
): Promise<void> {
  const database = await openDatabaseOf(config, silentLog, upTo);
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

/**
 * Restores the newest backup of a folder into a new folder and database, as an installation of its own. A repeated
 * call resumes an interrupted restore.
 */
export async function restore(config: Config, source: string): Promise<void> {
  const { dataDir } = config;
  const { archive, manifest, goesOn, loaded } = await toRestore(dataDir, source);
  const head = await readSnapshotHead(archive, manifest);
  const notice = await ensurePrivateFolder(dataDir);
  if (notice !== undefined) console.log(notice);
  // Before there is anything of it: what a restore has begun and not ended is never taken for a new installation.
  if (!goesOn) await sayRestoring(dataDir, manifest.createdAt + uncheckedSuffix);
  const storage = await openEmpty(config, goesOn).catch(async (error: unknown) => {
    if (!goesOn) await rm(restoringFile(dataDir));
    throw error;
  });
  try {
    if (!loaded) {
      await sayRestoring(dataDir, manifest.createdAt);
      await withDatabase(config, lastMigration(head), async (database) => {
        // First what can be refused; a start before the end finds recordings it does not know, or none, and says so.
        await loadDatabase(database, archive, manifest, head);
        await namingFullDisk([dataDir], () => restoreFiles(archive, filesIn(storage), manifest));
      });
      await sayRestoring(dataDir, manifest.createdAt + isLoaded);
    }
    // An older version kept its jobs elsewhere, so the database is brought forward first.
    await withDatabase(config, undefined, async (database) => {
      const { id, restoredFrom } = await installationState(database.kysely);
      if (![id, restoredFrom].includes(manifest.installation))
        throw new BackupError('The database is not the one that the backup was loaded into: use that.');
      await enqueueAgain(database, head.jobs);
      await adoptRestored(database, storage, manifest.installation);
    });
    await rm(restoringFile(dataDir));
  } finally {
    await storage.close();
  }
  console.log(`Restored the backup of ${manifest.createdAt}: ${extentOf(manifest)}. It can be started now.`);
}
