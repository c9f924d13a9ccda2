import type { Database, Queryable } from '../database/database.ts';
import type { Jobs } from './jobs.ts';

/**
 * Calls `settle` in a transaction for each row without a live job. `rows` may be outdated, so each is rechecked after
 * `lock`, and `settle` checks its state.
 */
export async function recoverOrphans<Row>(
  { database, jobs }: { database: Database; jobs: Jobs },
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
