import type { Listing } from '@lectern/contract/admin';
import { Problem } from '@lectern/contract/problem';
import { type SelectQueryBuilder, sql } from 'kysely';

/** A pattern for `like` that finds a text anywhere, its own signs taken literally; undefined for no text. */
export const part = (q: string): string | undefined =>
  q.trim() === ''
    ? undefined
    : `%${q
        .trim()
        .toLowerCase()
        .replace(/[\\%_]/g, '\\$&')}%`;

/**
 * One page of a query and how many rows there are in all. `columns` names what a screen may sort by and the expression
 * behind it. Throws `bad_request` for any other.
 */
export async function pageOf<DB, TB extends keyof DB, Row>(
  rows: SelectQueryBuilder<DB, TB, Row>,
  count: SelectQueryBuilder<DB, TB, { total: number }>,
  { page, limit, sort, order }: Listing,
  columns: Readonly<Record<string, string>>,
  standard: string,
): Promise<{ rows: Row[]; total: number }> {
  const column = columns[sort || standard];
  if (column === undefined) throw new Problem('bad_request', { detail: `This table cannot be sorted by ${sort}.` });
  const [found, { total }] = await Promise.all([
    rows
      .orderBy(sql.raw(`${column} ${order} nulls last`))
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    count.executeTakeFirstOrThrow(),
  ]);
  return { rows: found, total };
}
