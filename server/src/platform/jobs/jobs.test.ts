import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { z } from 'zod';
import { day } from '@lectern/contract/rules/durations';
import { describeDatabase } from '../../../test/describe-database.ts';
import { eventually } from '../../../test/member.ts';
import { changeJobs, readJobs } from '../../../test/stored-jobs.ts';
import { silentLog } from '../../main/silent-log.ts';
import { createJobs, type Done, type Job, type JobDefinition, type Jobs } from './jobs.ts';
import { Problem } from '@lectern/contract/problem';
import { jobSeconds } from '../log/metrics.ts';

type Numbered = { n: number };
type Handler = (payload: Numbered, job: Job) => Promise<Done>;

/** Resolves never, and rejects when the job is to end, as a well-behaved long handler does. */
const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));

const describeAttempt = ({ attempt, lastAttempt }: Job): string => `${attempt}${lastAttempt ? ' last' : ''}`;

const inOrder = (numbers: readonly number[]): number[] => numbers.toSorted((a, b) => a - b);

describeDatabase('jobs', 'both', (suite) => {
  let jobs: Jobs;
  /** The handler of the jobs named `work`; each test sets its own. */
  let handler: Handler;
  const work: JobDefinition<undefined, Numbered> = {
    name: 'work',
    payload: z.object({ n: z.number() }),
    slots: 3,
    retries: 1,
    backoff: 1,
    run: (_ctx, payload, job) => handler(payload, job),
  };
  const hasty: JobDefinition<undefined, Numbered> = { ...work, name: 'hasty', timeout: 0.2, retries: 0 };
  const fair: JobDefinition<undefined, Numbered> = { ...work, name: 'fair', slots: 1, fairByMember: true };
  const shared: JobDefinition<undefined, Numbered> = { ...work, name: 'shared', fairByMember: true, maxPerMember: 2 };
  const begin = async (): Promise<void> => {
    jobs = await createJobs<undefined>(suite.database, { work, hasty, fair, shared }, undefined, silentLog);
    jobs.start();
  };
  before(begin);
  after(() => jobs?.stop(0));
  /** The states and causes of the jobs of a kind that are no longer live, oldest first. */
  const outcomes = async (state: 'failed' | 'cancelled'): Promise<{ n: number; cause: string | null }[]> => {
    const ended = await readJobs(suite.kysely, { state });
    return ended.map(({ payload, problem }) => ({ n: (payload as Numbered).n, cause: problem }));
  };

  it('run, as many at once as there are slots', async () => {
    let now = 0;
    let most = 0;
    const seen: number[] = [];
    handler = async ({ n }) => {
      most = Math.max(most, (now += 1));
      await new Promise(setImmediate);
      await suite.pool.query('select 1');
      seen.push(n);
      now -= 1;
    };
    await Promise.all(Array.from({ length: 30 }, (_, n) => jobs.enqueue('work', { n })));
    await jobs.settle();
    assert.deepEqual(inOrder(seen), [...Array(30).keys()]);
    assert.ok(most <= 3, `${most} at once`);
    await assert.rejects(jobs.enqueue('unknown', {}), /no job named unknown/);
  });

  it('stay visible with their cause when they fail for good', async () => {
    let runs = 0;
    handler = async ({ n }) => {
      runs += 1;
      throw Object.assign(new Error(`job ${n} is broken`), n === 201 ? { retryable: false } : {});
    };
    await jobs.enqueue('work', { n: 201 });
    await jobs.enqueue('work', { n: 'not a number' });
    await jobs.settle();
    assert.equal(runs, 1);
    await jobs.enqueue('work', { n: 202 });
    await jobs.settle();
    assert.equal(runs, 3);
    const causes = (await outcomes('failed')).map(({ cause }) => cause);
    assert.deepEqual(causes, ['job 201 is broken', 'The job holds what it cannot be run with.', 'job 202 is broken']);
  });

  it('exist once for a key while they live', async () => {
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const seen: number[] = [];
    handler = async ({ n }) => {
      seen.push(n);
      begun.resolve();
      await gate.promise;
    };
    assert.equal(await jobs.enqueue('work', { n: 1 }, { key: 'one' }), true);
    assert.equal(await jobs.enqueue('work', { n: 2 }, { key: 'one' }), false);
    await begun.promise;
    assert.equal(await jobs.enqueue('work', { n: 3 }, { key: 'one' }), false);
    gate.resolve();
    await jobs.settle();
    assert.equal(await jobs.enqueue('work', { n: 4 }, { key: 'one' }), true);
    await jobs.settle();
    assert.deepEqual(seen, [1, 4]);
  });

  it('exist if and only if their transaction commits', async () => {
    const seen: number[] = [];
    handler = async ({ n }) => void seen.push(n);
    await assert.rejects(
      suite.database.transaction(async (tx) => {
        await jobs.enqueue('work', { n: 1 }, { tx });
        throw new Error('rolled back');
      }),
    );
    await Promise.all(
      [2, 3, 4, 5].map((n) =>
        suite.database.transaction(async (tx) => void (await jobs.enqueue('work', { n }, { tx }))),
      ),
    );
    await jobs.settle();
    assert.deepEqual(inOrder(seen), [2, 3, 4, 5]);
  });

  it('cancels waiting jobs and aborts running ones', async () => {
    handler = () => assert.fail('it waits until tomorrow');
    const tomorrow = new Date(Date.now() + day);
    await jobs.enqueue('work', { n: 1 }, { key: 'later', after: tomorrow });
    await jobs.cancel(['later']);
    await jobs.settle();

    const begun = Promise.withResolvers<void>();
    const aborted = Promise.withResolvers<unknown>();
    handler = async (_payload, { signal }) => {
      begun.resolve();
      await untilAborted(signal).catch((error: unknown) => {
        aborted.resolve(error);
        throw error;
      });
    };
    await jobs.enqueue('work', { n: 2 }, { key: 'now' });
    await begun.promise;
    await jobs.cancel(['now']);
    assert.match(String(await aborted.promise), /cancelled/);
    await jobs.settle();
    assert.equal((await outcomes('cancelled')).map(({ n }) => n).join(), '1,2');
  });

  it('replaces a job in one transaction; the new run waits for the end of the old one', async () => {
    const order: string[] = [];
    const begun = Promise.withResolvers<void>();
    handler = async ({ n }, { signal }) => {
      order.push(`begin ${n}`);
      if (n !== 1) return;
      begun.resolve();
      await untilAborted(signal).catch(() => undefined);
      await suite.pool.query('select 1');
      order.push('end 1');
    };
    await jobs.enqueue('work', { n: 1 }, { key: 'again' });
    await begun.promise;
    await suite.database.transaction(async (tx) => {
      await jobs.cancel(['again'], { tx });
      assert.equal(await jobs.enqueue('work', { n: 2 }, { tx, key: 'again' }), true);
    });
    await jobs.settle();
    assert.deepEqual(order, ['begin 1', 'end 1', 'begin 2']);
  });

  it('runs jobs in turns of the members, retried jobs included', async () => {
    const order: number[] = [];
    const enough = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    handler = async ({ n }, { attempt }) => {
      order.push(n);
      begun.resolve();
      await enough.promise;
      if (n === 11 && attempt === 1) throw new Error('once more');
    };
    const bring = (member: string, n: number) => jobs.enqueue('fair', { n }, { member });
    await bring('first', 11);
    await begun.promise;
    for (const n of [12, 13, 14, 15]) await bring('first', n);
    for (const n of [21, 22]) await bring('second', n);
    await bring('third', 31);
    enough.resolve();
    await jobs.settle();
    // Whenever the retried job is due, it takes a turn of its member.
    const turns = order.map((n) => Math.floor(n / 10));
    assert.deepEqual(turns, [1, 2, 3, 1, 2, 1, 1, 1, 1], order.join());
    assert.deepEqual([...new Set(order.filter((n) => n < 20))], [11, 12, 13, 14, 15]);
    assert.deepEqual(inOrder(order), [11, 11, 12, 13, 14, 15, 21, 22, 31]);
  });

  it('leaves slots to other members, when one member has many jobs', async () => {
    const begun: number[] = [];
    const enough = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    handler = async ({ n }) => {
      begun.push(n);
      if (n === 21) asked.resolve();
      await enough.promise;
    };
    for (const n of [11, 12, 13, 14]) await jobs.enqueue('shared', { n }, { member: 'first' });
    await jobs.enqueue('shared', { n: 21 }, { member: 'second' });
    await asked.promise;
    assert.deepEqual(inOrder(begun), [11, 12, 21]);
    enough.resolve();
    await jobs.settle();
    assert.deepEqual(inOrder(begun), [11, 12, 13, 14, 21]);
  });

  it('queues a job behind the others, when it has done a part and continues', async () => {
    const order: string[] = [];
    const enough = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    handler = async ({ n }, job) => {
      order.push(`${n}: ${describeAttempt(job)}`);
      begun.resolve();
      await enough.promise;
      return n === 41 && order.length < 6 ? 'more' : undefined;
    };
    await jobs.enqueue('fair', { n: 41 }, { key: 'long', member: 'patient' });
    await begun.promise;
    assert.ok(!(await jobs.enqueue('fair', { n: 42 }, { key: 'long', member: 'patient' })));
    await jobs.enqueue('fair', { n: 51 }, { member: 'quick' });
    enough.resolve();
    await jobs.settle();
    assert.deepEqual(order, ['41: 1', '51: 1', ...Array(4).fill('41: 1')]);
    assert.deepEqual([...(await jobs.alive(['long']))], []);
  });

  it('restores all attempts and numbers each run, when a job continues after a part', async () => {
    const order: string[] = [];
    handler = async (_payload, job) => {
      order.push(describeAttempt(job));
      // The wait before another attempt grows with their number.
      await changeJobs(suite.kysely, { state: 'active' }, { backoff: 0 });
      if (order.length % 2 === 1) throw new Error('once more');
      return order.length < 8 ? 'more' : undefined;
    };
    await jobs.enqueue('fair', { n: 61 }, { key: 'unlucky', member: 'patient' });
    await jobs.settle();
    assert.deepEqual(order, ['1', '2 last', '2', '3 last', '3', '4 last', '4', '5 last']);
    assert.ok(!(await outcomes('failed')).some(({ n }) => n === 61));
  });

  it('wait for room on the disk without using up their attempts, and go on by themselves', async () => {
    const attempts: string[] = [];
    handler = async (_payload, job) => {
      attempts.push(describeAttempt(job));
      if (attempts.length < 3) throw Object.assign(new Error('no room'), { code: 'ENOSPC' });
    };
    await jobs.enqueue('work', { n: 500 }, { key: 'roomless' });
    await jobs.settle();
    assert.deepEqual(attempts, ['1', '1', '1']);
    assert.deepEqual([...(await jobs.alive(['roomless']))], []);
  });

  // The embedded database has one process.
  const severally = suite.name === 'PostgreSQL' ? it : () => undefined;
  void severally('are taken fairly by several processes at once', async () => {
    const others = await createJobs<undefined>(suite.database, { work, hasty, fair }, undefined, silentLog);
    others.start();
    const order: number[] = [];
    const holds: (() => void)[] = [];
    handler = async ({ n }) => {
      order.push(n);
      await new Promise<void>((resolve) => holds.push(resolve));
    };
    const both = (n: number) => eventually(async () => (order.length >= n ? true : undefined), `${n} of both`);
    for (const n of [1, 2, 3, 4]) await jobs.enqueue('fair', { n }, { member: 'one' });
    await both(2);
    await jobs.enqueue('fair', { n: 9 }, { member: 'another' });
    holds[0]!();
    await both(3);
    assert.equal(order[2], 9, order.join());
    handler = async () => undefined;
    for (const hold of holds) hold();
    await jobs.settle();
    await others.stop(1);
  });

  it('aborts a job, when it exceeds its time limit', async () => {
    handler = (_payload, { signal }) => untilAborted(signal);
    await jobs.enqueue('hasty', { n: 300 });
    await jobs.settle();
    const failed = await outcomes('failed');
    assert.deepEqual(failed.at(-1), { n: 300, cause: 'The job took longer than 0.2 s.' });
  });

  it('go on after a stop as if nothing had happened', async () => {
    const begun = Promise.withResolvers<void>();
    handler = async (_payload, { signal }) => {
      begun.resolve();
      await untilAborted(signal);
    };
    await jobs.enqueue('work', { n: 1 });
    await begun.promise;
    await jobs.stop(0);
    const attempts: [number, number][] = [];
    handler = async ({ n }, { attempt }) => void attempts.push([n, attempt]);
    await begin();
    await jobs.settle();
    assert.deepEqual(attempts, [[1, 1]]);
  });
});

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
