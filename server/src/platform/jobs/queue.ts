import { randomUUID } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import { type Db, PgBoss, policies } from 'pg-boss';
import type { Database, Queryable } from '../database/database.ts';
import { truncateText } from '../text/truncate-text.ts';
import type { JobTimes } from './times.ts';
import { claimFairly, forgetTurns } from './fair-claim.ts';
import type { Log } from '../log/log.ts';

/** How the attempts of a job go; all times in seconds. */
export type Attempts = {
  /** Further attempts after the first has failed. */
  retries: number;
  /** Wait before the second attempt; doubles with each further one. */
  backoff: number;
  /** The longest such wait. */
  longestBackoff: number;
  timeout: number;
};

/** A job this process has taken. `attempt` counts from 0 and tells this taking from an earlier one of the same job. */
export type Claimed = {
  id: string;
  name: string;
  key: string;
  payload: object;
  attempt: number;
  /** The number of the attempt after which there is no other, crashes included. */
  limit: number;
};

/** A job as an operator sees it. */
export type JobRecord = {
  id: string;
  name: string;
  state: 'created' | 'retry' | 'active' | 'completed' | 'cancelled' | 'failed';
  payload: object;
  /** Attempts so far. */
  attempts: number;
  /** Why the last attempt failed. */
  problem: string | null;
  createdAt: Date;
  finishedAt: Date | null;
};

export type JobCount = Pick<JobRecord, 'name' | 'state'> & {
  jobs: number;
  due: number;
  /** Seconds for which the oldest of those that are due has been; 0 where none is. */
  waited: number;
};

export type Queue = {
  /** The jobs that are kept, failed and running ones first; `part` is searched in name, payload and problem. */
  list(which: { limit: number; offset: number; part: string }): Promise<{ rows: JobRecord[]; total: number }>;
  /** How many jobs of each name are in each state, and how many of them are due and wait for a free slot. */
  counts(): Promise<JobCount[]>;
  /** Resolves when jobs can be read, whatever number of them is kept. */
  answers(): Promise<void>;
  /** Lets a failed job run again; false when it has not failed, or its like is alive. */
  retry(id: string, tx?: Queryable): Promise<boolean>;
  /** False when a live job has the key already. */
  add(
    name: string,
    payload: object,
    attempts: Attempts,
    options: { key?: string; after?: Date; member?: string; tx?: Queryable },
  ): Promise<boolean>;
  /** The names under which something waits that is due. */
  due(): Promise<string[]>;
  /** Takes what is due, oldest first. */
  claim(name: string, limit: number): Promise<Claimed[]>;
  /** Takes what is due, in turns of the members, so that at most `each` of one of them run (see turns.ts). */
  claimInTurns(name: string, limit: number, each: number): Promise<Claimed[]>;
  /** Forgets whose turn it was where it makes no difference any more. */
  forgetTurns(): Promise<void>;
  /** Says that these still run. Returns the ids of those that are still this process's. */
  touch(jobs: Claimed[]): Promise<Set<string>>;
  complete(job: Claimed): Promise<void>;
  /** `final`: without another attempt. */
  fail(job: Claimed, cause: unknown, final: boolean): Promise<void>;
  /**
   * Requeues a partly done job with fresh attempts and wait. The attempts are added, so their number distinguishes
   * this run from one of a frozen process.
   */
  goOn(job: Claimed, attempts: Pick<Attempts, 'retries' | 'backoff'>): Promise<void>;
  /** Puts jobs back as if they had not been taken. */
  handBack(jobs: Claimed[]): Promise<void>;
  /**
   * Requeues a job without using an attempt, after a backoff that doubles each time: for lasting failures that are not
   * the job's fault.
   */
  putOff(job: Claimed, longest?: number): Promise<void>;
  /** Undefined when there is no such job, or none any more. */
  find(id: string, db?: Queryable): Promise<Pick<Claimed, 'name' | 'key' | 'payload'> | undefined>;
  /** Filters keys to those with a live job. */
  alive(keys: readonly string[], db?: Queryable): Promise<Set<string>>;
  /** Ends a live job; false when it has ended already. */
  cancelById(id: string, tx: Queryable): Promise<boolean>;
  /** Ends the live jobs of these keys. */
  cancel(keys: readonly string[], tx?: Queryable): Promise<void>;
  /** Ends the live jobs of these names whose payload names a video. Returns their keys. */
  cancelOfVideo(videoId: string, kinds: readonly string[], tx: Queryable): Promise<string[]>;
  /** Removes every job, whatever its state, in whose payload or key one of these ids stands. */
  forget(ids: readonly string[], tx: Queryable): Promise<void>;
  /** Whether anything runs, or waits and is due within a minute. */
  hasLive(): Promise<boolean>;
  close(): Promise<void>;
};

