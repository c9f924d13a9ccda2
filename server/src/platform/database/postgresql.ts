import { Pool } from 'pg';
import { columnTypes } from './column-types.ts';
import { DatabaseRefused } from './refused.ts';

const oldest = 15;

/** A pool on a PostgreSQL server. Throws `DatabaseRefused` when it cannot be reached or is older than 15. */
export async function connectPostgresql(url: string): Promise<Pool> {
  const pool = new Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 15_000,
    application_name: 'lectern',
    options: '-c TimeZone=UTC',
    types: columnTypes,
  });
  try {
    const { rows } = await pool.query<{ number: number; version: string }>(
      `select current_setting('server_version_num')::int as number, current_setting('server_version') as version`,
    );
    const { number, version } = rows[0]!;
    if (number < oldest * 10_000)
      throw new DatabaseRefused(
        `DATABASE_URL: PostgreSQL ${oldest} or later is needed, and this server is ${version}.`,
      );
    return pool;
  } catch (error) {
    await pool.end();
    if (error instanceof DatabaseRefused) throw error;
    throw new DatabaseRefused(`DATABASE_URL: the database cannot be reached (${reason(error)}).`, { cause: error });
  }
}

/** Without the address, which may hold a password. A host with several addresses fails with one error for each. */
function reason(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message : 'unknown reason';
}
