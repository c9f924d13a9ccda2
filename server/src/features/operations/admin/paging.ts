import type { TableQuery } from '@lectern/contract/operations/admin';
import { Problem } from '@lectern/contract/problem';
import { type SelectQueryBuilder, sql } from 'kysely';
import { containsPattern } from '../../../platform/database/column-types.ts';

/** A pattern for `like` that finds what was typed in a lower-case text; undefined for nothing. */
export const buildSearchPattern = (q: string): string | undefined =>
  q.trim() === '' ? undefined : containsPattern(q.trim().toLowerCase());

/** Maps sort names of a screen to their columns or expressions. */
type Sortable = Readonly<Record<string, string | readonly string[]>>;

export const unsortableProblem = (sort: string): Problem =>
  new Problem('bad_request', { detail: `This table cannot be sorted by ${sort}.` });

/**
 * Returns one page and the row total. `id` breaks ties, so rows stay on one page; empty values sort as the largest.
 * Throws `bad_request` for unknown columns.
 */
export async function loadPage<DB, TB extends keyof DB, Row>(
  rows: SelectQueryBuilder<DB, TB, Row>,
  count: SelectQueryBuilder<DB, TB, { total: number }>,
  { page, limit, sort, order }: TableQuery,
  { columns, standard, id }: { columns: Sortable; standard: string; id: string },
): Promise<{ rows: Row[]; total: number }> {
  // Not `in`: every object has a `constructor`.
  if (sort && !Object.hasOwn(columns, sort)) throw unsortableProblem(sort);
  const chosen = columns[sort || standard]!;
  const [found, { total }] = await Promise.all([
    rows
      .orderBy(sql.raw([chosen, id].flat().join(` ${order}, `) + ` ${order}`))
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    count.executeTakeFirstOrThrow(),
  ]);
  return { rows: found, total };
}
