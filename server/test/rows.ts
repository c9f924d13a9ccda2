import { type Kysely, sql } from 'kysely';
import type { Tables } from '../src/platform/database/tables.ts';

/**
 * Every row of a database but those by which installations are told apart, those of jobs and of when migrations ran, as text.
 */
export async function readRows(kysely: Kysely<Tables>): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
    and relname not in ('settings', 'rate_limits', 'migrations', 'jobs') order by relname collate "C"`.execute(kysely);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(t)::text as row from ${sql.table(name)} t`.execute(kysely);
    found.push(...rows.map(({ row }) => `${name} ${row}`));
  }
  return found.sort((a, b) => (a < b ? -1 : 1));
}
