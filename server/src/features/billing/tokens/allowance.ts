import { plans } from '@lectern/contract/rules/plans';
import { sumTokenParts } from '@lectern/contract/rules/tokens';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import { balance, creditedBy, latestGrant, usedIn, writeOnce, insertTokenEntries } from './store.ts';
import { lockWorkspace, type MembershipRow } from '../../accounts/workspaces/workspace.ts';

/** Tokens used in this period, and all there were to use in it: the monthly ones and what is left of the purchased. */
export type Allowance = { used: number; total: number };

type Account = Pick<MembershipRow, 'id' | 'plan' | 'membership_start'>;

/** Whether a grant is that of the plan and period an account is in. */
export const isFor = (grant: { plan: string | null; period: Date | null }, account: Account): boolean =>
  grant.plan === account.plan && grant.period?.getTime() === account.membership_start?.getTime();

/**
 * Grants a locked member the tokens of the current period and plan once; older leftovers end. A plan change counts
 * monthly tokens already used.
 */
export async function grantPeriod(tx: Queryable, account: Account, now: Date): Promise<void> {
  if (!account.membership_start) return;
  const grant = await latestGrant(tx, account.id);
  if (grant && isFor(grant, account)) return;
  const { monthly } = await balance(tx, account.id);
  const used = await usedIn(tx, account.id, account.membership_start);
  const entry = { workspace_id: account.id, created_at: now };
  await insertTokenEntries(tx, { ...entry, kind: 'expiry' }, -1, { monthly, purchased: 0 });
  await tx
    .insertInto('token_entries')
    .values({
      ...entry,
      kind: 'grant',
      pool: 'monthly',
      tokens: Math.max(0, plans[account.plan].tokens - used.monthly),
      plan: account.plan,
      period: account.membership_start,
    })
    .execute();
}

/** Returns the member's remaining tokens that end with the current period. */
export async function leftOfPeriod(database: Database, workspaceId: string, now: Date): Promise<number> {
  return database.transaction(async (tx) => {
    await grantPeriod(tx, await lockWorkspace(tx, workspaceId), now);
    return (await balance(tx, workspaceId)).monthly;
  });
}

/** Returns the token allowance for the usage card. */
export async function allowanceOf(database: Database, workspaceId: string, now: Date): Promise<Allowance> {
  return database.transaction(async (tx) => {
    const account = await lockWorkspace(tx, workspaceId);
    await grantPeriod(tx, account, now);
    const left = sumTokenParts(await balance(tx, workspaceId));
    const used = account.membership_start ? sumTokenParts(await usedIn(tx, workspaceId, account.membership_start)) : 0;
    return { used, total: used + left };
  });
}

/**
 * Credits tokens that never expire. A `reference` (such as a payment's id) is credited once, however often it comes:
 * false when it was before.
 */
export async function creditTokens(
  tx: Queryable,
  credit: { workspaceId: string; kind: 'purchase' | 'adjustment'; tokens: number; reference: string },
  now: Date,
): Promise<boolean> {
  const { workspaceId, kind, tokens, reference } = credit;
  return writeOnce(tx, { workspace_id: workspaceId, pool: 'purchased', kind, tokens, reference, created_at: now });
}

/**
 * Takes back tokens of a payment. `tokens` is the total since it was made, so a repeated refund takes nothing. `tx`
 * has locked the customer.
 */
export async function takeBackTokens(
  tx: Queryable,
  { workspaceId, payment, tokens }: { workspaceId: string; payment: string; tokens: number },
  now: Date,
): Promise<void> {
  const reference = `refund:${payment}`;
  const taken = -(await creditedBy(tx, workspaceId, reference));
  if (tokens <= taken) return;
  const entry = { workspaceId, kind: 'adjustment', tokens: taken - tokens } as const;
  await creditTokens(tx, { ...entry, reference: taken === 0 ? reference : `${reference}/${tokens}` }, now);
}
