import { once } from 'node:events';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { deserialize, serialize } from 'node:v8';
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import type { Tables } from '../src/platform/database/tables.ts';

/** The product that lets a test ask its database (`asked.ts`), for `startServer`. */
export const askedServer = join(import.meta.dirname, 'serve-queries.ts');

/** The tables of such a server while it runs, one query at a time, by the path of its socket. */
export function connectRunningDatabase(socket: string): Kysely<Tables> {
  async function query(text: string, values: readonly unknown[]): Promise<{ rows: unknown[] }> {
    const connection = createConnection({ path: socket, allowHalfOpen: true });
    await once(connection, 'connect');
    connection.end(serialize([text, values]));
    const answer = await buffer(connection);
    if (answer.length === 0) throw new Error(`The database refused: ${text}`);
    return deserialize(answer) as { rows: unknown[] };
  }
  const pool = { connect: async () => ({ query, release: () => undefined }), end: async () => undefined };
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as unknown as PostgresPool }) });
}
