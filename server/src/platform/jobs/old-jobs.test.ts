import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, it } from 'node:test';
import { describeDatabase } from '../../../test/describe-database.ts';
import { changeJobs, readJobs } from '../../../test/stored-jobs.ts';
import { silentLog } from '../../main/silent-log.ts';
import { migrate } from '../database/migrate.ts';
import { createJobs, type JobDefinition } from './jobs.ts';
import { pendingJobs } from './pending.ts';
import { usualTimes } from './runner.ts';

const server = join(import.meta.dirname, '../../..');

/** Jobs as the version before migration 0170 stored them, each with its number as its key. */
const stored = `
  insert into pgboss.job (name, singleton_key, data, state, policy, retry_limit, retry_count, retry_delay, retry_backoff,
    retry_delay_max, group_id, start_after, created_on, started_on, completed_on, keep_until, output, heartbeat_on)
  select name, n, jsonb_build_object('n', n::int), state::pgboss.job_state, 'exclusive', 4, count, 2, true, 300, member,
    now() + after, now() - interval '1 hour' + n::int * interval '1 second', now() - begun, now() - ended,
    now() - interval '1 day', output::jsonb, now() - begun
  from (values
    ('fair', '1', 'created', 0, interval '0 s', 'first', null::interval, null::interval, null),
    ('fair', '2', 'created', 0, interval '0 s', 'first', null, null, null),
    ('fair', '3', 'created', 0, interval '0 s', 'second', null, null, null),
    ('work', '4', 'retry', 0, interval '0 s', null, interval '1 m', null, '{"message": "Not yet.", "stack": "…"}'),
    ('work', '5', 'active', 1, interval '0 s', null, interval '1 m', null, null),
    ('work', '6', 'active', 4, interval '0 s', null, interval '1 m', null, null),
    ('work', '7', 'created', 0, interval '3 years', null, null, null, null),
    ('work', '8', 'failed', 4, interval '0 s', null, interval '2 m', interval '1 m', '{"message": "Broken."}')
  ) as jobs (name, n, state, count, after, member, begun, ended, output)`;

describeDatabase('jobs of an older version', 'both', (suite) => {
  before(async () => {
    await suite.pool.query('drop schema public cascade; create schema public');
    await migrate(suite.pool, join(server, 'migrations'), silentLog, '0152-chosen-tracks.sql');
    await suite.pool.query(await readFile(join(server, 'test/pgboss.sql'), 'utf8'));
    await suite.pool.query(stored);
  });

  it('run with their attempts and turns, when the database of that version starts', async () => {
    const live = ['1', '2', '3', '4', '5', '6', '7'];
    const pending = await pendingJobs(suite.kysely);
    assert.equal(pending.map(({ key }) => key).join(), live.join());
    await suite.reopen();
    assert.deepEqual(await pendingJobs(suite.kysely), pending);
    const gone = await suite.pool.query(
      `select from pg_class where relnamespace = to_regnamespace('pgboss') or relname = 'job_turns'`,
    );
    assert.equal(gone.rowCount, 0);

    // Nothing was heard of the older process for a while.
    await changeJobs(suite.kysely, { state: 'active' }, { heartbeat_at: new Date(0) });
    const ran: string[] = [];
    const kind = (of: string): JobDefinition<undefined, { n: number }> => ({
      name: of,
      fairByMember: of === 'fair',
      run: async (_ctx, { n }, { attempt, lastAttempt }) => void ran.push(`${of} ${n}: ${attempt}, ${lastAttempt}`),
    });
    const kinds = { work: kind('work'), fair: kind('fair') };
    const jobs = await createJobs<undefined>(suite.database, kinds, undefined, silentLog, {
      ...usualTimes,
      supervise: 100,
    });
    await jobs.settle();
    const [fair, work] = ['fair', 'work'].map((of) => ran.filter((each) => each.startsWith(of)));
    assert.deepEqual(fair, ['fair 1: 1, false', 'fair 3: 1, false', 'fair 2: 1, false']);
    assert.deepEqual(work!.toSorted(), ['work 4: 2, true', 'work 5: 3, true']);
    assert.deepEqual(await jobs.alive(live), new Set(['7']));
    const failed = await readJobs(suite.kysely, { state: 'failed' });
    const told = failed.map(({ key, problem }) => `${key}: ${problem}`);
    assert.deepEqual(told, ['6: The process ended while the job ran.', '8: Broken.']);
    await jobs.stop(0);
  });
});
