import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Queryable } from '../database/database.ts';
import { truncateText } from '../text/truncate-text.ts';
import { claimFairly, type Claimed, claimOldest, isDue } from './claim.ts';

/** How the attempts of a job go; all times in seconds. */
export type Attempts = {
  /** Further attempts after the first has failed. */
  retries: number;
  /** Wait before the second attempt; doubles with each further one. */
  backoff: number;
  /** The longest such wait. */
  longestBackoff: number;
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

/** Extra attempts for jobs of a crashed process. Limited, because the job may be the cause of the crash. */
export const crashes = 3;

/** Longest wait of a job that is put off, in seconds. */
const longestPutOff = 300;

/** Characters that are kept of why a job failed: a schema names each of a million words that are not as expected. */
const longestCause = 10_000;

const isLive = sql<boolean>`ended_at is null`;

/** Finds jobs whose process must be dead; skips locked ones, because several processes look at once. */
const isSilent = sql<boolean>`id in (select id from jobs
  where state = 'active' and heartbeat_at < now() - interval '10 seconds' for update skip locked)`;

/** Before another attempt; by chance up to twice as long, so that jobs that failed together do not return together. */
const backoff = sql`least(longest_backoff, backoff * 2 ^ least(16, attempt) / 2 * (1 + random())) * interval '1 second'`;

/** The attempt of this claim, unless the job was cancelled or taken anew since. */
const isStill = ({ id, attempt }: Claimed): RawBuilder<boolean> =>
  sql`id = ${id} and attempt = ${attempt} and state = 'active'`;

/** Lets jobs be tried again after a wait, or ends those without another attempt. */
async function fail(
  db: Queryable,
  which: RawBuilder<boolean>,
  { cause, wait, isFinal = false }: { cause: string; wait: RawBuilder<unknown>; isFinal?: boolean },
): Promise<void> {
  const ends = sql`${isFinal}::boolean or attempt >= attempt_limit`;
  await sql`
    update jobs set state = case when ${ends} then 'failed' else 'retry' end, ended_at = case when ${ends} then now() end,
      start_after = now() + ${wait}, problem = ${truncateText(cause.replaceAll('\0', ''), longestCause)}
    where ${which}`.execute(db);
}

const cutOff = 'The process ended while the job ran.';

export type Queue = Awaited<ReturnType<typeof openQueue>>;

/** Opens the queue of these names. */
export async function openQueue(database: Database, names: readonly string[]) {
  const { kysely, kind } = database;
  const isOurs = sql<boolean>`name = any(${names}::text[])`;
  const hasKey = (keys: readonly string[]) => sql<boolean>`key = any(${keys}::text[])`;
  const cancelled = { state: 'cancelled', ended_at: sql<Date>`now()` } as const;

  /** Puts a job back as if it had not been taken. */
  const putBack = async (job: Claimed, changes: RawBuilder<unknown>): Promise<void> =>
    void (await sql`update jobs set state = 'created', attempt = attempt - 1, ${changes} where ${isStill(job)}`.execute(
      kysely,
    ));

  // The process that has the embedded database is new, so every job that is said to run was cut off.
  if (kind === 'embedded')
    await fail(kysely, sql`state = 'active'`, { cause: cutOff, wait: sql`interval '0 seconds'` });

  return {
    /** False when a live job has the key already. */
    async add(
      name: string,
      payload: object,
      { retries, backoff, longestBackoff }: Attempts,
      {
        key,
        after,
        member = null,
        tx = kysely,
      }: { key?: string; after?: Date; member?: string | null; tx?: Queryable },
    ): Promise<boolean> {
      const id = randomUUID();
      const added = await tx
        .insertInto('jobs')
        .values({
          id,
          name,
          key: key ?? id,
          member,
          payload: JSON.stringify(payload),
          attempt_limit: 1 + retries + crashes,
          backoff,
          longest_backoff: longestBackoff,
          ...(after ? { start_after: after } : {}),
        })
        .onConflict((conflict) => conflict.columns(['key', 'name']).where(isLive).doNothing())
        .executeTakeFirst();
      return added.numInsertedOrUpdatedRows === 1n;
    },
    /** Lets jobs be tried again that a dead process had. */
    failSilent: () => fail(kysely, isSilent, { cause: cutOff, wait: backoff }),
    /** The names under which something waits that is due. */
    async due(): Promise<string[]> {
      const due = await kysely.selectFrom('jobs').select('name').distinct().where(isOurs).where(isDue).execute();
      return due.map(({ name }) => name);
    },
    claim: (name: string, limit: number) => claimOldest(database, name, limit),
    claimFairly: (name: string, limit: number, maxPerMember: number) =>
      claimFairly(database, name, { limit, maxPerMember }),
    /** Says that these still run. Returns the ids of those that are still this process's. */
    async touch(jobs: readonly Claimed[]): Promise<Set<string>> {
      const { rows } = await sql<{ id: string }>`
        update jobs set heartbeat_at = now()
        from unnest(${jobs.map(({ id }) => id)}::uuid[], ${jobs.map(({ attempt }) => attempt)}::int[]) as mine (id, attempt)
        where jobs.id = mine.id and jobs.attempt = mine.attempt and state = 'active' returning jobs.id`.execute(kysely);
      return new Set(rows.map(({ id }) => id));
    },
    async complete(job: Claimed): Promise<void> {
      await sql`update jobs set state = 'completed', ended_at = now() where ${isStill(job)}`.execute(kysely);
    },
    /** `isFinal`: without another attempt. */
    fail: (job: Claimed, cause: unknown, isFinal: boolean) =>
      fail(kysely, isStill(job), {
        cause: cause instanceof Error ? cause.message : String(cause),
        wait: backoff,
        isFinal,
      }),
    /** Puts a partly done job back with fresh attempts and wait. */
    goOn: (job: Claimed, { retries, backoff }: Pick<Attempts, 'retries' | 'backoff'>) =>
      putBack(job, sql`start_after = now(), attempt_limit = attempt + ${retries + crashes}::int, backoff = ${backoff}`),
    async handBack(jobs: readonly Claimed[]): Promise<void> {
      for (const job of jobs) await putBack(job, sql`start_after = now()`);
    },
    /** Puts a job back for a wait that doubles each time: for lasting failures that are not the job's fault. */
    putOff: (job: Claimed, longest = longestPutOff) =>
      putBack(
        job,
        sql`start_after = now() + backoff * interval '1 second', backoff = least(backoff * 2, ${longest}::int)`,
      ),
    /** Undefined when there is no such job, or none any more. */
    find: (id: string, db: Queryable): Promise<Pick<Claimed, 'name' | 'key' | 'payload'> | undefined> =>
      db.selectFrom('jobs').select(['name', 'key', 'payload']).where(isOurs).where('id', '=', id).executeTakeFirst(),
    /** Filters keys to those with a live job. */
    async alive(keys: readonly string[], db: Queryable = kysely): Promise<Set<string>> {
      if (keys.length === 0) return new Set();
      const live = await db.selectFrom('jobs').select('key').where(isOurs).where(hasKey(keys)).where(isLive).execute();
      return new Set(live.map(({ key }) => key));
    },
    /** Ends a live job; false when it has ended already. */
    async cancelById(id: string, tx: Queryable): Promise<boolean> {
      const ended = await tx
        .updateTable('jobs')
        .set(cancelled)
        .where(isOurs)
        .where('id', '=', id)
        .where(isLive)
        .executeTakeFirst();
      return ended.numUpdatedRows > 0n;
    },
    /** Ends the live jobs of these keys. */
    async cancel(keys: readonly string[], tx: Queryable = kysely): Promise<void> {
      await tx.updateTable('jobs').set(cancelled).where(isOurs).where(hasKey(keys)).where(isLive).execute();
    },
    /** Ends the live jobs of these names whose payload names a video. Returns their keys. */
    async cancelOfVideo(videoId: string, kinds: readonly string[], tx: Queryable): Promise<string[]> {
      const ended = await tx
        .updateTable('jobs')
        .set(cancelled)
        .where(sql<boolean>`name = any(${kinds}::text[]) and payload->>'videoId' = ${videoId}`)
        .where(isLive)
        .returning('key')
        .execute();
      return ended.map(({ key }) => key);
    },
    /** The jobs that are kept, failed and running ones first; `part` is searched in name, payload and problem. */
    async list({ limit, offset, part }: { limit: number; offset: number; part: string }) {
      const matching = sql`from jobs where ${isOurs} and (${part} = '' or
        position(${part} in lower(name || ' ' || payload::text || ' ' || coalesce(problem, ''))) > 0)`;
      const { rows } = await sql<JobRecord>`
        select id, name, state, payload, attempt as attempts, problem, created_at as "createdAt", ended_at as "finishedAt"
        ${matching}
        order by case state when 'failed' then 0 when 'active' then 1 when 'retry' then 2 when 'created' then 3 else 4 end,
          created_at desc
        limit ${limit} offset ${offset}`.execute(kysely);
      const counted = await sql<{ total: number }>`select count(*)::int as total ${matching}`.execute(kysely);
      return { rows, total: counted.rows[0]?.total ?? 0 };
    },
    /** How many jobs of each name are in each state, and how many of them are due and wait for a free slot. */
    async counts(): Promise<JobCount[]> {
      const { rows } = await sql<JobCount>`
        select name, state, count(*)::int as jobs, (count(*) filter (where ${isDue}))::int as due,
          coalesce(extract(epoch from now() - min(start_after) filter (where ${isDue})), 0)::float8 as waited
        from jobs where ${isOurs} group by name, state`.execute(kysely);
      return rows;
    },
    /** Resolves when jobs can be read, whatever number of them is kept. */
    async answers(): Promise<void> {
      await sql`select from jobs limit 1`.execute(kysely);
    },
    /** Lets a failed job run once more; false when it has not failed, or its like is alive. */
    async retry(id: string, tx: Queryable): Promise<boolean> {
      const { rows } = await sql`
        update jobs set state = 'retry', ended_at = null, start_after = now(), attempt_limit = attempt + 1
        where ${isOurs} and id = ${id} and state = 'failed' and not exists (
          select from jobs as live where live.name = jobs.name and live.key = jobs.key and live.ended_at is null)
        returning id`.execute(tx);
      return rows.length > 0;
    },
    /** Removes every job, whatever its state, in whose payload or key one of these ids stands. */
    async forget(ids: readonly string[], tx: Queryable): Promise<void> {
      await sql`
        delete from jobs where ${isOurs} and exists (
          select from unnest(${ids}::text[]) as forgotten (id)
          where position(forgotten.id in payload::text) > 0 or position(forgotten.id in key) > 0)`.execute(tx);
    },
    /** Removes jobs that ended a week ago. */
    async forgetOld(): Promise<void> {
      await sql`delete from jobs where ended_at < now() - interval '7 days'`.execute(kysely);
    },
    /** Whether anything runs, or waits and is due within a minute. */
    async hasLive(): Promise<boolean> {
      const { rows } = await sql`
        select from jobs where ${isOurs} and ${isLive}
          and (state = 'active' or start_after < now() + interval '1 minute') limit 1`.execute(kysely);
      return rows.length > 0;
    },
  };
}
