import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { pino } from 'pino';
import { openDatabase } from '../src/platform/database/database.ts';
import { lockFolder } from '../src/platform/database/lock.ts';
import { findPostgres, startCluster } from './postgres-cluster.ts';

/** Where a suite puts its world: a folder of its own and, on PostgreSQL, a database of its own. */
export type TestPlace = { dataDir: string; databaseUrl?: string; close(): Promise<void> };

/**
 * Data a test place holds beyond a migrated database or beyond `from`. `fill` runs once per test run and leaves its
 * place closed.
 */
export type Content = {
  name: string;
  from?: Content | undefined;
  fill(place: Omit<TestPlace, 'close'>): Promise<void>;
};

/** Opens a place of its own; with `content`, a copy of one that was filled. */
export type OpenPlace = (content?: Content) => Promise<TestPlace>;

type Suite = (name: 'the embedded database' | 'PostgreSQL', open: OpenPlace) => void;

/** `npm test` starts one PostgreSQL for all files (LECTERN_TEST_POSTGRES); a file run alone starts its own. */
const hasPostgres = (): boolean => Boolean(process.env.LECTERN_TEST_POSTGRES ?? findPostgres());

/** Declares a suite about what differs between databases for each of them, PostgreSQL where it is installed. */
export function bothDatabases(suite: Suite): void {
  suite('the embedded database', openEmbeddedPlace);
  if (hasPostgres()) suite('PostgreSQL', openPostgresPlace);
}

/** Declares a suite for PostgreSQL where it is installed, else the embedded database; for both in a full run. */
export function oneDatabase(suite: Suite): void {
  if (process.env.LECTERN_TEST_FULL) bothDatabases(suite);
  else if (hasPostgres()) suite('PostgreSQL', openPostgresPlace);
  else suite('the embedded database', openEmbeddedPlace);
}

/** For what is the same on any database: PostgreSQL where it is installed, where a place costs a fifth. */
export const openUsualPlace: OpenPlace = (content) =>
  hasPostgres() ? openPostgresPlace(content) : openEmbeddedPlace(content);

/** For pages, which the database changes nothing of: in a full run as the product is started without settings. */
export const openPagesPlace: OpenPlace = process.env.LECTERN_TEST_FULL ? openEmbeddedPlace : openUsualPlace;

/** A folder with an embedded database as after its first start. */
export async function openEmbeddedPlace(content?: Content): Promise<TestPlace> {
  const source = content ? `${await fillEmbedded(content)}/.` : join(await embeddedTemplate(), 'database');
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-test-'));
  await copyInto(dataDir, source);
  return { dataDir, close: () => rm(dataDir, { recursive: true, force: true }) };
}

/** By the system's own program: 1,300 small files cost Node's `cp` eight times the processor. */
export async function copyInto(folder: string, ...paths: readonly string[]): Promise<void> {
  await promisify(execFile)('cp', ['-R', ...paths, folder]);
}

let ownCluster: Promise<string> | undefined;

async function clusterUrl(): Promise<string> {
  if (process.env.LECTERN_TEST_POSTGRES) return process.env.LECTERN_TEST_POSTGRES;
  // It ends with this process.
  ownCluster ??= startCluster().then((cluster) => cluster!.url);
  return ownCluster;
}