/** Extra attempts for jobs of a crashed process. Limited, because the job may be the cause of the crash. */
export const crashes = 3;

/** Longest wait of a job that is put off, in seconds. */
const longestPutOff = 300;

/** pg-boss gives up on a job whose process says nothing for so long; its least. */
const heartbeat = 10;

/**
 * Ten years in seconds. pg-boss deletes jobs that wait longer; waits for renewals, disk space or stopped workers
 * should not end.
 */
const patience = 10 * 366 * 24 * 3600;
const kept = `greatest(keep_until, now() + interval '${patience} seconds')`;

/** pg-boss allows no longer run. */
const longestRun = 24 * 3600;

const over = (db: Queryable): Db => ({
  executeSql: async (text, values) => ({ rows: (await db.executeQuery(CompiledQuery.raw(text, values))).rows }),
});

/** Opens the queues of these names on pg-boss, installing its tables at the first start. */
export async function openQueue(
  database: Database,
  names: string[],
  log: Log,
  { supervise, monitor }: Pick<JobTimes, 'supervise' | 'monitor'>,
): Promise<Queue> {
  const { kysely, pool, kind } = database;
  const embedded = kind === 'embedded';
  const boss = new PgBoss({
    // Through the pool, not the query builder: the set-up is several statements at once.
    db: { executeSql: (text, values) => pool.query(text, values) },
    schedule: false,
    // How soon the jobs of a dead process are found. The embedded database knows at its start: nobody else has it.
    superviseIntervalSeconds: embedded ? 60 : supervise,
    monitorIntervalSeconds: embedded ? 60 : monitor,
    monitorVacuum: false,
    reindex: !embedded,
  });
  boss.on('error', (error) => log.error({ err: error }, 'The job queue has a problem.'));
  boss.on('warning', (warning) => log.warn({ warning }, 'The job queue warns.'));
  // Two that install its tables at once would fail.
  await database.alone(async () => {
    await keepWaiting(pool);
    await boss.start();
    const known = new Set((await boss.getQueues()).map(({ name }) => name));
    for (const name of names) if (!known.has(name)) await boss.createQueue(name, { policy: policies.exclusive });
  });
  // pg-boss looks a queue up at its first use, past the transaction of whoever uses it: so it is used here.
  for (const name of names) await boss.findJobs(name, { id: '00000000-0000-0000-0000-000000000000' });
  if (embedded) await recoverOrphans(over(kysely));

  const reference = ({ id, attempt }: Claimed) => ({ id, retryCount: attempt });
  const run = (text: string, values: unknown[], db: Queryable = kysely) => over(db).executeSql(text, values);

  return {
    async add(name, payload, { retries, backoff, longestBackoff, timeout }, { key, after, member, tx }) {
      const id = randomUUID();
      const made = await boss.send(name, payload, {
        id,
        // The queue holds one live job for a key; without a key a job is its own.
        singletonKey: key ?? id,
        retryLimit: retries + crashes,
        retryDelay: backoff,
        retryBackoff: true,
        retryDelayMax: longestBackoff,
        // The runner ends a job in time; this is for a runner that does not.
        expireInSeconds: Math.min(Math.ceil(timeout) + 60, longestRun),
        retentionSeconds: patience,
        deleteAfterSeconds: 7 * 24 * 3600,
        ...(embedded ? {} : { heartbeatSeconds: heartbeat }),
        ...(after ? { startAfter: after } : {}),
        ...(member === undefined ? {} : { group: { id: member } }),
        ...(tx ? { db: over(tx) } : {}),
      });
      return made !== null;
    },
    async due() {
      const { rows } = await run(
        `select distinct name from pgboss.job where name = any($1) and state < 'active' and start_after <= now()`,
        [names],
      );
      return (rows as { name: string }[]).map(({ name }) => name);
    },
    async claim(name, limit) {
      const jobs = await boss.fetch<object>(name, { batchSize: limit, includeMetadata: true });
      return jobs.map(({ id, singletonKey, data, retryCount, retryLimit }) => ({
        id,
        name,
        key: singletonKey ?? id,
        payload: data,
        attempt: retryCount,
        limit: retryLimit,
      }));
    },
    claimInTurns: (name, limit, each) => claimFairly(database, name, { limit, each }),
    forgetTurns: () => forgetTurns(kysely),
    async touch(jobs) {
      const { rows } = await run(
        `update pgboss.job set heartbeat_on = now() from unnest($1::uuid[], $2::int[], $3::text[]) as mine (mine_id, attempt, mine_name)
         where name = mine_name and id = mine_id and retry_count = attempt and state = 'active' returning id`,
        [jobs.map(({ id }) => id), jobs.map(({ attempt }) => attempt), jobs.map(({ name }) => name)],
      );
      return new Set((rows as { id: string }[]).map(({ id }) => id));
    },
    async complete(job) {
      await boss.complete(job.name, reference(job));
    },
    async fail(job, cause, final) {
      if (final)
        await run(
          `update pgboss.job set retry_limit = retry_count where name = $1 and id = $2 and retry_count = $3 and state = 'active'`,
          [job.name, job.id, job.attempt],
        );
      await boss.fail(job.name, reference(job), describe(cause));
    },
    async handBack(jobs) {
      // Without a start, the next taking does not count as another attempt.
      for (const { name, id, attempt } of jobs)
        await run(
          `update pgboss.job set state = 'created', started_on = null, heartbeat_on = null, start_after = now(), keep_until = ${kept}
           where name = $1 and id = $2 and retry_count = $3 and state = 'active'`,
          [name, id, attempt],
        );
    },
    async goOn({ name, id, attempt }, { retries, backoff }) {
      await run(
        `update pgboss.job set state = 'created', started_on = null, heartbeat_on = null, start_after = now(),
           keep_until = ${kept}, retry_limit = retry_count + $4, retry_delay = $5
         where name = $1 and id = $2 and retry_count = $3 and state = 'active'`,
        [name, id, attempt, retries + crashes, backoff],
      );
    },
    async putOff({ name, id, attempt }, longest = longestPutOff) {
      await run(
        `update pgboss.job set state = 'created', started_on = null, heartbeat_on = null, keep_until = ${kept},
           start_after = now() + retry_delay * interval '1 second', retry_delay = least(retry_delay * 2, $4)
         where name = $1 and id = $2 and retry_count = $3 and state = 'active'`,
        [name, id, attempt, longest],
      );
    },
    async find(id, db) {
      const { rows } = await run(
        `select name, singleton_key as key, data as payload from pgboss.job where name = any($1) and id = $2`,
        [names, id],
        db,
      );
      return (rows as Pick<Claimed, 'name' | 'key' | 'payload'>[])[0];
    },
    async alive(keys, db) {
      if (keys.length === 0) return new Set();
      const { rows } = await run(
        `select singleton_key as key from pgboss.job
         where name = any($1) and coalesce(singleton_key, '') = any($2) and state <= 'active' and policy = 'exclusive'`,
        [names, keys],
        db,
      );
      return new Set((rows as { key: string }[]).map(({ key }) => key));
    },
    async cancel(keys, tx) {
      // In the words of the unique index that keeps one live job for a key, so that it is found by it.
      await run(
        `update pgboss.job set state = 'cancelled', completed_on = now()
         where name = any($1) and coalesce(singleton_key, '') = any($2) and state <= 'active' and policy = 'exclusive'`,
        [names, keys],
        tx,
      );
    },
    async cancelOfVideo(videoId, kinds, tx) {
      const { rows } = await run(
        `update pgboss.job set state = 'cancelled', completed_on = now()
         where name = any($1) and state <= 'active' and policy = 'exclusive' and data->>'videoId' = $2
         returning coalesce(singleton_key, id::text) as key`,
        [kinds, videoId],
        tx,
      );
      return (rows as { key: string }[]).map(({ key }) => key);
    },
    async cancelById(id, tx) {
      const { rows } = await run(
        `update pgboss.job set state = 'cancelled', completed_on = now()
         where name = any($1) and id = $2 and state <= 'active' returning id`,
        [names, id],
        tx,
      );
      return rows.length > 0;
    },
    async list({ limit, offset, part }) {
      const matching = `from pgboss.job where name = any($1)
        and ($2 = '' or position($2 in lower(name || ' ' || data::text || ' ' || coalesce(output->>'message', ''))) > 0)`;
      const { rows } = await run(
        `select id, name, state::text as state, data as payload, retry_count + (case when started_on is null then 0 else 1 end) as attempts,
           output->>'message' as problem, created_on as "createdAt", completed_on as "finishedAt"
         ${matching}
         order by case state when 'failed' then 0 when 'active' then 1 when 'retry' then 2 when 'created' then 3 else 4 end,
           created_on desc
         limit $3 offset $4`,
        [names, part, limit, offset],
      );
      const counted = await run(`select count(*)::int as total ${matching}`, [names, part]);
      return { rows: rows as JobRecord[], total: (counted.rows as { total: number }[])[0]?.total ?? 0 };
    },
    async counts() {
      const { rows } = await run(
        `select name, state::text as state, count(*)::int as jobs,
           (count(*) filter (where state < 'active' and start_after <= now()))::int as due,
           coalesce(extract(epoch from now() - min(start_after) filter (where state < 'active' and start_after <= now())), 0)::float8 as waited
         from pgboss.job where name = any($1) group by name, state`,
        [names],
      );
      return rows as JobCount[];
    },
    async answers() {
      await run(`select from pgboss.job limit 1`, []);
    },
    async retry(id, tx) {
      const { rows } = await run(
        `update pgboss.job set state = 'retry', completed_on = null, start_after = now(), retry_limit = retry_limit + 1
         where name = any($1) and id = $2 and state = 'failed' and not exists (
           select from pgboss.job as live where live.name = job.name and live.singleton_key = job.singleton_key
             and live.state <= 'active')
         returning id`,
        [names, id],
        tx,
      );
      return rows.length > 0;
    },
    async forget(ids, tx) {
      await run(
        `delete from pgboss.job where name = any($1) and exists (
           select from unnest($2::text[]) as forgotten (id)
           where position(forgotten.id in data::text) > 0 or position(forgotten.id in coalesce(singleton_key, '')) > 0)`,
        [names, ids],
        tx,
      );
    },
    async hasLive() {
      const { rows } = await run(
        `select exists (select from pgboss.job where name = any($1)
           and (state = 'active' or state < 'active' and start_after < now() + interval '1 minute')) as live`,
        [names],
      );
      return (rows as { live: boolean }[])[0]?.live ?? false;
    },
    close: () => boss.stop({ graceful: false, close: false }),
  };
}

