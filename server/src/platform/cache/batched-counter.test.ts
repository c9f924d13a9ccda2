import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { sql } from 'kysely';
import { describeDatabase, openTestDatabase } from '../../../test/describe-database.ts';
import { silentLog } from '../../main/silent-log.ts';
import type { Database } from '../database/database.ts';
import { createBatchedCounter } from './batched-counter.ts';

const worldOf = (database: Database) => ({ database, log: silentLog, now: () => new Date() });

describeDatabase('counts that are written together', 'both', (suite) => {
  /** Two processes, where the database takes more than one. */
  let databases: Database[];
  before(async () => {
    databases = [suite.database, ...(suite.place.databaseUrl ? [await openTestDatabase(suite.place)] : [])];
    await suite.pool.query('create table counted (key text primary key, n bigint not null)');
  });
  after(() => databases[1]?.close());

  type Count = { key: string; n: number };
  const failures: unknown[] = [];
  const tally = createBatchedCounter<Count>({
    most: 400,
    sum: (earlier, later) => ({ ...earlier, n: earlier.n + later.n }),
    write: async (tx, counts) => {
      const keys = counts.map(({ key }) => key);
      await sql`
        insert into counted select * from unnest(${sql.val(keys)}::text[], ${sql.val(counts.map(({ n }) => n))}::bigint[])
        on conflict (key) do update set n = counted.n + excluded.n`.execute(tx);
      const failure = failures.shift();
      if (failure) throw failure;
    },
    lost: 'Lost.',
  });
  const keys = Array.from({ length: 400 }, (_, n) => `key-${n}`);
  const stored = async (): Promise<number> =>
    (await suite.pool.query<{ n: number }>('select coalesce(sum(n), 0)::bigint as n from counted')).rows[0]!.n;

  it('lose nothing to another process that writes the same ones', async () => {
    const before = await stored();
    for (let round = 0; round < 20; round += 1)
      await Promise.all(
        databases.map((database, n) => {
          for (const key of n === 0 ? keys : keys.toReversed()) tally.add(worldOf(database), key, { key, n: 1 });
          return tally.flush(worldOf(database));
        }),
      );
    assert.equal((await stored()) - before, 20 * keys.length * databases.length);
  });

  it('writes counts once with the next ones, when the database was unavailable', async () => {
    const world = worldOf(suite.database);
    const before = await stored();
    tally.add(world, 'one', { key: 'one', n: 1 });
    failures.push(new Error('Connection terminated unexpectedly'));
    await tally.flush(world);
    assert.equal((await stored()) - before, 0);
    tally.add(world, 'one', { key: 'one', n: 1 });
    await tally.flush(world);
    await tally.flush(world);
    assert.equal((await stored()) - before, 2);
  });

  it('writes counts one write after another, and reports them written only afterwards', async () => {
    const world = worldOf(suite.database);
    const [first, written] = [Promise.withResolvers<void>(), [] as number[]];
    const slow = createBatchedCounter<number>({
      most: 1,
      sum: (earlier, later) => earlier + later,
      write: async (_, [n]) => {
        if (written.length === 0) await first.promise;
        written.push(n!);
      },
      lost: 'Lost.',
    });
    slow.add(world, 'one', 1);
    const one = slow.flush(world);
    await new Promise(setImmediate);
    slow.add(world, 'one', 2);
    const two = slow.flush(world).then(() => assert.deepEqual(written, [1, 2]));
    const nothing = slow.flush(world).then(() => assert.deepEqual(written, [1, 2]));
    first.resolve();
    await Promise.all([one, two, nothing]);
  });

  it('keeps no more counts than the maximum, when the database is unavailable', async () => {
    const world = worldOf(suite.database);
    const before = await stored();
    for (const key of keys) tally.add(world, key, { key, n: 1 });
    failures.push(new Error('Connection terminated unexpectedly'));
    const away = tally.flush(world);
    for (const key of keys) tally.add(world, `other ${key}`, { key: `other ${key}`, n: 1 });
    await away;
    await tally.flush(world);
    assert.equal((await stored()) - before, 400);
  });

  it('drops counts, when the database refuses them', async () => {
    const world = worldOf(suite.database);
    const before = await stored();
    tally.add(world, 'one', { key: 'one', n: 1 });
    failures.push(new Error('a value that no column holds'));
    await tally.flush(world);
    await tally.flush(world);
    assert.equal((await stored()) - before, 0);
  });
});