/** A database of a PostgreSQL cluster as after its first start, and a folder. */
export async function openPostgresPlace(content?: Content): Promise<TestPlace> {
  const url = await clusterUrl();
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const filled = content && (await fillPostgres(content, url));
  const template = filled?.template ?? (await postgresTemplate(url));
  await administer(url, (client) => client.query(`create database ${name} template ${template}`));
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-test-'));
  if (filled) await copyInto(dataDir, `${filled.folder}/.`);
  return {
    dataDir,
    databaseUrl: inDatabase(url, name),
    async close() {
      await administer(url, (client) => client.query(`drop database ${name} with (force)`));
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Does something with a connection to the database at an address. */
export async function administer<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function inDatabase(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return String(address);
}

let migrated: Promise<string> | undefined;

/** The name of a database of the cluster that is migrated, to be copied. Made by the first who asks, for all others. */
function postgresTemplate(url: string): Promise<string> {
  migrated ??= administer(url, async (client) => {
    const name = `template_${await fingerprint()}`;
    await client.query('select pg_advisory_lock(1)');
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount) return name;
    const workshop = `making_${randomUUID().replaceAll('-', '')}`;
    await client.query(`create database ${workshop}`);
    await migrateOnce({ url: inDatabase(url, workshop), dataDir: tmpdir() });
    await renameDatabase(client, workshop, name);
    return name;
  });
  return migrated;
}

async function renameDatabase(client: Client, from: string, to: string): Promise<void> {
  // Connections that were closed a moment ago may still be there, and keep it from being renamed and copied.
  await client.query('select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = $1', [from]);
  await client.query(`alter database ${from} rename to ${to}`);
}

/** Migrates the database, as the first start of a server does. */
async function migrateOnce(where: { url?: string; dataDir: string }): Promise<void> {
  const database = await openDatabase({ ...where, log: pino({ level: 'fatal' }) });
  await database.close();
}

const migrations = join(import.meta.dirname, '../migrations');

/** Hashes everything the template is made of; a change of any of it gives the template a new folder. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256').update(await readFile(join(import.meta.dirname, '../package.json')));
  for (const name of (await readdir(migrations)).sort())
    hash.update(name).update(await readFile(join(migrations, name)));
  return hash.digest('hex').slice(0, 16);
}

let template: Promise<string> | undefined;

/**
 * Returns a data folder with a migrated embedded database to copy, 20 times faster than a first start. Test runs with
 * the same migrations and engine share it.
 */
function embeddedTemplate(): Promise<string> {
  template ??= makeTemplate();
  return template;
}

async function makeTemplate(): Promise<string> {
  // Where it outlives this run.
  const lasting = process.env.LECTERN_TEST_DISK ?? tmpdir();
  const folder = join(lasting, `lectern-template-${process.getuid?.() ?? 0}-${await fingerprint()}`);
  return madeOnce(folder, (workshop) => migrateOnce({ dataDir: workshop }));
}

let ownFilled: string | undefined;

/** Where places that were filled are kept: `npm test` has one folder for all files (LECTERN_TEST_STAGES). */
function filledFolder(): string {
  if (process.env.LECTERN_TEST_STAGES) return process.env.LECTERN_TEST_STAGES;
  if (ownFilled) return ownFilled;
  const folder = mkdtempSync(join(tmpdir(), 'lectern-filled-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return (ownFilled = folder);
}

/** The data folder of a filled place on the embedded database. */
const fillEmbedded = ({ name, from, fill }: Content): Promise<string> =>
  madeOnce(join(filledFolder(), `embedded-${name}`), async (workshop) => {
    const { dataDir } = await openEmbeddedPlace(from);
    await fill({ dataDir });
    await rename(dataDir, workshop);
  });

/** The data folder of a filled place on PostgreSQL, and the name of its database. */
async function fillPostgres({ name, from, fill }: Content, url: string): Promise<{ folder: string; template: string }> {
  const template = `filled_${name.replaceAll('-', '_')}`;
  const folder = await madeOnce(join(filledFolder(), `postgresql-${name}`), async (workshop) => {
    const { dataDir, databaseUrl } = await openPostgresPlace(from);
    await fill({ dataDir, databaseUrl: databaseUrl! });
    const database = new URL(databaseUrl!).pathname.slice(1);
    await administer(url, (client) => renameDatabase(client, database, template));
    await rename(dataDir, workshop);
  });
  return { folder, template };
}

/** A folder for several processes, made in a workshop by the first that wants it; the others wait for it. */
async function madeOnce(folder: string, make: (workshop: string) => Promise<unknown>): Promise<string> {
  const workshop = `${folder}.making`;
  const lock = `${folder}.lock`;
  if (existsSync(folder)) return folder;
  await mkdir(lock, { recursive: true });
  const unlock = await untilLocked(lock);
  try {
    if (existsSync(folder)) return folder;
    await rm(workshop, { recursive: true, force: true });
    await make(workshop);
    await rename(workshop, folder);
    return folder;
  } finally {
    await unlock();
  }
}

async function untilLocked(folder: string): Promise<() => Promise<void>> {
  for (;;) {
    try {
      return await lockFolder(folder);
    } catch {
      await delay(100);
    }
  }
}
