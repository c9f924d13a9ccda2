import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { PgBoss } from 'pg-boss';
import { pino } from 'pino';
import { Problem } from '@lectern/contract/problem';
import { day } from '@lectern/contract/rules/durations';
import { oneDatabase, type TestPlace } from '../../../test/databases.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { jobSeconds } from '../log/metrics.ts';
import { createJobs, type Done, type Job, type JobDefinition, type Jobs } from './jobs.ts';

const log = pino({ level: 'silent' });

oneDatabase((name, open) => {
  describe(`jobs that wait on ${name}`, () => {
    let place: TestPlace;
    let database: Database;
    let jobs: Jobs;
    let handler: (job: Job) => Promise<Done>;
    const patient: JobDefinition<object, undefined> = {
      name: 'patient',
      fairByMember: true,
      backoff: 1,
      run: (_ctx, _payload, job) => handler(job),
    };
    const begin = async (): Promise<void> => {
      jobs = await createJobs<undefined>(database, { patient }, undefined, log);
    };
    before(async () => {
      place = await open();
      database = await openDatabase({ ...place, ...(place.databaseUrl ? { url: place.databaseUrl } : {}), log });
      await begin();
    });
    after(async () => {
      await jobs?.stop(0);
      await database?.close();
      await place?.close();
    });

    /** Lets days go by for all that is stored. */
    const pass = (days: number) =>
      database.pool.query(
        `update pgboss.job set created_on = created_on - $1 * interval '1 day', keep_until = keep_until - $1 * interval '1 day',
           completed_on = completed_on - $1 * interval '1 day'`,
        [days],
      );
    /** Runs pg-boss's daily cleanup, which deletes expired jobs. */
    const tidyUp = async (): Promise<void> => {
      const boss = new PgBoss({
        db: { executeSql: (text, values) => database.pool.query(text, values) },
        schedule: false,
        supervise: false,
        maintenanceIntervalSeconds: 1,
      });
      await boss.start();
      await database.pool.query('update pgboss.queue set maintain_on = null');
      await boss.supervise();
      await boss.stop({ graceful: false, close: false });
    };
    const isAlive = async (key: string): Promise<boolean> => (await jobs.alive([key])).has(key);
    const tomorrow = (): Date => new Date(Date.now() + day);

    it('keeps waiting jobs for years, even without workers, but not ended ones', async () => {
      handler = async () => undefined;
      await jobs.enqueue('patient', {}, { key: 'done' });
      jobs.start();
      await jobs.settle();
      await jobs.enqueue('patient', {}, { key: 'long', after: tomorrow() });
      await pass(3 * 365);
      await tidyUp();
      assert.equal(await isAlive('long'), true);
      const { rows } = await database.pool.query('select from pgboss.job');
      assert.equal(rows.length, 1);
    });

    it('keeps a waiting job, when an earlier version limited it to two weeks', async () => {
      const twoWeeks = `update pgboss.job set keep_until = now() + interval '14 days'`;
      await database.pool.query(twoWeeks);
      await jobs.stop(0);
      await begin();
      await pass(15);
      await tidyUp();
      assert.equal(await isAlive('long'), true);
      await jobs.cancel(['long']);

      // Simulates a job stored by such a version and started by this one.
      handler = async () => {
        await database.pool.query(`update pgboss.job set keep_until = now() - interval '1 day', retry_delay = 3600`);
        throw new Problem('membership_expired');
      };
      await jobs.enqueue('patient', {}, { key: 'expired' });
      jobs.start();
      await jobs.settle();
      await tidyUp();
      assert.equal(await isAlive('expired'), true);
      await jobs.cancel(['expired']);
    });

    it('extends how long a job is kept, when it has done a part of its work', async () => {
      const kept: boolean[] = [];
      handler = async () => {
        const { rows } = await database.pool.query<{ kept: boolean }>(
          `select keep_until > now() as kept from pgboss.job where state = 'active'`,
        );
        kept.push(rows[0]!.kept);
        await database.pool.query(`update pgboss.job set keep_until = now() - interval '1 day' where state = 'active'`);
        return kept.length < 2 ? 'more' : undefined;
      };
      await jobs.enqueue('patient', {}, { key: 'parts' });
      await jobs.settle();
      assert.deepEqual(kept, [true, true]);
    });

    it('counts a job as waiting and not as failed, when it throws media_pending', async () => {
      jobSeconds.reset();
      let runs = 0;
      handler = async () => {
        if ((runs += 1) === 1) throw new Problem('media_pending');
      };
      await jobs.enqueue('patient', {}, { key: 'pending' });
      await jobs.settle();
      const counted = (await jobSeconds.get()).values
        .filter(({ metricName }) => metricName === 'lectern_job_duration_seconds_count')
        .map(({ labels, value }) => [labels.outcome, value]);
      assert.deepEqual(Object.fromEntries(counted), { waits: 1, done: 1 });
    });
  });
});
