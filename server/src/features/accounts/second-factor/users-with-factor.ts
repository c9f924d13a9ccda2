import type { Queryable } from '../../../platform/database/database.ts';

/** Returns those of the given users who have a second factor. */
export async function usersWithFactor(db: Queryable, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('second_factors')
    .select('user_id')
    .where('user_id', 'in', userIds)
    .where('confirmed_at', 'is not', null)
    .execute();
  return new Set(rows.flatMap(({ user_id }) => user_id ?? []));
}
