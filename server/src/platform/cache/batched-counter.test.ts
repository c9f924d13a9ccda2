import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { pino } from 'pino';
import { bothDatabases, type TestPlace } from '../../../test/databases.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { createBatchedCounter } from './batched-counter.ts';

const log = pino({ level: 'fatal' });
const worldOf = (database: Database) => ({ database, log, now: () => new Date() });

bothDatabases((name, open) => {
  describe(`counts that are written together, on ${name}`, () => {
    let place: TestPlace;
    const databases: Database[] = [];
    before(async () => {
      place = await open();
      const { dataDir, databaseUrl } = place;
      const openOne = () => openDatabase({ dataDir, log, ...(databaseUrl ? { url: databaseUrl } : {}) });
      databases.push(await openOne());
      // Two processes.
      if (databaseUrl) databases.push(await openOne());
      await databases[0]!.pool.query('create table counted (key text primary key, n bigint not null)');
    });
    after(async () => {
      for (const database of databases) await database.close();
      await place?.close();
    });

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
      (await databases[0]!.pool.query<{ n: number }>('select coalesce(sum(n), 0)::bigint as n from counted')).rows[0]!
        .n;

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
      const world = worldOf(databases[0]!);
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
      const world = worldOf(databases[0]!);
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
      const world = worldOf(databases[0]!);
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
      const world = worldOf(databases[0]!);
      const before = await stored();
      tally.add(world, 'one', { key: 'one', n: 1 });
      failures.push(new Error('a value that no column holds'));
      await tally.flush(world);
      await tally.flush(world);
      assert.equal((await stored()) - before, 0);
    });
  });
});
