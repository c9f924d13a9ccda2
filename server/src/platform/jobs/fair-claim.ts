import { sql } from 'kysely';
import type { Database, Queryable } from '../database/database.ts';
import type { Claimed } from './queue.ts';

/** Names the advisory locks under which processes claim; the second half is the queue. Used nowhere else. */
const lockClass = 4_701_227;

/**
 * Claims jobs in turns: members with fewest running first, then longest wait, then oldest job. Counts all processes;
 * claims are serialised. At most `each` run per member.
 */
export async function claimFairly(
  database: Database,
  name: string,
  { limit, each }: { limit: number; each: number },
): Promise<Claimed[]> {
  return database.transaction(async (tx) => {
    if (database.kind === 'postgresql')
      await sql`select pg_advisory_xact_lock(${lockClass}, hashtext(${name}))`.execute(tx);
    const claimed: Claimed[] = [];
    while (claimed.length < limit) {
      const job = await claimNext(tx, name, each);
      if (!job) break;
      claimed.push(job);
    }
    return claimed;
  });
}

/** As pg-boss takes a job (`fetchNextJob` of its plans), with an order of our own. */
async function claimNext(tx: Queryable, name: string, each: number): Promise<Claimed | undefined> {
  const { rows } = await sql<Claimed>`
    with waiting as (
      select distinct on (coalesce(group_id, id::text)) id, group_id as member, created_on
      from pgboss.job
      where name = ${name} and state < 'active' and not blocked and start_after <= now()
      order by coalesce(group_id, id::text), priority desc, created_on
    ), running as (
      select group_id as member, count(*) as jobs from pgboss.job
      where name = ${name} and state = 'active' and group_id is not null group by group_id
    ), next as (
      select id, member from waiting
      left join running using (member)
      left join (select member, served_at from job_turns where name = ${name}) as turns using (member)
      where coalesce(running.jobs, 0) < ${each}
      order by coalesce(running.jobs, 0), turns.served_at nulls first, waiting.created_on
      limit 1
    ), served as (
      insert into job_turns (name, member, served_at) select ${name}, member, clock_timestamp() from next where member is not null
      on conflict (name, member) do update set served_at = excluded.served_at
    )
    update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now(),
      retry_count = case when started_on is not null then retry_count + 1 else retry_count end
    where name = ${name} and id = (select id from next) and state < 'active'
    returning id, name, coalesce(singleton_key, id::text) as key, data as payload, retry_count as attempt,
      retry_limit as limit`.execute(tx);
  return rows[0];
}

/** After a day nobody's last turn counts for anything. */
export const forgetTurns = async (db: Queryable): Promise<void> =>
  void (await db
    .deleteFrom('job_turns')
    .where('served_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute());
