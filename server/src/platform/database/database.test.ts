import assert from 'node:assert/strict';
import { AsyncResource } from 'node:async_hooks';
import { before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import { describeDatabase } from '../../../test/describe-database.ts';
import { silentLog } from '../../main/silent-log.ts';
import { openDatabase } from './database.ts';
import { DatabaseConfigError } from './failures.ts';
import { afterCommit, outsideTransaction } from './transactions.ts';

/** Runs `work` as another request would: outside the transaction of the caller. */
const outside = new AsyncResource('another request');
const elsewhere = <T>(work: () => T): T => outside.runInAsyncScope(work);
const refusedWith = (code: string) => (error: unknown) => error instanceof DatabaseError && error.code === code;

describeDatabase('queries', 'both', (suite) => {
  before(async () => {
    await suite.pool.query(
      'create table things (id serial primary key, name text unique, size bigint check (size >= 0))',
    );
  });
  const count = async (): Promise<number> => {
    const { rows } = await suite.pool.query<{ n: number }>('select count(*) as n from things');
    return rows[0]!.n;
  };

  it('reads columns alike', async () => {
    const { rows } = await suite.pool.query(
      `select 9007199254740991::bigint as big, 1.5::numeric as exact, date '2026-02-28' as day, true as yes, null as nothing,
              timestamptz '2026-02-28 12:00:00+02' as at, '{"a": [1]}'::jsonb as json, array['x', 'y'] as list, '\\x00ff'::bytea as bytes`,
    );
    assert.deepEqual(rows[0], {
      big: 9007199254740991,
      exact: 1.5,
      day: '2026-02-28',
      yes: true,
      nothing: null,
      at: new Date('2026-02-28T10:00:00Z'),
      json: { a: [1] },
      list: ['x', 'y'],
      bytes: Buffer.from([0, 255]),
    });
    await assert.rejects(suite.pool.query('select 9007199254740992::bigint'), RangeError);
  });

  it('compiles no query, from the first one of a connection', async () => {
    const { rows } = await suite.pool.query<{ jit: string }>(`select current_setting('jit') as jit`);
    // The embedded database has no compiler that this could switch on.
    assert.equal(rows[0]?.jit, suite.place.databaseUrl ? 'off' : 'on');
  });

  it('tells an error by its code and goes on', async () => {
    const { pool } = suite;
    await pool.query(`insert into things (name) values ('one')`);
    for (let round = 0; round < 3; round += 1) {
      await assert.rejects(pool.query('insert into things (name) values ($1)', ['one']), refusedWith('23505'));
      await assert.rejects(pool.query('insert into things (size) values ($1)', [-1]), refusedWith('23514'));
      await assert.rejects(pool.query('selec 1'), refusedWith('42601'));
      await assert.rejects(pool.query('select * from nowhere where x = $1', [1]), refusedWith('42P01'));
      await assert.rejects(pool.query('select 1 / $1::int', [0]), refusedWith('22012'));
      assert.deepEqual((await pool.query('select 1 as one')).rows, [{ one: 1 }]);
    }
  });

  it('commits a transaction as a whole and rolls it back as a whole', async () => {
    const before = await count();
    const done = await suite.database.transaction(async (tx) => {
      await sql`insert into things (name) values ('kept')`.execute(tx);
      return 'done';
    });
    assert.equal(done, 'done');
    await assert.rejects(
      suite.database.transaction(async (tx) => {
        await sql`insert into things (name) values ('lost')`.execute(tx);
        throw new Error('no');
      }),
      /^Error: no$/,
    );
    await assert.rejects(
      suite.database.transaction(async (tx) => {
        await sql`insert into things (name) values ('lost')`.execute(tx);
        await sql`insert into things (name) values ('kept')`.execute(tx);
      }),
      refusedWith('23505'),
    );
    assert.equal(await count(), before + 1);
  });

  it('keeps transactions at the same time apart', async () => {
    await suite.pool.query(`insert into things (name, size) values ('counter', 0)`);
    const add = (fails: boolean) =>
      suite.database.transaction(async (tx) => {
        const { rows } = await sql<{
          size: number;
        }>`select size from things where name = 'counter' for update`.execute(tx);
        await new Promise(setImmediate);
        await sql`update things set size = ${rows[0]!.size + 1} where name = 'counter'`.execute(tx);
        if (fails) throw new Error('fails');
      });
    const results = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => add(n % 4 === 0)));
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 15);
    const { rows } = await suite.pool.query(`select size from things where name = 'counter'`);
    assert.deepEqual(rows, [{ size: 15 }]);
  });

  it('rolls back what a lost connection left open', async () => {
    const before = await count();
    const client = await suite.pool.connect();
    await client.query('begin');
    await client.query(`insert into things (name) values ('abandoned')`);
    client.release(true);
    assert.equal(await count(), before);
  });

  it('reads one moment in a snapshot, regardless of concurrent writes', async () => {
    const writing = suite.database.snapshot((tx) => sql`insert into things (name) values ('within')`.execute(tx));
    await assert.rejects(writing, refusedWith('25006'));

    let meanwhile: Promise<unknown> = Promise.resolve();
    const [before, after] = await suite.database.snapshot(async (tx) => {
      const read = async () => (await sql<{ n: number }>`select count(*) as n from things`.execute(tx)).rows[0]!.n;
      const first = await read();
      meanwhile = elsewhere(() => suite.pool.query("insert into things (name) values ('meanwhile')"));
      // The embedded database has one session: there the writer waits, also behind what is asked after it.
      await (suite.name === 'PostgreSQL' ? meanwhile : read());
      return [first, await read()];
    });
    await meanwhile;
    assert.equal(before, after);
    assert.equal(await count(), before! + 1);
  });

  it('throws instead of waiting when a transaction is by-passed', async () => {
    await suite.database.transaction(async (tx) => {
      const past = /past the transaction within a transaction/;
      await assert.rejects(suite.pool.query('select 1'), past);
      await assert.rejects(suite.kysely.selectFrom('settings').selectAll().execute(), past);
      await assert.rejects(
        suite.database.transaction(async () => undefined),
        /A second transaction/,
      );
      assert.throws(() => outsideTransaction('A mail'), /A mail within a transaction/);
      await sql`select 1`.execute(tx);
    });
    outsideTransaction('A mail');
    await suite.pool.query('select 1');
  });

  it('does what waits for a commit after the commit only', async () => {
    const seen: string[] = [];
    await suite.database.transaction(async () => {
      afterCommit(() => seen.push('committed'));
      seen.push('within');
    });
    await assert.rejects(
      suite.database.transaction(async () => {
        afterCommit(() => seen.push('never'));
        throw new Error('no');
      }),
    );
    afterCommit(() => seen.push('at once'));
    assert.deepEqual(seen, ['within', 'committed', 'at once']);
  });
});

describe('a PostgreSQL that cannot be used', () => {
  it('refuses an unreachable PostgreSQL in one line without its password', async () => {
    const url = 'postgresql://user:secret@127.0.0.1:1/none';
    await assert.rejects(openDatabase({ url, dataDir: '/nowhere', log: silentLog }), (error: unknown) => {
      assert.ok(error instanceof DatabaseConfigError);
      assert.match(error.message, /^DATABASE_URL: the database cannot be reached \(.*ECONNREFUSED.*\)\.$/);
      assert.doesNotMatch(error.message, /secret|\n/);
      return true;
    });
  });
});
