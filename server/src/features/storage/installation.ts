import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { World } from '../../platform/context.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { videoFiles } from '../../platform/files.ts';
import {
  allStanding,
  claimDatabase,
  countRecordings,
  installationIn,
  knownAmong,
  renameDatabase,
  saveSetting,
  settingOf,
} from './store.ts';

/** The folder and the database are not of one installation. The message is one line for the operator, who can mend it. */
export class FolderRefused extends Error {
  override readonly name = 'FolderRefused';
  /** Tells the start that the message alone says all. */
  readonly plain = true;
}

const adopt = 'npm run -s lectern -- adopt';

const recordings = (n: number): string => (n === 1 ? '1 recording' : `${n} recordings`);

const idFile = (dataDir: string): string => join(dataDir, 'installation');

/** Says in a folder which backup is being restored into it. It may be used once that is whole. */
export const restoringFile = (dataDir: string): string => join(dataDir, 'restoring');

/** The id in the folder; undefined when it has none. */
export async function installationOf(dataDir: string): Promise<string | undefined> {
  try {
    return (await readFile(idFile(dataDir), 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
}

/** Writes the id whole or not at all. `claim` leaves the id that is there already. */
async function writeId(dataDir: string, id: string, how: 'claim' | 'replace'): Promise<void> {
  const file = idFile(dataDir);
  const partial = `${file}.${randomUUID()}`;
  await mkdir(dataDir, { recursive: true });
  await writeFile(partial, `${id}\n`, { flush: true });
  if (how === 'replace') return rename(partial, file);
  try {
    await link(partial, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(partial, { force: true });
  }
}

/** How a folder and a database look at each other. */
export type Acquaintance = {
  /** Ids of what lies in the folder. */
  inFolder: number;
  /** How many of them the database knows, also as deleted. */
  shared: number;
  /** How many recordings the database says there are. */
  inDatabase: number;
};

export async function acquaintance({ kysely }: Database, dataDir: string): Promise<Acquaintance> {
  const ids = [...new Set((await videoFiles(dataDir).all()).map(({ id }) => id))];
  return {
    inFolder: ids.length,
    shared: (await knownAmong(kysely, ids)).size,
    inDatabase: await countRecordings(kysely),
  };
}

/**
 * Makes sure that a database and a folder belong together, before anything is done with either. Both carry the id of
 * the installation. Where the folder has none yet, as with versions that knew no ids, they belong together when the
 * database knows one of the recordings, whose ids are random, or when there are none on either side; then they get
 * their id. Throws `FolderRefused`.
 */
export async function ensureOneInstallation(database: Database, dataDir: string): Promise<void> {
  if (existsSync(restoringFile(dataDir)))
    throw new FolderRefused(`A restore into the folder ${dataDir} was cut off. Run it again: it goes on where it was.`);
  const inFolder = await installationOf(dataDir);
  const inDatabase = await installationIn(database.kysely);
  if (inFolder !== undefined && inFolder === inDatabase) return;
  if (inFolder !== undefined) throw foreign(database, dataDir);
  const met = await acquaintance(database, dataDir);
  if (met.shared === 0 && met.inFolder > 0)
    throw new FolderRefused(
      `The folder ${dataDir} holds ${recordings(met.inFolder)}, and the database knows none of them. ${wayOut(database)}`,
    );
  if (met.shared === 0 && met.inDatabase > 0)
    throw new FolderRefused(
      `The database knows ${recordings(met.inDatabase)}, and the folder ${dataDir} holds none of them. ${wayOut(database)}`,
    );
  await writeId(dataDir, await claimDatabase(database.kysely, randomUUID()), 'claim');
  // Another database was quicker with the same folder.
  if ((await installationOf(dataDir)) !== (await installationIn(database.kysely))) throw foreign(database, dataDir);
}

const foreign = (database: Database, dataDir: string): FolderRefused =>
  new FolderRefused(`The folder ${dataDir} belongs to another database than this one. ${wayOut(database)}`);

const wayOut = ({ kind }: Pick<Database, 'kind'>): string =>
  `Set ${kind === 'postgresql' ? 'DATABASE_URL or DATA_DIR to the one that belongs' : 'DATABASE_URL to the database or DATA_DIR to the folder that belongs'} to it; or, if these two shall be one installation from now on, run: ${adopt}`;

/**
 * Refuses a folder of another database before an embedded one would be made in it.
 * Throws `FolderRefused`.
 */
export async function refuseUsedFolder(dataDir: string): Promise<void> {
  const lying = (await videoFiles(dataDir).all()).length > 0;
  if (lying || (await installationOf(dataDir)) !== undefined)
    throw new FolderRefused(
      `The folder ${dataDir} belongs to another database: it has recordings or an installation's id, and no embedded database. ${wayOut({ kind: 'embedded' })}`,
    );
}

/**
 * Makes a database and a folder one installation under a new id, so that whatever had one of them before is refused
 * it. Nothing in either is changed otherwise.
 */
export async function adoptFolder(database: Database, dataDir: string): Promise<void> {
  const id = randomUUID();
  await renameDatabase(database.kysely, id);
  await writeId(dataDir, id, 'replace');
}

/** Whether the folder is still the database's: another one may have adopted it meanwhile. */
export async function isOwnFolder({ database, files }: Pick<World, 'database' | 'files'>): Promise<boolean> {
  const id = await installationIn(database.kysely);
  return id !== undefined && id === (await installationOf(files.dataDir));
}

/** The name of the setting that keeps of which installation this one is the restored backup. */
const restoredFrom = 'restored-from';

export type InstallationState = {
  /** Undefined before the first start. */
  id: string | undefined;
  /** The installation whose backup this one was made of. */
  restoredFrom: string | undefined;
  /** Ids of everything that needs its files. */
  standing: string[];
};

export const installationState = async (db: Queryable): Promise<InstallationState> => ({
  id: await installationIn(db),
  restoredFrom: await settingOf(db, restoredFrom),
  standing: await allStanding(db),
});

/** Makes a restored database and folder an installation of its own: the one they come from may still be running. */
export async function adoptRestored(database: Database, dataDir: string, from: string): Promise<void> {
  await saveSetting(database.kysely, restoredFrom, from);
  await adoptFolder(database, dataDir);
}
