import type { Queryable } from '../../platform/database/database.ts';

/** The tokens left to each of these members, as their ledger stands. */
export async function balancesOf(db: Queryable, userIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('token_entries')
    .select(['user_id', (eb) => eb.fn.sum<number>('tokens').as('left')])
    .where('user_id', 'in', userIds)
    .groupBy('user_id')
    .execute();
  return new Map(rows.map(({ user_id, left }) => [user_id, Number(left)]));
}
