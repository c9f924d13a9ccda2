import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { Problem } from '@lectern/contract/problem';
import { day } from '@lectern/contract/rules/durations';
import { describeDatabase } from '../../../test/describe-database.ts';
import { readJobs } from '../../../test/stored-jobs.ts';
import { silentLog } from '../../main/silent-log.ts';
import { jobSeconds } from '../log/metrics.ts';
import { createJobs, type Done, type Job, type JobDefinition, type Jobs } from './jobs.ts';

describeDatabase('jobs that wait', 'one', (suite) => {
  let jobs: Jobs;
  let handler: (job: Job) => Promise<Done>;
  const patient: JobDefinition<undefined> = {
    name: 'patient',
    fairByMember: true,
    backoff: 1,
    run: (_ctx, _payload, job) => handler(job),
  };
  before(async () => {
    jobs = await createJobs<undefined>(suite.database, { patient }, undefined, silentLog);
  });
  after(() => jobs?.stop(0));

  /** Lets days go by for all that is stored, and ended jobs be forgotten. */
  const pass = async (days: number): Promise<void> => {
    await suite.pool.query(
      `update jobs set created_at = created_at - $1 * interval '1 day', ended_at = ended_at - $1 * interval '1 day'`,
      [days],
    );
    await jobs.recoverOrphans();
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
    assert.equal(await isAlive('long'), true);
    assert.equal((await readJobs(suite.kysely)).length, 1);
    await jobs.cancel(['long']);
  });

  it('keeps a job for years, when it waits for a member or has done a part of its work', async () => {
    let runs = 0;
    handler = async () => {
      await pass(3 * 365);
      if ((runs += 1) === 1) throw new Problem('membership_expired');
      return runs === 2 ? 'more' : undefined;
    };
    await jobs.enqueue('patient', {}, { key: 'parts' });
    await jobs.settle();
    assert.equal(runs, 3);
    await pass(6);
    assert.equal((await readJobs(suite.kysely, { key: 'parts' }))[0]?.state, 'completed');
    await pass(2);
    assert.deepEqual(await readJobs(suite.kysely), []);
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
