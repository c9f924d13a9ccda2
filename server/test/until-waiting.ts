import { AsyncResource } from 'node:async_hooks';
import type { Database } from '../src/platform/database/database.ts';
import { eventually } from './member.ts';

/** The helper is called within a transaction, and asks from outside of it. */
const outside = new AsyncResource('outside of every transaction');

/**
 * Resolves when so many wait for what a transaction of the caller's holds. The embedded database has one session: there
 * whoever asks it anything waits.
 */
export function untilWaiting({ kind, pool }: Pick<Database, 'kind' | 'pool'>, count: number): Promise<true> {
  const countWaiting = async (): Promise<number> => {
    if (kind === 'embedded') return pool.totalCount - pool.idleCount - 1;
    const { rows } = await pool.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0]!.waiting;
  };
  return outside.runInAsyncScope(() =>
    eventually(
      async () => ((await countWaiting()) >= count ? true : undefined),
      `${count} to wait for the transaction`,
    ),
  );
}
