import { sql } from 'kysely';
import type { Queryable } from '../database/database.ts';

/** A live job as it can be enqueued again elsewhere; see `Jobs.enqueue`. */
export type PendingJob = { name: string; payload: object; key: string; after: Date; member: string | null };

/** All jobs that wait, run or are tried again, oldest first; also of a database that an older version left. */
export async function pendingJobs(db: Queryable): Promise<PendingJob[]> {
  const { rows: found } = await sql<{ own: boolean; older: boolean }>`
    select to_regclass('public.jobs') is not null as own, to_regclass('pgboss.job') is not null as older`.execute(db);
  const { own, older } = found[0]!;
  const { rows: present } = own
    ? await sql<PendingJob>`
        select name, payload, key, start_after as after, member from jobs
        where ended_at is null order by created_at, id`.execute(db)
    : { rows: [] };
  if (!older) return present;
  // A backup leaves the database as it stands, so migration 0170 may not have carried these over yet.
  const { rows: before } = await sql<PendingJob>`
    select name, data as payload, singleton_key as key, start_after as after, group_id as member
    from pgboss.job where completed_on is null and singleton_key is not null order by created_on, id`.execute(db);
  return [...before, ...present];
}
