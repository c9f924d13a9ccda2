import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { saveSetting, readSetting } from '../../platform/database/settings.ts';
import type { World } from '../../platform/http/context.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import type { Storage } from '../../ports/storage/port.ts';
import {
  allStanding,
  claimDatabase,
  countRecordings,
  installationIn,
  everExistedIds,
  renameDatabase,
} from './store.ts';
import { allStored } from './list-stored.ts';

/**
 * The storage and the database belong to different installations. The message is one line for the operator, who can
 * fix it.
 */
export class FolderRefused extends Error {
  override readonly name = 'FolderRefused';
  /** Tells the start that the message alone says all. */
  readonly plain = true;
}

const adopt = 'npm run -s lectern -- adopt';

const recordings = (n: number): string => (n === 1 ? '1 recording' : `${n} recordings`);

const idKey = 'installation';

/** Says in a folder which backup is being restored into it. It may be used once that is whole. */
export const restoringFile = (dataDir: string): string => join(dataDir, 'restoring');

/** At its end, while it is not known whether the folder and the storage are empty. */
export const uncheckedSuffix = ' unchecked';

/** The id in the storage; undefined when it has none. */
export async function installationOf(storage: Storage): Promise<string | undefined> {
  if (!(await storage.find(idKey))) return undefined;
  return (await text(await storage.read(idKey))).trim();
}

/** Writes the id whole or not at all. `claim` leaves the id that is there already. */
const writeId = (storage: Storage, id: string, how: 'claim' | 'replace'): Promise<void> =>
  storage.put(idKey, Buffer.from(`${id}\n`), { ifAbsent: how === 'claim' });

/** How a folder and a database look at each other. */
export type Acquaintance = {
  /** Ids of what lies in the storage. */
  inStorage: number;
  /** How many of them the database knows, also as deleted. */
  shared: number;
  /** How many recordings the database says there are. */
  inDatabase: number;
};

export async function checkInstallationPair({ kysely }: Database, storage: Storage): Promise<Acquaintance> {
  const ids = [...new Set((await allStored(storage)).map(({ id }) => id))];
  return {
    inStorage: ids.length,
    shared: (await everExistedIds(kysely, ids)).size,
    inDatabase: await countRecordings(kysely),
  };
}

/**
 * Checks that database and storage carry the same installation id. Without ids, both get one if they share a recording
 * or both are empty. Throws `FolderRefused`.
 */
export async function ensureOneInstallation(database: Database, storage: Storage): Promise<void> {
  const inStorage = await installationOf(storage);
  const inDatabase = await installationIn(database.kysely);
  if (inStorage !== undefined && inStorage === inDatabase) return;
  if (inStorage !== undefined) throw foreign(database, storage);
  const met = await checkInstallationPair(database, storage);
  if (met.shared === 0 && met.inStorage > 0)
    throw new FolderRefused(
      `${capital(storage.place)} holds ${recordings(met.inStorage)}, and the database knows none of them. ${wayOut(database, storage)}`,
    );
  if (met.shared === 0 && met.inDatabase > 0)
    throw new FolderRefused(
      `The database knows ${recordings(met.inDatabase)}, and ${storage.place} holds none of them. ${wayOut(database, storage)}`,
    );
  await writeId(storage, await claimDatabase(database.kysely, randomUUID()), 'claim');
  // Another database was quicker with the same place.
  if ((await installationOf(storage)) !== (await installationIn(database.kysely))) throw foreign(database, storage);
}

const capital = (line: string): string => line.charAt(0).toUpperCase() + line.slice(1);

const foreign = (database: Database, storage: Storage): FolderRefused =>
  new FolderRefused(
    `${capital(storage.place)} belongs to another database than this one. ${wayOut(database, storage)}`,
  );

function wayOut({ kind: database }: Pick<Database, 'kind'>, { kind }: Pick<Storage, 'kind'>): string {
  const [setting, place] = kind === 's3' ? ['S3_BUCKET or S3_PREFIX', 'the bucket'] : ['DATA_DIR', 'the folder'];
  const what =
    database === 'postgresql'
      ? `DATABASE_URL or ${setting} to the one that belongs`
      : `DATABASE_URL to the database or ${setting} to ${place} that belongs`;
  return `Set ${what} to it; or, if these two shall be one installation from now on, run: ${adopt}`;
}

/** Refuses a folder into which a restore was cut off, unless it was in use before that. Throws `FolderRefused`. */
export function refuseHalfRestored(dataDir: string): void {
  const mark = restoringFile(dataDir);
  if (!existsSync(mark)) return;
  const wasUsed = [idKey, 'database'].some((name) => existsSync(join(dataDir, name)));
  if (!wasUsed || !readFileSync(mark, 'utf8').endsWith(uncheckedSuffix))
    throw new FolderRefused(`A restore into the folder ${dataDir} was cut off. Run it again: it goes on where it was.`);
}

/**
 * Refuses a folder or bucket of another database before an embedded one would be made beside it.
 * Throws `FolderRefused`.
 */
export async function refuseUsedPlace(storage: Storage): Promise<void> {
  const lying = (await allStored(storage)).length > 0;
  if (lying || (await installationOf(storage)) !== undefined)
    throw new FolderRefused(
      `${capital(storage.place)} belongs to another database: it has recordings or an installation's id, and there is no embedded database. ${wayOut({ kind: 'embedded' }, storage)}`,
    );
}

/**
 * Makes a database and a storage one installation under a new id, so that whatever had one of them before is refused
 * it. Nothing in either is changed otherwise.
 */
export async function adoptPlace(database: Database, storage: Storage): Promise<void> {
  const id = randomUUID();
  await renameDatabase(database.kysely, id);
  await writeId(storage, id, 'replace');
}

/** Whether the storage is still the database's: another one may have adopted it meanwhile. */
export async function isOwnPlace({ database, storage }: Pick<World, 'database' | 'storage'>): Promise<boolean> {
  const id = await installationIn(database.kysely);
  return id !== undefined && id === (await installationOf(storage));
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
  restoredFrom: await readSetting(db, restoredFrom),
  standing: await allStanding(db),
});

/** Makes a restored database and folder an installation of its own: the one they come from may still be running. */
export async function adoptRestored(database: Database, storage: Storage, from: string): Promise<void> {
  await saveSetting(database.kysely, restoredFrom, from);
  await adoptPlace(database, storage);
}
