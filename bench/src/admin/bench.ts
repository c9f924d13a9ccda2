import type { Database } from '@lectern/server/platform/database/database';
import { sql } from 'kysely';
import { adminRoutes, type TableQuery } from '@lectern/contract/operations/admin';
import type { Call } from '@lectern/contract/client';
import { ensureAdministrator } from '@lectern/server/features/accounts/ensure-administrator';
import { median } from '../media/measure.ts';
import { onEachDatabase } from '../each-database.ts';

/**
 * Fills every table of the back office up to so many rows, with made-up people. A tenth of the accounts owns everything
 * else, as few of many members are busy.
 */
async function seedTables({ kysely: db }: Database, rows: number): Promise<void> {
  const from = sql`generate_series(1, ${rows}::int) as n`;
  // The same n gives the same id, a UUID of version 4, so that rows can point at each other without being read back.
  const id = (kind: string, n = 'n') =>
    sql.raw(`overlay(overlay(md5('${kind}' || (${n})) placing '4' from 13) placing '8' from 17)::uuid`);
  const owner = id('user', `n % ${Math.max(1, Math.floor(rows / 10))} + 1`);
  const when = sql.raw(`timestamptz '2026-01-01' + n * interval '1 minute'`);
  await sql`
    insert into users (id, email, firstname, lastname, password_hash, verified_at, created_at)
    select ${id('user')}, 'person' || n || '@example.org', 'First' || n % 997, 'Last' || n, 'none', ${when}, ${when} from ${from}
    on conflict do nothing`.execute(db);
  await sql`
    update workspaces set plan = (array['free', 'executive', 'professional'])[n % 3 + 1], subscription_status = 'active',
      membership_end = ${when} from ${from} where id = ${id('user')}`.execute(db);
  await sql`
    insert into videos (id, workspace_id, asset_id, playback_id, title, created_at, deleted_at)
    select ${id('video')}, ${owner}, 'asset' || n, 'play' || n, 'Recording ' || n, ${when},
      case when n % 4 = 0 then ${when} end from ${from}
    on conflict do nothing`.execute(db);
  await sql`
    insert into token_operations (id, workspace_id, user_id, video_id, operation, state, estimate, used, system_prompt, result, created_at)
    select ${id('operation')}, ${owner}, ${owner}, ${id('video')}, 'chapters', 'settled', 500, n % 900, repeat('system ', 20),
      repeat('result ', 20), ${when} from ${from}
    on conflict do nothing`.execute(db);
  await sql`
    insert into payments (id, workspace_id, user_id, provider_id, price, payment_type, product_id, status, log, created_at)
    select ${id('payment')}, ${owner}, ${owner}, 'provider' || n, 500, 'tokens', 'pack', 'succeeded', 'paid', ${when} from ${from}
    on conflict do nothing`.execute(db);
  await sql`
    insert into reports (id, report_type, subject, message, email, created_at)
    select ${id('report')}, 'Bug Report', 'Subject ' || n, repeat('words ', 20), 'person' || n || '@example.org', ${when}
    from ${from} on conflict do nothing`.execute(db);
  const { rows: counted } = await sql<{ n: number }>`select count(*)::int as n from audit_log`.execute(db);
  await sql`
    insert into audit_log (administrator, action, object_kind, object_id, created_at)
    select 'admin@example.org', 'changed a user', 'user', ${id('user')}, ${when}
    from generate_series(${counted[0]!.n + 1}::int, ${rows}::int) as n`.execute(db);
  await sql`analyze`.execute(db);
}

const credentials = { email: 'bench@example.org', password: 'administrator' };
const few = 100;
const many = 100_000;
const rounds = 7;

type Screen = {
  what: string;
  open: (call: Call, query: Partial<TableQuery>) => Promise<unknown>;
  query?: Partial<TableQuery>;
};

const users: Screen['open'] = (call, query) => call(adminRoutes.users, query);
const videos: Screen['open'] = (call, query) => call(adminRoutes.videos, query);
const tokens: Screen['open'] = (call, query) => call(adminRoutes.allTokens, query);
const payments: Screen['open'] = (call, query) => call(adminRoutes.allPayments, query);
const reports: Screen['open'] = (call, query) => call(adminRoutes.reports, query);
const audit: Screen['open'] = (call, query) => call(adminRoutes.audit, query);

const screens: readonly Screen[] = [
  { what: 'users', open: users },
  { what: 'users, the oldest first', open: users, query: { sort: 'created_at', order: 'asc' } },
  { what: 'users by name', open: users, query: { sort: 'username', order: 'asc' } },
  { what: 'users by plan', open: users, query: { sort: 'plan', order: 'asc' } },
  { what: 'users, filtered', open: users, query: { q: 'person77' } },
  { what: 'videos', open: videos },
  { what: 'videos by title', open: videos, query: { sort: 'title', order: 'asc' } },
  { what: 'videos, filtered', open: videos, query: { q: 'recording 77' } },
  { what: 'token histories', open: tokens },
  { what: 'payment histories', open: payments },
  { what: 'reports', open: reports },
  { what: 'audit log', open: audit },
];

/** Milliseconds of a screen's first page, in the middle of some tries. */
async function measure(call: Call, { open, query = {} }: Screen): Promise<number> {
  await open(call, query);
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const began = performance.now();
    await open(call, query);
    times.push(performance.now() - began);
  }
  return median(times);
}

/**
 * `npm run bench -- admin`: the first page of every table of the back office, over HTTP, with 100 rows in each table
 * and with 100,000, on both databases.
 */
export async function adminBench(): Promise<void> {
  await onEachDatabase(async (name, server) => {
    await ensureAdministrator(server.world, credentials);
    const call = server.as((await server.call(adminRoutes.login, credentials)).token);
    const times: number[][] = [];
    for (const rows of [few, many]) {
      await seedTables(server.world.database, rows);
      const column: number[] = [];
      for (const screen of screens) column.push(await measure(call, screen));
      times.push(column);
    }
    console.log(`\nFirst pages on ${name}, median of ${rounds}`);
    for (const [n, { what }] of screens.entries()) {
      const [small, large] = [times[0]![n]!, times[1]![n]!];
      console.log(
        `${what.padEnd(26)} ${few} rows: ${small.toFixed(1).padStart(6)} ms   ${many.toLocaleString('en-US')} rows: ${large.toFixed(1).padStart(6)} ms   ratio ${(large / small).toFixed(1)}`,
      );
    }
  });
}
