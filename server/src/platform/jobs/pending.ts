import { sql } from 'kysely';
import type { Queryable } from '../database/database.ts';

/** A live job as it can be enqueued again elsewhere; see `Jobs.enqueue`. */
export type PendingJob = { name: string; payload: object; key: string; after: Date; member: string | null };

/** All jobs that wait, run or are tried again, oldest first; also where the queue was never opened. */
export async function pendingJobs(db: Queryable): Promise<PendingJob[]> {
  const { rows: found } = await sql<{ there: boolean }>`select to_regclass('pgboss.job') is not null as there`.execute(
    db,
  );
  if (!found[0]?.there) return [];
  const { rows } = await sql<PendingJob>`
    select name, data as payload, singleton_key as key, start_after as after, group_id as member
    from pgboss.job where state <= 'active' and policy = 'exclusive' and singleton_key is not null
    order by created_on, id`.execute(db);
  return rows;
}
