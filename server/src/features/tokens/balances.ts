import type { Plan } from '@lectern/contract/accounts';
import { plans } from '@lectern/contract/rules/plans';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';

type Holder = { id: string; plan: Plan; membership_start: Date | null };

/**
 * The tokens left to each of these members, as their ledger stands. The first monthly tokens are written down when they
 * are first needed; they are counted before.
 */
export async function balancesOf(db: Queryable, members: readonly Holder[]): Promise<Map<string, number>> {
  const ids = members.map(({ id }) => id);
  const rows = await db
    .selectFrom('token_entries')
    .select(['user_id', (eb) => eb.fn.sum<number>('tokens').as('left')])
    .select(sql<boolean>`bool_or(kind = 'grant')`.as('granted'))
    .where('user_id', 'in', ids)
    .groupBy('user_id')
    .execute();
  const ledgers = new Map(rows.map((row) => [row.user_id, row]));
  return new Map(
    members.map(({ id, plan, membership_start }) => {
      const ledger = ledgers.get(id);
      const waiting = membership_start !== null && !ledger?.granted ? plans[plan].tokens : 0;
      return [id, (ledger?.left ?? 0) + waiting];
    }),
  );
}
