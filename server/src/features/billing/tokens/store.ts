import type { TokenParts, TokenPool } from '@lectern/contract/rules/tokens';
import { sql, type Insertable } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Tables } from '../../../platform/database/tables.ts';

type Entry = Insertable<Tables['token_entries']>;

/** The grant that is in force, or was at an entry: of which plan, for the period that began when. */
export async function latestGrant(db: Queryable, workspaceId: string, at?: number) {
  const grants = db
    .selectFrom('token_entries')
    .select(['plan', 'period'])
    .where('workspace_id', '=', workspaceId)
    .where('kind', '=', 'grant')
    .orderBy('id', 'desc')
    .limit(1);
  return (at === undefined ? grants : grants.where('id', '<', at)).executeTakeFirst();
}

const summed = (pool: TokenPool) =>
  sql<number>`coalesce(sum(tokens) filter (where pool = ${pool}), 0)::bigint`.as(pool);

/** Sums the token entries of a member. */
export async function balance(db: Queryable, workspaceId: string): Promise<TokenParts> {
  return db
    .selectFrom('token_entries')
    .select([summed('monthly'), summed('purchased')])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
}

/** Tokens used, less those given back, since the first grant for the period that began then, by pool. */
export async function usedIn(db: Queryable, workspaceId: string, period: Date): Promise<TokenParts> {
  const { monthly, purchased } = await db
    .selectFrom('token_entries')
    .select([summed('monthly'), summed('purchased')])
    .where('workspace_id', '=', workspaceId)
    .where('kind', 'in', ['use', 'refund'])
    .where('id', '>', (entries) =>
      entries
        .selectFrom('token_entries')
        .select(sql<number>`min(id)`.as('first'))
        .where('workspace_id', '=', workspaceId)
        .where('kind', '=', 'grant')
        .where('period', '=', period),
    )
    .executeTakeFirstOrThrow();
  return { monthly: Math.max(0, -monthly), purchased: Math.max(0, -purchased) };
}

/** Sums the token entries per member; members without entries are absent. */
export async function balancesIn(db: Queryable, ids: readonly string[]): Promise<Map<string, TokenParts>> {
  const rows = await db
    .selectFrom('token_entries')
    .select(['workspace_id', summed('monthly'), summed('purchased')])
    .where('workspace_id', 'in', ids)
    .groupBy('workspace_id')
    .execute();
  return new Map(rows.map(({ workspace_id, ...parts }) => [workspace_id, parts]));
}

/** The grant in force of each of these members. */
export async function latestGrants(db: Queryable, ids: readonly string[]) {
  const rows = await db
    .selectFrom('token_entries')
    .distinctOn('workspace_id')
    .select(['workspace_id', 'plan', 'period'])
    .where('workspace_id', 'in', ids)
    .where('kind', '=', 'grant')
    .orderBy('workspace_id')
    .orderBy('id', 'desc')
    .execute();
  return new Map(rows.map(({ workspace_id, ...grant }) => [workspace_id, grant]));
}

/** The monthly ones of `usedIn`, of each of these members in the period their membership is in. */
export async function monthlyUsedInPeriods(db: Queryable, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('token_entries as entry')
    .innerJoin('workspaces', 'workspaces.id', 'entry.workspace_id')
    .select(['entry.workspace_id', sql<number>`greatest(0, -sum(entry.tokens))::bigint`.as('used')])
    .where('entry.workspace_id', 'in', ids)
    .where('entry.kind', 'in', ['use', 'refund'])
    .where('entry.pool', '=', 'monthly')
    .where('entry.id', '>', (eb) =>
      eb
        .selectFrom('token_entries as granted')
        .select(sql<number>`min(granted.id)`.as('first'))
        .whereRef('granted.workspace_id', '=', 'entry.workspace_id')
        .where('granted.kind', '=', 'grant')
        .whereRef('granted.period', '=', 'workspaces.membership_start'),
    )
    .groupBy('entry.workspace_id')
    .execute();
  return new Map(rows.map(({ workspace_id, used }) => [workspace_id, used]));
}

/** Returns the tokens an operation has taken so far, and the id of its last entry. */
export async function tokensTakenBy(db: Queryable, operationId: string): Promise<TokenParts & { last: number }> {
  const row = await db
    .selectFrom('token_entries')
    .select([summed('monthly'), summed('purchased'), sql<number>`coalesce(max(id), 0)::bigint`.as('last')])
    .where('operation_id', '=', operationId)
    .executeTakeFirstOrThrow();
  // "-0" is not a number of tokens.
  return { monthly: 0 - row.monthly, purchased: 0 - row.purchased, last: row.last };
}

/** Writes one entry a pool; nothing for a pool without tokens. */
export async function insertTokenEntries(
  tx: Queryable,
  entry: Omit<Entry, 'pool' | 'tokens'>,
  sign: 1 | -1,
  parts: TokenParts,
): Promise<void> {
  const rows = (['monthly', 'purchased'] as const)
    .filter((pool) => parts[pool] !== 0)
    .map((pool) => ({ ...entry, pool, tokens: sign * parts[pool] }));
  if (rows.length > 0) await tx.insertInto('token_entries').values(rows).execute();
}

/** False when an entry with this reference is there already. */
export async function writeOnce(tx: Queryable, entry: Entry & { reference: string }): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('token_entries')
    .values(entry)
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Tokens credited under a reference, or under one that continues it after a slash. */
export async function creditedBy(tx: Queryable, workspaceId: string, reference: string): Promise<number> {
  const { tokens } = await tx
    .selectFrom('token_entries')
    .select(sql<number>`coalesce(sum(tokens), 0)::bigint`.as('tokens'))
    .where('workspace_id', '=', workspaceId)
    .where((eb) => eb.or([eb('reference', '=', reference), sql<boolean>`starts_with(reference, ${`${reference}/`})`]))
    .executeTakeFirstOrThrow();
  return tokens;
}

/** Reservations made before a moment that nobody has settled. */
export async function openReservations(db: Queryable, before: Date): Promise<{ id: string; key: string | null }[]> {
  return db
    .selectFrom('token_operations')
    .select(['id', 'key'])
    .where('state', '=', 'reserved')
    .where('created_at', '<', before)
    .execute();
}
