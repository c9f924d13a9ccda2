import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { dashboardRoutes } from '@lectern/contract/library/dashboard';
import { tokenPacks } from '@lectern/contract/rules/token-packs';
import { allStanding } from '../../server/src/features/storage/store.ts';
import type { Database } from '../../server/src/platform/database/database.ts';
import { type Findings, essential } from './findings.ts';
import { type Oracle } from './oracle.ts';
import { hour, day } from '../../contract/src/rules/durations.ts';
import type { Footprint } from './servers.ts';
import { sweepTokens } from '../../server/src/features/billing/tokens/operations.ts';
import type { World } from '../../server/src/platform/http/context.ts';
import type { ChaosMember } from './member.ts';

/** Matches names that begin with an id: folders of recordings and archives of imports. */
const named = /^(?:videos|imports)\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})[/.]/;

/**
 * Proves after a full sweep that every bucket key belongs to a row that needs it. No multipart upload or quarantine
 * remains.
 */
export async function proveBucket(
  findings: Findings,
  database: Database,
  { keys, begun }: { keys: readonly string[]; begun: readonly string[] },
  prefix: string,
): Promise<void> {
  const standing = new Set(await allStanding(database.kysely));
  for (const key of keys) {
    const own = key.startsWith(`${prefix}/`) ? key.slice(prefix.length + 1) : '';
    const [, id] = named.exec(own) ?? [];
    const isOwned = own === 'installation' || (id !== undefined && standing.has(id));
    findings.check('every object of the bucket has an owner', isOwned, key);
  }
  findings.check('nothing that was begun in parts is left in the bucket', begun.length === 0, begun.join(', '));
}

/** Makes every folder look as old as one must be before the sweep of a start takes it for left behind. */
export async function ageFolders(dataDir: string): Promise<void> {
  const earlier = new Date(Date.now() - 3 * hour);
  for (const entry of await readdir(dataDir, { withFileTypes: true, recursive: true }))
    if (!entry.parentPath.includes('database')) await utimes(join(entry.parentPath, entry.name), earlier, earlier);
}

/** The folders of recordings below a data folder. */
export const foldersIn = (dataDir: string): Promise<string[]> =>
  readdir(join(dataDir, 'videos')).catch((): string[] => []);

/** Proves that every folder has an owner and every owner has a folder. */
export async function proveFolders({ findings }: Oracle, database: Database, names: readonly string[]): Promise<void> {
  const db = database.kysely;
  const videos = await db.selectFrom('videos').select('id').where('deleted_at', 'is', null).execute();
  const uploads = await db.selectFrom('uploads').select('id').where('state', '=', 'open').execute();
  const owned = new Set([...videos, ...uploads].map(({ id }) => id));
  for (const name of names) findings.check('every folder has an owner', owned.has(name), name);
  for (const { id } of videos) findings.check('every video has its folder', names.includes(id), id);
  const stuck = await db
    .selectFrom('steps')
    .select(['video_id', 'step', 'state'])
    .where('state', 'in', ['waiting', 'running'])
    .execute();
  const rows = stuck.map(({ video_id, step, state }) => `${video_id} ${step} ${state}`);
  findings.check('no step waits or runs without a job', rows.length === 0, rows.join(', '));
}

/** Limits that a server of a few members never reaches: resident bytes, and open descriptors. */
const most = { resident: 1.5e9, descriptors: 1000 };

/** From so many measurements of one process on its beginning and its end can be compared. */
const enough = 40;

/** Growth below this counts as noise: a factor, plus room for caches not yet full. */
const noise = { share: 1.3, resident: 150e6, descriptors: 60 };

const median = (numbers: readonly number[]): number => [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? 0;

/** The longest-lived process, and what it took in its first and its last quarter. */
export function growth(footprints: readonly Footprint[]) {
  const lives = [...Map.groupBy(footprints, ({ incarnation }) => incarnation).values()];
  const longest = lives.sort((a, b) => b.length - a.length)[0] ?? [];
  const quarter = Math.ceil(longest.length / 4);
  const at = (part: readonly Footprint[]) => ({
    resident: median(part.map(({ resident }) => resident)),
    descriptors: median(part.map(({ descriptors }) => descriptors)),
  });
  return {
    measured: longest.length,
    minutes: longest.length === 0 ? 0 : (longest.at(-1)!.at - longest[0]!.at) / 60_000,
    first: at(longest.slice(0, quarter)),
    last: at(longest.slice(-quarter)),
  };
}

/** Memory and descriptors stay within bounds, and do not grow while a process lives. */
export function proveFootprint(findings: Findings, footprints: readonly Footprint[]): void {
  for (const { resident, descriptors } of footprints)
    findings.check(
      'the server stays under 1.5 GB and 1,000 descriptors',
      resident < most.resident && descriptors < most.descriptors,
      `${(resident / 1e6).toFixed(0)} MB, ${descriptors} descriptors`,
    );
  const { measured, first, last } = growth(footprints);
  if (measured < enough) return;
  const text = JSON.stringify({ first, last });
  findings.check('memory does not grow', last.resident < first.resident * noise.share + noise.resident, text);
  const { descriptors } = first;
  findings.check('descriptors do not grow', last.descriptors < descriptors * noise.share + noise.descriptors, text);
}

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
    .select(['workspace_id', 'pool', (eb) => eb.fn.sum<number>('tokens').as('sum')])
    .groupBy(['workspace_id', 'pool'])
    .execute();
  for (const [id, tokens] of left) {
    const own = sums.filter(({ workspace_id }) => workspace_id === id).map(({ sum }) => sum);
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
    .select(['id', 'workspace_id', 'operation', 'state', 'used'])
    .execute();
  const entries = await db.selectFrom('token_entries').selectAll().orderBy('id').execute();
  const grants = entries.filter(({ kind }) => kind === 'grant');
  const byOperation = Map.groupBy(entries, ({ operation_id }) => operation_id);
  for (const { id, workspace_id, operation, state, used } of operations) {
    const own = byOperation.get(id) ?? [];
    const taken = own.reduce((sum, { tokens }) => sum - tokens, 0);
    const older = grants.some((grant) => grant.workspace_id === workspace_id && grant.id > (own[0]?.id ?? Infinity));
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
