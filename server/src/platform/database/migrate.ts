import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { inTurn } from './in-turn.ts';
import { DatabaseRefused } from './refused.ts';

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
      throw new DatabaseRefused(
        `The database was made by a newer version of this program: it has the migration ${name}.`,
      );
    if (now !== sha256)
      throw new DatabaseRefused(
        `The migration ${name} was changed after this database had run it. Restore the file; changes go into a new one.`,
      );
  }
}

/** A line of a migration after which the programs before it can no longer serve. */
const endsOlder = /^-- Ends older programs/m;

/**
 * Whether a program with these migrations can serve: the database has run all of them, and of those a newer program has
 * brought meanwhile none ends older programs. While one version takes over from another, both serve.
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

/**
 * Brings the database forward by the files `NNNN-name.sql` of a folder that it has not run, each in a transaction of
 * its own, up to the name `upTo` where it is given ('' for none of them). Safe when several processes do it at once.
 * Resolves with all there are. Throws `DatabaseRefused` for a changed or unknown migration.
 */
export async function migrate(pool: pg.Pool, folder: string, upTo?: string): Promise<readonly Migration[]> {
  const migrations = await readMigrations(folder);
  const client = await pool.connect();
  try {
    await inTurn(client, async () => {
      await client.query(
        `create table if not exists migrations (name text primary key, sha256 text not null, at timestamptz not null default now())`,
      );
      await client.query('alter table migrations add column if not exists ends_older boolean not null default false');
      await refuseStrangers(client, migrations);
    });
    for (const { name, sql, sha256 } of migrations.filter((each) => upTo === undefined || each.name <= upTo))
      await inTurn(client, async () => {
        const { rowCount } = await client.query('select from migrations where name = $1', [name]);
        if (rowCount) return;
        await client.query(sql);
        const row = [name, sha256, endsOlder.test(sql)];
        await client.query('insert into migrations (name, sha256, ends_older) values ($1, $2, $3)', row);
      });
    return migrations;
  } finally {
    client.release();
  }
}
