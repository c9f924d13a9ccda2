import { type RawBuilder, sql } from 'kysely';
import type { Database, Queryable } from '../database/database.ts';

/** A job this process has taken. `attempt` counts from 1 and tells this taking from an earlier one of the same job. */
export type Claimed = {
  id: string;
  name: string;
  key: string;
  payload: object;
  attempt: number;
  /** The number of the attempt after which there is no other, crashes included. */
  limit: number;
};

/** Jobs that wait and whose time has come. */
export const isDue = sql<boolean>`state in ('created', 'retry') and start_after <= now()`;

/** Takes the jobs that a query names; another process may have cancelled one since. */
async function take(db: Queryable, next: RawBuilder<unknown>): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    with next as materialized (${next})
    update jobs set state = 'active', attempt = attempt + 1, heartbeat_at = now(), served_at = clock_timestamp()
    from next where jobs.id = next.id and state in ('created', 'retry')
    returning jobs.id, name, key, payload, attempt, attempt_limit as limit`.execute(db);
  return rows;
}

/** Claims the oldest jobs that are due. */
export const claimOldest = ({ kysely }: Database, name: string, limit: number): Promise<Claimed[]> =>
  take(
    kysely,
    sql`select id from jobs where name = ${name} and ${isDue} order by created_at limit ${limit} for update skip locked`,
  );

/** Names the advisory locks under which processes claim; the second half is the queue. Used nowhere else. */
const lockClass = 4_701_227;

/**
 * Claims jobs in turns: members with fewest running first, then longest wait, then oldest job. Counts all processes;
 * claims are serialised. At most `maxPerMember` run per member.
 */
export async function claimFairly(
  database: Database,
  name: string,
  { limit, maxPerMember }: { limit: number; maxPerMember: number },
): Promise<Claimed[]> {
  return database.transaction(async (tx) => {
    if (database.kind === 'postgresql')
      await sql`select pg_advisory_xact_lock(${lockClass}, hashtext(${name}))`.execute(tx);
    const claimed: Claimed[] = [];
    while (claimed.length < limit) {
      const [job] = await take(tx, nextInTurn(name, maxPerMember));
      if (!job) break;
      claimed.push(job);
    }
    return claimed;
  });
}

/** Without a member a job has a turn of its own. After a day nobody's last turn counts. */
const nextInTurn = (name: string, maxPerMember: number): RawBuilder<unknown> => sql`
  select waiting.id from (
    select distinct on (coalesce(member, id::text)) id, member, created_at from jobs
    where name = ${name} and ${isDue} order by coalesce(member, id::text), created_at
  ) as waiting, lateral (
    select count(*) as jobs from jobs where name = ${name} and member = waiting.member and state = 'active'
  ) as running, lateral (
    select max(served_at) as at from jobs
    where name = ${name} and member = waiting.member and served_at > now() - interval '1 day'
  ) as turn
  where running.jobs < ${maxPerMember}
  order by running.jobs, turn.at nulls first, waiting.created_at limit 1`;
