import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';

/** A write that a program named by a key, and the run that answers it. */
export type Run = { callerId: string; key: string; runId: string };

type Wanted = Run & { workspaceId: string; hash: Buffer };

/** Until when a run is taken to live, and since when requests are known. */
type Times = { now: Date; until: Date; knownSince: Date };

/** Takes a request for this run, once among all under its key; dead and old ones again. Returns whether it did. */
export async function claimRequest(
  db: Queryable,
  { callerId, key, runId, workspaceId, hash }: Wanted,
  { now, until, knownSince }: Times,
): Promise<boolean> {
  const row = {
    workspace_id: workspaceId,
    request_hash: hash,
    run_id: runId,
    is_written: false,
    answer: null,
    running_until: until,
    created_at: now,
  };
  const taken = await db
    .insertInto('api_requests')
    .values({ caller_id: callerId, key, ...row })
    .onConflict((conflict) =>
      conflict
        .columns(['caller_id', 'key'])
        .doUpdateSet(row)
        .where(
          sql<boolean>`api_requests.created_at <= ${knownSince} or (api_requests.answer is null
            and not api_requests.is_written and api_requests.running_until <= ${now}
            and api_requests.request_hash = ${hash})`,
        ),
    )
    .returning('run_id')
    .executeTakeFirst();
  return taken !== undefined;
}

export const findRequest = (db: Queryable, { callerId, key }: Pick<Run, 'callerId' | 'key'>) =>
  db
    .selectFrom('api_requests')
    .select(['request_hash', 'is_written', 'answer', 'running_until'])
    .where('caller_id', '=', callerId)
    .where('key', '=', key)
    .executeTakeFirst();

/** Says that the process of a run lives, or what its answer is; nothing where another has taken it over. */
export const updateRun = (
  db: Queryable,
  { callerId, key, runId }: Run,
  change: { running_until: Date } | { answer: string },
) =>
  db
    .updateTable('api_requests')
    .set(change)
    .where('caller_id', '=', callerId)
    .where('key', '=', key)
    .where('run_id', '=', runId)
    .execute();

/** Notes, in the transaction of a write, that it is stored. Returns whether the run is still this one. */
export async function noteWritten(tx: Queryable, { callerId, key, runId }: Run): Promise<boolean> {
  const noted = await tx
    .updateTable('api_requests')
    .set({ is_written: true })
    .where('caller_id', '=', callerId)
    .where('key', '=', key)
    .where('run_id', '=', runId)
    .returning('run_id')
    .executeTakeFirst();
  return noted !== undefined;
}

/** Forgets a run that came to nothing, so that the same request may be sent again. */
export const dropRun = (db: Queryable, { callerId, key, runId }: Run, { evenWritten }: { evenWritten: boolean }) =>
  db
    .deleteFrom('api_requests')
    .where('caller_id', '=', callerId)
    .where('key', '=', key)
    .where('run_id', '=', runId)
    .$if(!evenWritten, (query) => query.where('is_written', '=', false))
    .execute();

export const dropRequestsBefore = (db: Queryable, moment: Date) =>
  db.deleteFrom('api_requests').where('created_at', '<=', moment).execute();
