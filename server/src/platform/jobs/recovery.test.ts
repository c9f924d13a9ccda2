import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { after, before, describe, it } from 'node:test';
import { oneDatabase, type TestPlace } from '../../../test/databases.ts';
import { openTestDatabase } from '../../../test/describe-database.ts';
import { eventually } from '../../../test/member.ts';
import { changeJobs, readJobs } from '../../../test/stored-jobs.ts';
import { silentLog } from '../../main/silent-log.ts';
import type { Database } from '../database/database.ts';
import { createJobs, type JobDefinition } from './jobs.ts';
import { usualTimes } from './runner.ts';

/** A database that is asked through this one, and when all has been answered that it was asked until then. */
function watch(database: Database) {
  const asked: unknown[] = [];
  const noting = <T extends object>(of: T): T =>
    new Proxy(of, {
      get(target, key) {
        const value: unknown = Reflect.get(target, key, target);
        if (typeof value !== 'function') return value;
        return (...given: unknown[]) => {
          const answer: unknown = Reflect.apply(value, target, given);
          asked.push(answer);
          return answer;
        };
      },
    });
  const watched: Database = { ...database, pool: noting(database.pool), kysely: noting(database.kysely) };
  return {
    watched,
    async untilAnswered(): Promise<void> {
      // Lets work that has just ended send its last requests.
      await new Promise(setImmediate);
      for (let known = -1; known < asked.length;) {
        known = asked.length;
        await Promise.allSettled(asked);
      }
    },
  };
}

oneDatabase((name, open) => {
  describe(`jobs of a killed process on ${name}`, () => {
    let place: TestPlace;
    before(async () => {
      place = await open();
    });
    after(() => place?.close());

    it('run again, and those it had not begun run for the first time', async () => {
      const program = fileURLToPath(new URL('../../../test/crash-worker.ts', import.meta.url));
      const given = [program, place.dataDir, ...(place.databaseUrl ? [place.databaseUrl] : [])];
      const child = spawn(process.execPath, given, { stdio: ['ignore', 'pipe', 'inherit'] });
      const begun: number[] = [];
      createInterface({ input: child.stdout }).on('line', (line) => begun.push(Number(line)));
      await eventually(async () => (begun.length === 2 ? true : undefined), 'two jobs to begin');
      child.kill('SIGKILL');
      await once(child, 'exit');

      const database = await openTestDatabase(place);
      const ran = new Map<number, number>();
      const work: JobDefinition<undefined, { n: number }> = {
        name: 'work',
        slots: 2,
        retries: 0,
        run: async (_ctx, { n }, { attempt }) => void ran.set(n, attempt),
      };
      // Nothing was heard of the process for a while.
      await changeJobs(database.kysely, { state: 'active' }, { heartbeat_at: new Date(0) });
      const jobs = await createJobs<undefined>(database, { work }, undefined, silentLog, {
        ...usualTimes,
        supervise: 100,
      });
      jobs.start();
      await jobs.settle();
      assert.deepEqual(
        [1, 2, 3, 4].map((n) => ran.get(n)),
        [1, 2, 3, 4].map((n) => (begun.includes(n) ? 2 : 1)),
      );
      await jobs.stop(0);
      await database.close();
    });

    // The embedded database has one process.
    if (name === 'PostgreSQL')
      it('distinguishes lost jobs from running ones, when their process sends heartbeats', async () => {
        const database = await openTestDatabase(place);
        const begun = Promise.withResolvers<void>();
        const end = Promise.withResolvers<void>();
        const lasting: JobDefinition<undefined> = {
          name: 'lasting',
          slots: 1,
          run: () => {
            begun.resolve();
            return end.promise;
          },
        };
        const jobs = await createJobs<undefined>(database, { lasting }, undefined, silentLog, {
          ...usualTimes,
          touch: 10,
        });
        jobs.start();
        await jobs.enqueue('lasting', {});
        await begun.promise;
        await changeJobs(database.kysely, { name: 'lasting' }, { heartbeat_at: new Date(0) });
        await eventually(
          async () =>
            (await readJobs(database.kysely, { name: 'lasting' }))[0]!.heartbeat_at!.getTime() > 0 || undefined,
          'a sign of the job that runs',
        );
        end.resolve();
        await jobs.settle();
        await jobs.stop(0);
        await database.close();
      });

    it('ignores a late end of a job that was handed back and now runs elsewhere', async () => {
      const database = await openTestDatabase(place);
      /** How each run of each job ends, in their order. */
      const ends: Record<string, PromiseWithResolvers<void>[]> = { fails: [], succeeds: [] };
      const stubborn: JobDefinition<undefined, { how: string }> = {
        name: 'stubborn',
        slots: 2,
        run: (_ctx, { how }) => {
          const end = Promise.withResolvers<void>();
          ends[how]!.push(end);
          return end.promise;
        },
      };
      const openJobs = (on = database) => createJobs<undefined>(on, { stubborn }, undefined, silentLog);
      const runs = (count: number) =>
        eventually(
          async () => (ends.fails!.length === count && ends.succeeds!.length === count ? true : undefined),
          `${count} runs of both`,
        );
      const states = async (): Promise<string> =>
        (await readJobs(database.kysely, { name: 'stubborn' })).map(({ state }) => state).join();
      const { watched, untilAnswered } = watch(database);
      const first = await openJobs(watched);
      first.start();
      for (const how of Object.keys(ends)) await first.enqueue('stubborn', { how });
      await runs(1);
      await first.stop(0);
      assert.equal(await states(), 'created,created');

      const next = await openJobs();
      next.start();
      await runs(2);
      ends.fails![0]!.reject(new Error('Aborted, late.'));
      ends.succeeds![0]!.resolve();
      await untilAnswered();
      assert.equal(await states(), 'active,active');
      for (const how of Object.keys(ends)) ends[how]![1]!.resolve();
      await next.settle();
      assert.equal(await states(), 'completed,completed');
      assert.deepEqual([ends.fails!.length, ends.succeeds!.length], [2, 2]);
      await next.stop(0);
      await database.close();
    });
  });
});
