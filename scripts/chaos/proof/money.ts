import { dashboardRoutes } from '@lectern/contract/library/dashboard';
import { tokenPacks } from '@lectern/contract/rules/token-packs';
import { day } from '../../../contract/src/rules/durations.ts';
import { sweepTokens } from '../../../server/src/features/billing/tokens/operations.ts';
import type { World } from '../../../server/src/platform/http/context.ts';
import type { Database } from '../../../server/src/platform/database/database.ts';
import { essential } from '../findings.ts';
import type { ChaosMember } from '../member.ts';
import type { Oracle } from '../oracle.ts';

/** Returns each member's remaining token allowance, as the page shows it. */
export async function allowances(members: readonly ChaosMember[]): Promise<Map<string, number>> {
  const left = new Map<string, number>();
  for (const member of members) {
    const answer = await member.call('proof: dashboard', dashboardRoutes.dashboard, {});
    if (answer.is === 'done') left.set(member.id, answer.value.data.token_total - answer.value.data.token_used);
  }
  return left;
}

/**
 * Every cent: what was paid is credited once, and nothing else is. The server is down, so that nothing changes
 * meanwhile.
 */
export async function proveMoney(oracle: Oracle, world: World, left: Map<string, number>): Promise<void> {
  await provePayments(oracle, world.database);
  await proveLedger(oracle, world, left);
}

async function provePayments({ findings, purchases }: Oracle, { kysely: db }: Database): Promise<void> {
  const provider = await db.selectFrom('sandbox_payments').selectAll().execute();
  const credits = await db.selectFrom('token_entries').selectAll().where('reference', 'like', 'payment:%').execute();
  const shown = await db.selectFrom('payments').selectAll().execute();

  for (const { secret, state } of purchases) {
    const payment = provider.find(({ client_secret }) => client_secret === secret);
    const paid = payment?.state === 'succeeded' || payment?.state === 'refunded';
    const holds = state === 'sent' ? payment !== undefined : paid === (state === 'paid');
    findings.check(essential.payments, holds, `${secret}: ${state}, ${payment?.state}`);
  }
  for (const { id, kind, state, amount, product_id } of provider) {
    const given = credits.filter(({ reference }) => reference === `payment:${id}`);
    const tokens = tokenPacks.find((pack) => pack.id === product_id)?.tokens;
    const isPaid = kind === 'tokens' && (state === 'succeeded' || state === 'refunded');
    findings.check(
      essential.credits,
      isPaid ? given.length === 1 && given[0]!.tokens === tokens : given.length === 0,
      `${id} (${kind}, ${state}): ${given.length} credits`,
    );
    if (state === 'open') continue;
    const rows = shown.filter(({ provider_id }) => provider_id === id);
    findings.check(
      'every payment is in the history as it is with the provider, once',
      rows.length === 1 && rows[0]!.status === state && rows[0]!.price === amount,
      `${id}: ${state}, ${amount}; here ${rows.map((row) => `${row.status}, ${row.price}`).join(' and ') || 'nothing'}`,
    );
  }
  const known = new Set(provider.map(({ id }) => id));
  for (const { provider_id } of shown) findings.check('no payment is made up', known.has(provider_id), provider_id);
  const running = await db
    .selectFrom('sandbox_subscriptions')
    .select(['customer_id', (eb) => eb.fn.countAll<number>().as('count')])
    .where('state', 'in', ['active', 'ending'])
    .groupBy('customer_id')
    .execute();
  for (const { customer_id, count } of running)
    findings.check('nobody pays for two subscriptions', count === 1, `${customer_id}: ${count}`);
}

async function proveLedger({ findings }: Oracle, world: World, left: Map<string, number>): Promise<void> {
  const { kysely: db } = world.database;
  const sums = await db
    .selectFrom('token_entries')
    .select(['user_id', 'pool', (eb) => eb.fn.sum<number>('tokens').as('sum')])
    .groupBy(['user_id', 'pool'])
    .execute();
  for (const [id, tokens] of left) {
    const own = sums.filter(({ user_id }) => user_id === id).map(({ sum }) => sum);
    const total = own.reduce((a, b) => a + b, 0);
    findings.check(
      'the sum of the ledger is what the page says, and never below zero',
      total === tokens && own.every((sum) => sum >= 0),
      `${id}: ${own.join(' + ')}, the page says ${tokens}`,
    );
  }
  // The sweep returns tokens of requests cut off during an action, hours later.
  await sweepTokens({ ...world, now: () => new Date(Date.now() + day) });
  const operations = await db
    .selectFrom('token_operations')
    .select(['id', 'user_id', 'operation', 'state', 'used'])
    .execute();
  const entries = await db.selectFrom('token_entries').selectAll().orderBy('id').execute();
  const grants = entries.filter(({ kind }) => kind === 'grant');
  const byOperation = Map.groupBy(entries, ({ operation_id }) => operation_id);
  for (const { id, user_id, operation, state, used } of operations) {
    const own = byOperation.get(id) ?? [];
    const taken = own.reduce((sum, { tokens }) => sum - tokens, 0);
    const older = grants.some((grant) => grant.user_id === user_id && grant.id > (own[0]?.id ?? Infinity));
    // Tokens from a past month are not returned, because they expired with it.
    const settled = state === 'settled' && (taken === used || (older && taken > used));
    const released = state === 'released' && (taken === 0 || older);
    findings.check(
      'every action costs what it came to, and one that failed costs nothing',
      settled || released,
      `${operation} ${id}: ${state}, came to ${used}, took ${taken}`,
    );
  }
}
