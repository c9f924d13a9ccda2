import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { DatabaseRefused } from './refused.ts';

/** Names the advisory lock by which processes that start at once take turns. Any number, used nowhere else. */
const lockNumber = 4_701_226;

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

async function inTurn<T>(client: pg.PoolClient, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    await client.query('select pg_advisory_xact_lock($1)', [lockNumber]);
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

async function refuseStrangers(client: pg.PoolClient, migrations: Migration[]): Promise<void> {
  const known = new Map(migrations.map(({ name, sha256 }) => [name, sha256]));
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from migrations order by name',
  );
  for (const { name, sha256 } of rows) {
    const now = known.get(name);
    if (now === undefined)
      throw new DatabaseRefused(
        `The database was made by a newer version of this program: it has the migration ${name}.`,
      );
    if (now !== sha256)
      throw new DatabaseRefused(
        `The migration ${name} was changed after this database had run it. Restore the file; changes go into a new one.`,
      );
  }
}

/** Whether the database has run exactly these migrations: a newer program may have brought it further meanwhile. */
export async function areCurrent(pool: pg.Pool, migrations: readonly Migration[]): Promise<boolean> {
  const { rows } = await pool.query<{ name: string; sha256: string }>('select name, sha256 from migrations');
  const known = new Map(migrations.map(({ name, sha256 }) => [name, sha256]));
  return rows.length === known.size && rows.every(({ name, sha256 }) => known.get(name) === sha256);
}

/**
 * Brings the database forward by the files `NNNN-name.sql` of a folder that it has not run, each in a transaction of
 * its own. Safe when several processes do it at once. Resolves with all there are.
 * Throws `DatabaseRefused` for a changed or unknown migration.
 */
export async function migrate(pool: pg.Pool, folder: string): Promise<readonly Migration[]> {
  const migrations = await readMigrations(folder);
  const client = await pool.connect();
  try {
    await inTurn(client, async () => {
      await client.query(
        `create table if not exists migrations (name text primary key, sha256 text not null, at timestamptz not null default now())`,
      );
      await refuseStrangers(client, migrations);
    });
    for (const { name, sql, sha256 } of migrations)
      await inTurn(client, async () => {
        const { rowCount } = await client.query('select from migrations where name = $1', [name]);
        if (rowCount) return;
        await client.query(sql);
        await client.query('insert into migrations (name, sha256) values ($1, $2)', [name, sha256]);
      });
    return migrations;
  } finally {
    client.release();
  }
}
