import type { World } from '../../../platform/http/context.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { type RewriteRow, updateRewrite } from './store.ts';

/**
 * Each job has its own key, since the previous job, still running, stores it. The key contains the member so that jobs
 * go with the account.
 */
export const rewriteKey = ({ user_id, id, step }: Pick<RewriteRow, 'user_id' | 'id' | 'step'>): string =>
  `rewrite/${user_id}/${id}/${step}`;

const isSettled = ({ state }: RewriteRow): boolean => ['ready', 'applied', 'undone'].includes(state);

/** Writes down how far a rewrite is, with the job that does what comes next, if anything does. */
export async function enqueueNextBatch(
  { jobs }: Pick<World, 'jobs'>,
  tx: Queryable,
  { id, step }: RewriteRow,
  change: Parameters<typeof updateRewrite>[2],
): Promise<RewriteRow> {
  const row = await updateRewrite(tx, id, { ...change, problem: null, step: step + 1 });
  if (!isSettled(row))
    await jobs.enqueue('rewrite', { rewriteId: id, step: row.step }, { tx, key: rewriteKey(row), member: row.user_id });
  return row;
}
