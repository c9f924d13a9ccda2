import type pg from 'pg';

/** Names the advisory lock by which processes that start at once take turns. Any number, used nowhere else. */
const lockNumber = 4_701_226;

/**
 * Runs `work` in a transaction of this connection, while no other process does anything in turn on the same database.
 */
export async function serialiseStartup<T>(client: pg.PoolClient, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    // The other one's work, and ours on further connections, may take longer than a request has time for.
    await client.query(
      'set local lock_timeout = 0; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0',
    );
    await client.query('select pg_advisory_xact_lock($1)', [lockNumber]);
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
