import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Database } from '../src/platform/database/database.ts';

/** Asserts that the database refuses each list of statements, in a transaction of its own, since its rows never change. */
export async function refusesChanges(database: Database, changes: readonly (readonly string[])[]): Promise<void> {
  for (const statements of changes)
    await assert.rejects(
      database.transaction(async (tx) => {
        for (const each of statements) await sql.raw(each).execute(tx);
      }),
      /are never changed/,
      statements.join('; '),
    );
}
