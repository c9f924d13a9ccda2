import type { World } from '../http/context.ts';
import type { Queryable } from '../database/database.ts';

/**
 * Calls `settle` for each of these rows whose job is not alive, in a transaction of its own. `rows` are only a guess, for
 * a job may begin or end between two reads: each is looked at once more after `lock`, and `settle` changes it only if
 * it is still in the state that needs a job. (A job settles its row before it ends, so a row in that state with no job is lost.)
 */
export async function recoverOrphans<Row>(
  { database, jobs }: Pick<World, 'database' | 'jobs'>,
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  {
    lock,
    settle,
  }: { lock?: (tx: Queryable, row: Row) => Promise<unknown>; settle: (tx: Queryable, row: Row) => Promise<unknown> },
): Promise<void> {
  const alive = await jobs.alive(rows.map(keyOf));
  for (const row of rows) {
    const key = keyOf(row);
    if (alive.has(key)) continue;
    await database.transaction(async (tx) => {
      await lock?.(tx, row);
      if (!(await jobs.alive([key], { tx })).has(key)) await settle(tx, row);
    });
  }
}
