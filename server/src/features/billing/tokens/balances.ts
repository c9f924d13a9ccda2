import type { Plan } from '@lectern/contract/accounts/accounts';
import { plans } from '@lectern/contract/rules/plans';
import type { Queryable } from '../../../platform/database/database.ts';
import { isFor } from './allowance.ts';
import { balancesIn, latestGrants, monthlyUsedInPeriods } from './store.ts';

type Holder = { id: string; plan: Plan; membership_start: Date | null };

/**
 * Returns the usable tokens of each member. Counts a new period's monthly tokens from its start, before they are in
 * the ledger, and drops earlier leftovers.
 */
export async function tokenBalancesOf(db: Queryable, members: readonly Holder[]): Promise<Map<string, number>> {
  if (members.length === 0) return new Map();
  const ids = members.map(({ id }) => id);
  const [balances, grants] = await Promise.all([balancesIn(db, ids), latestGrants(db, ids)]);
  const isDue = ({ id, plan, membership_start }: Holder): boolean => {
    const grant = grants.get(id);
    return membership_start !== null && !(grant && isFor(grant, { id, plan, membership_start }));
  };
  const due = new Set(members.filter(isDue).map(({ id }) => id));
  const used = due.size > 0 ? await monthlyUsedInPeriods(db, [...due]) : new Map<string, number>();
  return new Map(
    members.map(({ id, plan }) => {
      const { monthly = 0, purchased = 0 } = balances.get(id) ?? {};
      return [id, purchased + (due.has(id) ? Math.max(0, plans[plan].tokens - (used.get(id) ?? 0)) : monthly)];
    }),
  );
}