/** Characters that are kept of why a job failed: a schema names each of a million words that are not as expected. */
const longestCause = 10_000;
const shortCause = (text: string): string => truncateText(text, longestCause);

const describe = (cause: unknown): object =>
  cause instanceof Error
    ? { name: shortCause(cause.name), message: shortCause(cause.message), stack: shortCause(cause.stack ?? '') }
    : { message: shortCause(String(cause)) };

/**
 * Extends jobs stored by an older version, which would be deleted after two weeks. Must run before pg-boss cleans up.
 */
async function keepWaiting(pool: Database['pool']): Promise<void> {
  const { rows } = await pool.query(`select to_regclass('pgboss.job') as jobs`);
  if ((rows as { jobs: string | null }[])[0]?.jobs)
    await pool.query(
      `update pgboss.job set keep_until = ${kept} where state < 'active' and keep_until < now() + interval '1 year'`,
    );
}

/** The process that has the embedded database is new, so whatever is said to run was cut off. */
async function recoverOrphans(db: Db): Promise<void> {
  await db.executeSql(
    `update pgboss.job set
       state = (case when retry_count < retry_limit then 'retry' else 'failed' end)::pgboss.job_state,
       completed_on = case when retry_count < retry_limit then null else now() end,
       start_after = now(), heartbeat_on = null, output = '{"message": "The process ended while the job ran."}'
     where state = 'active'`,
  );
}
