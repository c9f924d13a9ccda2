import assert from 'node:assert/strict';
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import type { Pool, PoolClient } from 'pg';
import { countAttempt, recordTrialEmail, saveCustomer } from '../src/features/billing/store.ts';
import { saveToken } from '../src/features/publishing/portal/store.ts';
import { silentLog } from '../src/main/silent-log.ts';
import { type Database, openDatabase } from '../src/platform/database/database.ts';
import { dumpTables } from '../src/platform/database/dump.ts';
import { loadTables } from '../src/platform/database/load.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { administer, bothDatabases, type OpenPlace, type TestPlace } from './databases.ts';
import { openTestDatabase } from './describe-database.ts';
import { fillBy0180, fillByOlder, ownedTables, registerBy0180, registerByOlder } from './older-statements.ts';
import { itInFullRun } from './rare.ts';

const migrations = join(import.meta.dirname, '../migrations');
const lastOlder = '0179';
const lastKept = '0171';
/** The last version beside which programs before workspaces go on. */
const shared = '0181';

/** Opens an empty database and brings it to the version before workspaces. */
async function openOlder(open: OpenPlace): Promise<{ place: TestPlace; database: Database }> {
  const place = await open();
  if (place.databaseUrl)
    await administer(place.databaseUrl, (client) => client.query('drop schema public cascade; create schema public'));
  else await rm(join(place.dataDir, 'database'), { recursive: true });
  const url = place.databaseUrl ? { url: place.databaseUrl } : {};
  return { place, database: await openDatabase({ ...place, ...url, log: silentLog, upTo: lastOlder }) };
}

