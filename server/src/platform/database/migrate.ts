import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '../log/log.ts';
import { isSerializationFailure, isLockedOut, DatabaseConfigError } from './failures.ts';
import { serialiseStartup } from './serialise-startup.ts';

type Migration = { name: string; sql: string; sha256: string };

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}-[\w-]+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8');
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function refuseStrangers(client: pg.PoolClient, migrations: Migration[]): Promise<void> {
  const known = new Map(migrations.map(({ name, sha256 }) => [name, sha256]));
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from migrations order by name',
  );
  for (const { name, sha256 } of rows) {
    const now = known.get(name);
    if (now === undefined)
      throw new DatabaseConfigError(
        `The database was made by a newer version of this program: it has the migration ${name}.`,
      );
    if (now !== sha256)
      throw new DatabaseConfigError(
        `The migration ${name} was changed after this database had run it. Restore the file; changes go into a new one.`,
      );
  }
}

/** A line of a migration after which the programs before it can no longer serve. */
const endsOlder = /^-- Ends older programs/m;

/**
 * Whether this program can serve: all its migrations have run, and no newer one ends older programs. Both versions
 * serve during a handover.
 */
export async function areServable(pool: pg.Pool, migrations: readonly Migration[]): Promise<boolean> {
  const { rows } = await pool.query<{ name: string; sha256: string; ends_older: boolean }>(
    'select name, sha256, ends_older from migrations',
  );
  const run = new Map(rows.map(({ name, sha256 }) => [name, sha256]));
  const known = new Set(migrations.map(({ name }) => name));
  return (
    migrations.every(({ name, sha256 }) => run.get(name) === sha256) &&
    rows.every(({ name, ends_older }) => known.has(name) || !ends_older)
  );
}

/** A line of a migration below which each line is a transaction of its own, which runs once. */
const inLines = /^-- A transaction for each line from here on.*\n/m;

function partsOf({ sql }: Migration): string[] {
  const [head = '', lines = ''] = sql.split(inLines);
  return [head, ...lines.split('\n').filter((line) => line !== '')];
}

/** Milliseconds between two tries to have a table, in which those go on who wait for it too. */
const betweenTries = 2_000;

/** Runs a part until no lock of others, a backup's or a long transaction's, keeps it from the table that it changes. */
async function untilFree<T>(part: () => Promise<T>, name: string, log: Log): Promise<T> {
  for (;;) {
    try {
      return await part();
    } catch (error) {
      if (!isLockedOut(error) && !isSerializationFailure(error)) throw error;
      log.warn({ err: error }, `The migration ${name} waits for others to leave a table, and tries again.`);
      await delay(betweenTries);
    }
  }
}

/** The parts that have run of the migration with this hash, while others are still to run. */
async function countPartsRun(client: pg.PoolClient, sha256: string): Promise<number> {
  const { rows } = await client.query<{ next_parts: string | null }>(
    'select next_parts from migrations order by name desc limit 1',
  );
  const [hash, count] = rows[0]?.next_parts?.split(' ') ?? [];
  return hash === sha256 ? Number(count) : 0;
}

/** Runs a part of a migration, once; false where all of it has run already. What it tells goes to the log. */
async function runPart(
  client: pg.PoolClient,
  { name, sha256, sql }: Migration,
  parts: readonly string[],
  n: number,
  log: Log,
): Promise<boolean> {
  const { rowCount } = await client.query('select from migrations where name = $1', [name]);
  if (rowCount) return false;
  if (n < (await countPartsRun(client, sha256))) return true;
  if (parts.length > 1) await client.query(`set local lock_timeout = '2s'`);
  const results = [await client.query<{ told?: string }>(parts[n]!)].flat();
  for (const { told } of results.flatMap(({ rows }) => rows)) if (told) log.warn({ migration: name }, told);
  if (n === parts.length - 1) {
    const row = [name, sha256, endsOlder.test(sql)];
    await client.query('insert into migrations (name, sha256, ends_older) values ($1, $2, $3)', row);
  } else {
    const isLatest = 'name = (select max(name) from migrations)';
    await client.query(`update migrations set next_parts = $1 where ${isLatest}`, [`${sha256} ${n + 1}`]);
  }
  return true;
}

/**
 * Runs the folder's pending `NNNN-name.sql` migrations up to `upTo` ('' for none); logs `told` columns. Safe in
 * parallel. Returns all migrations. Throws `DatabaseConfigError` for changed or unknown ones.
 */
export async function migrate(pool: pg.Pool, folder: string, log: Log, upTo?: string): Promise<readonly Migration[]> {
  const migrations = await readMigrations(folder);
  const client = await pool.connect();
  try {
    await serialiseStartup(client, async () => {
      await client.query(
        `create table if not exists migrations (name text primary key, sha256 text not null, at timestamptz not null default now())`,
      );
      await client.query(
        'alter table migrations add column if not exists ends_older boolean not null default false, add column if not exists next_parts text',
      );
      await refuseStrangers(client, migrations);
    });
    for (const migration of migrations.filter((each) => upTo === undefined || each.name <= upTo)) {
      const parts = partsOf(migration);
      for (const n of parts.keys()) {
        const run = () => serialiseStartup(client, () => runPart(client, migration, parts, n, log));
        if (!(parts.length === 1 ? await run() : await untilFree(run, migration.name, log))) break;
      }
    }
    return migrations;
  } finally {
    client.release();
  }
}
