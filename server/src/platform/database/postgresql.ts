import { Pool, type PoolConfig } from 'pg';
import type { Log } from '../log/log.ts';
import { columnTypes } from './column-types.ts';
import { isConnectTimeout, DatabaseConfigError } from './failures.ts';

const oldest = 15;

/** A server that is frozen or cut off keeps nobody waiting longer than these, in milliseconds. */
const patience: PoolConfig = {
  // Also how long a caller waits for one of the pool's connections.
  connectionTimeoutMillis: 10_000,
  lock_timeout: 10_000,
  statement_timeout: 20_000,
  // For a server that cannot keep to the one before.
  query_timeout: 25_000,
  // A process that stands still in a transaction gives its locks back.
  idle_in_transaction_session_timeout: 60_000,
};

/** A migration takes as long as it takes. */
const forMigrations: PoolConfig = { connectionTimeoutMillis: 15_000, max: 1 };

const poolOn = (url: string, settings: PoolConfig): Pool =>
  new Pool({
    connectionString: url,
    application_name: 'lectern',
    options: '-c TimeZone=UTC',
    // Compiling a query takes PostgreSQL longer (300 to 700 ms) than running any of ours. As one of `options` PgBouncer refuses it.
    onConnect: (client) => void client.query('set jit = off').catch(() => undefined),
    keepAlive: true,
    types: columnTypes,
    ...settings,
  });

/**
 * Connects a pool, after `migrate` has run without time limits. Queries fail while the server restarts. Throws
 * `DatabaseConfigError` when it is unreachable or older than 15.
 */
export async function connectPostgresql(url: string, log: Log, migrate: (pool: Pool) => Promise<void>): Promise<Pool> {
  const setup = poolOn(url, forMigrations);
  surviveLosses(setup, log);
  try {
    await refuseOld(setup);
    await migrate(setup);
  } finally {
    await setup.end();
  }
  const pool = poolOn(url, { max: 10, ...patience });
  surviveLosses(pool, log);
  return pool;
}

async function refuseOld(pool: Pool): Promise<void> {
  const { rows } = await pool
    .query<{ number: number; version: string }>(
      `select current_setting('server_version_num')::int as number, current_setting('server_version') as version`,
    )
    .catch((error: unknown) => {
      throw new DatabaseConfigError(`DATABASE_URL: the database cannot be reached (${reason(error)}).`, {
        cause: error,
      });
    });
  const { number, version } = rows[0]!;
  if (number < oldest * 10_000)
    throw new DatabaseConfigError(
      `DATABASE_URL: PostgreSQL ${oldest} or later is needed, and this server is ${version}.`,
    );
}

/**
 * Ignores errors of clients in use, as their queries fail anyway and the process must survive. Ends silent
 * connections, because a rollback would wait for them.
 */
function surviveLosses(pool: Pool, log: Log): void {
  pool.on('error', (error) => log.warn({ err: error }, 'An idle database connection was lost.'));
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    const watched = (...given: unknown[]): unknown => {
      const answer = query(...given);
      if (answer instanceof Promise) answer.catch((error: unknown) => isConnectTimeout(error) && end());
      return answer;
    };
    // Typed as one of the pool's, a client has no `end`; it is an ordinary one all the same.
    const end = (): void => void (client as unknown as { end(): Promise<void> }).end().catch(() => undefined);
    client.query = watched as typeof client.query;
  });
}

/** Without the address, which may hold a password. A host with several addresses fails with one error for each. */
function reason(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message : 'unknown reason';
}
