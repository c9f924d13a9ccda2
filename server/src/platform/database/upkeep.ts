import type pg from 'pg';
import { day, minute } from '@lectern/contract/rules/durations';
import type { Log } from '../log/log.ts';

const fullEvery = day;

/**
 * Does the embedded engine's upkeep: vacuums busy tables every few minutes and all daily, and writes checkpoints for a
 * quick start. Returns the function that ends it.
 */
export function startUpkeep(pool: pg.Pool, log: Log): () => Promise<void> {
  // The first full round comes early, for an installation that never runs a whole day.
  let lastFull = Date.now() + 10 * minute - fullEvery;
  let round = Promise.resolve();
  const timer = setInterval(() => {
    const full = Date.now() - lastFull >= fullEvery;
    if (full) lastFull = Date.now();
    round = round
      .then(() => vacuumTables(pool, full))
      .catch((error: unknown) =>
        log.warn({ err: error }, 'The upkeep of the embedded database failed; it is tried again.'),
      );
  }, 5 * minute);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await round;
  };
}

/** Exported for its test. */
export async function vacuumTables(pool: pg.Pool, full: boolean): Promise<void> {
  // Every job is written several times and then deleted: its table grows without end unless it is vacuumed.
  const { rows } = await pool.query<{ jobs: string | null }>(`select to_regclass('jobs') as jobs`);
  if (full || rows[0]!.jobs !== null) await pool.query(full ? 'vacuum (analyze)' : 'vacuum (analyze) jobs');
  await pool.query('checkpoint');
}