/** The rows of each owned table, without whose they are, in the columns of `before` alone. */
async function readOwned(pool: Pool, before?: Record<string, string[]>): Promise<Record<string, string[]>> {
  const read: Record<string, string[]> = {};
  for (const table of ownedTables) {
    const { rows } = await pool.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) - array['workspace_id', 'user_id', 'created_by', 'named_by', 'changed_by', 'changed_at'] as row from ${table} t`,
    );
    assert.ok(rows.length > 0, table);
    const columns = Object.keys((before ? JSON.parse(before[table]![0]!) : rows[0]!.row) as object).toSorted();
    read[table] = rows
      .map(({ row }) => JSON.stringify(Object.fromEntries(columns.map((column) => [column, row[column]]))))
      .toSorted();
  }
  return read;
}

async function readAll(lines: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const line of lines) all.push(line);
  return all;
}

/** Counts rows whose workspace is not that of their person, in all owned tables. */
async function countStrays(pool: Pool): Promise<number> {
  let strays = 0;
  for (const table of ownedTables)
    strays += (await pool.query(`select from ${table} where workspace_id is distinct from user_id`)).rowCount!;
  return strays;
}

/** A pool whose process is killed after so many statements of the next part: its transaction is rolled back. */
function killedAfter(pool: Pool, statements: number): Pool {
  let left: number | undefined;
  const kill = (client: PoolClient) =>
    new Proxy(client, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (name !== 'query') return typeof value === 'function' ? value.bind(target) : value;
        return async (...query: [string, unknown[]?]) => {
          if (query[0] === 'rollback') return target.query('rollback');
          if (query[0].startsWith("set local lock_timeout = '")) left ??= statements;
          if (left === 0) throw new Error('Killed.');
          if (left !== undefined) left -= 1;
          return target.query(...query);
        };
      },
    });
  return new Proxy(pool, {
    get: (target, name) =>
      name === 'connect' ? async () => kill(await target.connect()) : (Reflect.get(target, name) as unknown),
  });
}

const countParts = async (pool: Pool): Promise<string> => {
  const { rows } = await pool.query<{ at: string }>(
    `select coalesce(next_parts, '') || name as at from migrations order by name desc limit 1`,
  );
  return rows[0]!.at;
};

/**
 * Migrates in a process that is killed after each statement, while other programs work beside it after each part.
 * Returns how often it was begun.
 */
async function migrateKilled(
  pool: Pool,
  folder: string,
  workBeside: () => Promise<void>,
  upTo?: string,
): Promise<number> {
  let runs = 0;
  for (let at = await countParts(pool), statements = 1; ; statements += 1) {
    runs += 1;
    const isDone = await migrate(killedAfter(pool, statements), folder, silentLog, upTo).then(
      () => true,
      (error: Error) => {
        assert.equal(error.message, 'Killed.');
        return false;
      },
    );
    if (isDone) return runs;
    const now = await countParts(pool);
    if (now === at) continue;
    [at, statements] = [now, 0];
    await workBeside();
  }
}

bothDatabases((name, open) => {
  describe(`the migration to workspaces, on ${name}`, () => {
    let place: TestPlace;
    let database: Database;
    let pool: Pool;
    let owned: Record<string, string[]>;
    before(async () => {
      const older = await openOlder(open);
      await fillByOlder(older.database.pool, await registerByOlder(older.database.pool, ['a@b.test', 'c@d.test']), 3);
      owned = await readOwned(older.database.pool);
      const backup = await older.database.snapshot((tx) => readAll(dumpTables(tx)));
      ({ place, database } = await openOlder(open));
      pool = database.pool;
      await database.transaction((tx) => loadTables(tx, Readable.from(backup)));
      await older.database.close();
      await older.place.close();
    });
    after(async () => {
      await database.close();
      await place.close();
    });

    it('keeps every row of an old backup, when killed after each statement beside older programs', async () => {
      // The last ones alone, so that each of many runs has fewer to pass by.
      const few = await mkdtemp(join(tmpdir(), 'lectern-migrations-'));
      for (const file of (await readdir(migrations)).filter((each) => each >= lastKept))
        await copyFile(join(migrations, file), join(few, file));
      await pool.query('create table kept as select * from migrations');
      await pool.query('delete from migrations where name < $1', [lastKept]);
      const runs = await migrateKilled(
        pool,
        few,
        async () => {
          const [person] = await registerByOlder(pool, ['older@b.test']);
          for (const _ of [1, 2]) await fillByOlder(pool, [person!], 0);
          await pool.query('delete from payments where user_id = $1', [person]);
          await pool.query('delete from events where user_id = $1', [person]);
          await pool.query('delete from users where id = $1', [person]);
        },
        shared,
      );
      assert.ok(runs > 100, String(runs));
      await pool.query('insert into migrations select * from kept on conflict do nothing');
      await pool.query('drop table kept');
      await rm(few, { recursive: true });
      assert.deepEqual(await readOwned(pool, owned), owned);
      assert.equal(await countStrays(pool), 0);
      const { rows } = await pool.query(
        `select w.id = u.id as same, w.plan = u.plan as plan, w.quote_count, m.role
         from users u left join workspaces w on w.id = u.id left join workspace_members m on m.workspace_id = w.id and m.user_id = u.id`,
      );
      const workspace = { same: true, plan: true, quote_count: 2, role: 'owner' };
      assert.deepEqual(rows, [workspace, workspace]);
    });

    it('copies plans both ways, and fills the column that a program does not know', async () => {
      const [id] = await registerByOlder(pool, ['both@b.test']);
      await pool.query(`update users set plan = 'executive', custom_prompt = 'Short.' where id = $1`, [id]);
      const planIn = async (table: string) =>
        (await pool.query(`select plan, custom_prompt from ${table} where id = $1`, [id])).rows[0];
      assert.deepEqual(await planIn('workspaces'), { plan: 'executive', custom_prompt: 'Short.' });
      await pool.query(`update workspaces set plan = 'free' where id = $1`, [id]);
      assert.deepEqual(await planIn('users'), { plan: 'free', custom_prompt: 'Short.' });

      await fillByOlder(pool, [id!], 1);
      for (const token of ['new', 'newer'])
        await pool.query(
          `insert into portals (workspace_id, token, title) values ($1, $2, '') on conflict on constraint portals_pkey do update set token = excluded.token`,
          [id, token],
        );
      await pool.query(`insert into uploads (workspace_id, key) values ($1, 'new')`, [id]);
      const seen = await pool.query(`select token from portals where user_id = $1`, [id]);
      assert.deepEqual(seen.rows, [{ token: 'newer' }]);
      assert.equal((await pool.query(`select from uploads where user_id = $1`, [id])).rowCount, 2);
      assert.equal(await countStrays(pool), 0);
      await pool.query('delete from users where id = $1', [id]);
      assert.equal((await pool.query(`select from uploads where workspace_id = $1`, [id])).rowCount, 0);
      assert.equal((await pool.query(`select from workspaces where id = $1`, [id])).rowCount, 0);
    });

    it('keeps recordings, tokens and the last owner, when a colleague or that owner is deleted', async () => {
      const [owner, colleague] = await registerByOlder(pool, ['owner@b.test', 'colleague@b.test']);
      await pool.query(`insert into workspace_members (workspace_id, user_id, role) values ($1, $2, 'editor')`, [
        owner,
        colleague,
      ]);
      await pool.query(
        `with made as (insert into token_operations (workspace_id, user_id, operation, estimate) values ($1, $2, 'ai-search', 100) returning id)
         insert into token_entries (workspace_id, user_id, pool, kind, tokens, operation_id) select $1, $2, 'monthly', 'use', -100, id from made`,
        [owner, colleague],
      );
      await pool.query(
        `insert into videos (id, workspace_id, user_id, asset_id, playback_id, title) values ($1, $1, $2, 'a', 'a', 'A talk')`,
        [owner, colleague],
      );
      await assert.rejects(pool.query('delete from users where id = $1', [owner]), { constraint: 'workspace_owner' });
      await pool.query('delete from users where id = $1', [colleague]);
      const { rows } = await pool.query(
        `select (select sum(tokens)::int from token_entries where workspace_id = $1) as tokens,
           (select count(*)::int from videos where workspace_id = $1) as videos`,
        [owner],
      );
      assert.deepEqual(rows, [{ tokens: -100, videos: 1 }]);
    });

    it('leaves all to workspaces, when killed after each statement beside programs of 0180', async () => {
      const before = await readOwned(pool);
      const runs = await migrateKilled(pool, migrations, async () => {
        const person = await registerBy0180(pool, 'newer@b.test');
        for (const _ of [1, 2]) await fillBy0180(pool, [person], 0);
        await pool.query('delete from payments where workspace_id = $1', [person]);
        await pool.query('delete from events where workspace_id = $1', [person]);
        await pool.query('delete from users where id = $1', [person]);
      });
      assert.ok(runs > 50, String(runs));
      assert.deepEqual(await readOwned(pool, before), before);
      const { rows } = await pool.query(
        `select name, ends_older from migrations where name between '0180' and '0182' order by name`,
      );
      assert.deepEqual(
        rows.map(({ name, ends_older }) => [name.slice(0, 4), ends_older]),
        [
          ['0180', true],
          ['0181', false],
        ],
      );
    });

    it('keeps who did what, and forgets it with the person alone', async () => {
      const owner = await registerBy0180(pool, 'first@b.test');
      const colleague = await registerBy0180(pool, 'second@b.test');
      await fillBy0180(pool, [owner], 2);
      await pool.query(`insert into workspace_members (workspace_id, user_id, role) values ($1, $2, 'admin')`, [
        owner,
        colleague,
      ]);
      for (const table of ['uploads', 'videos', 'glossary_terms', 'rewrites', 'imports'])
        await pool.query(`update ${table} set created_by = $2 where workspace_id = $1`, [owner, colleague]);
      await pool.query('update voices set named_by = $2 where workspace_id = $1', [owner, colleague]);
      await pool.query('update token_operations set user_id = $2 where workspace_id = $1', [owner, colleague]);
      await pool.query('update exports set user_id = $2 where workspace_id = $1', [owner, colleague]);
      await pool.query(
        `insert into exports (workspace_id, run, recordings, state, touched_at) values ($1, gen_random_uuid(), true, 'done', now())`,
        [owner],
      );
      const count = async (table: string, whose: string) =>
        (await pool.query(`select from ${table} where workspace_id = $1 and ${whose}`, [owner])).rowCount;
      assert.deepEqual([await count('exports', 'true'), await count('videos', 'created_by is not null')], [2, 2]);
      await pool.query('delete from users where id = $1', [colleague]);
      assert.deepEqual([await count('exports', 'true'), await count('videos', 'created_by is null')], [1, 2]);
      assert.equal(await count('token_operations', 'user_id is null'), 2);
      await pool.query('update users set deletion_requested_at = now() where id = $1', [owner]);
      assert.deepEqual(
        (await pool.query('select from workspaces where id = $1 and deletion_requested_at is not null', [owner]))
          .rowCount,
        1,
      );
      await pool.query('delete from payments where workspace_id = $1', [owner]);
      await pool.query('delete from events where workspace_id = $1', [owner]);
      await pool.query('delete from users where id = $1', [owner]);
      for (const table of ownedTables)
        assert.equal((await pool.query(`select from ${table} where workspace_id = $1`, [owner])).rowCount, 0, table);
    });

    it('writes one row for each workspace, when programs of 0180 and later ones insert at once', async () => {
      const ids: string[] = [];
      for (const n of Array(10).keys()) ids.push(await registerBy0180(pool, `upsert${n}@b.test`));
      for (const id of ids)
        await Promise.all([
          ...[1, 2, 3].map(() => fillBy0180(pool, [id], 0)),
          ...[1, 2, 3].map(async (n) => {
            await saveToken(database.kysely, id, `token/${id}/${n}`, 'Webinars');
            await saveCustomer(database.kysely, id, `cus/${id}`);
            await countAttempt(database.kysely, id);
            await recordTrialEmail(database.kysely, id, new Date());
          }),
        ]);
      const { rows } = await pool.query(
        `select (select count(*)::int from portals where workspace_id = any($1)) as portals,
           (select count(*)::int from billing_accounts where workspace_id = any($1)) as customers,
           (select sum(attempts)::int from customer_attempts where workspace_id = any($1)) as attempts,
           (select count(*)::int from trial_emails where workspace_id = any($1)) as letters`,
        [ids],
      );
      assert.deepEqual(rows, [{ portals: 10, customers: 10, attempts: 60, letters: 10 }]);
    });

    it('reads a backup of its own, workspaces included', async () => {
      const backup = await database.snapshot((tx) => readAll(dumpTables(tx)));
      const there = await open();
      const other = await openTestDatabase(there);
      await other.transaction((tx) => loadTables(tx, Readable.from(backup)));
      assert.deepEqual(await other.snapshot((tx) => readAll(dumpTables(tx))), backup);
      await other.close();
      await there.close();
    });

    itInFullRun('takes less than a minute, for 200 members with 20 recordings each', async () => {
      const other = await openOlder(open);
      const emails = Array.from({ length: 200 }, (_, n) => `member${n}@b.test`);
      await fillByOlder(other.database.pool, await registerByOlder(other.database.pool, emails), 20);
      const start = performance.now();
      await migrate(other.database.pool, migrations, silentLog);
      const seconds = (performance.now() - start) / 1_000;
      assert.ok(seconds < 60, `${seconds} s`);
      assert.equal(
        (await other.database.pool.query('select from videos where created_by = workspace_id')).rowCount,
        4_000,
      );
      await other.database.close();
      await other.place.close();
    });
  });
});
