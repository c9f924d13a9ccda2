import type { Database } from '@lectern/server/platform/database/database';
import { sql } from 'kysely';

/**
 * Fills every table of the back office up to so many rows, with made-up people. A tenth of the accounts owns everything
 * else, as few of many members are busy.
 */
export async function seedTables({ kysely: db }: Database, rows: number): Promise<void> {
  const from = sql`generate_series(1, ${rows}::int) as n`;
  // The same n gives the same id, a UUID of version 4, so that rows can point at each other without being read back.
  const id = (kind: string, n = 'n') =>
    sql.raw(`overlay(overlay(md5('${kind}' || (${n})) placing '4' from 13) placing '8' from 17)::uuid`);
  const owner = id('user', `n % ${Math.max(1, Math.floor(rows / 10))} + 1`);
  const when = sql.raw(`timestamptz '2026-01-01' + n * interval '1 minute'`);
  await sql`
    insert into users (id, email, firstname, lastname, password_hash, plan, subscription_status, membership_end,
      verified_at, created_at)
    select ${id('user')}, 'person' || n || '@example.org', 'First' || n % 997, 'Last' || n, 'none',
      (array['free', 'executive', 'professional'])[n % 3 + 1], 'active', ${when}, ${when}, ${when} from ${from}
    on conflict do nothing`.execute(db);
  await sql`
    insert into videos (id, user_id, asset_id, playback_id, title, created_at, deleted_at)
    select ${id('video')}, ${owner}, 'asset' || n, 'play' || n, 'Recording ' || n, ${when},
      case when n % 4 = 0 then ${when} end from ${from}
    on conflict do nothing`.execute(db);
  await sql`
    insert into token_operations (id, user_id, video_id, operation, state, estimate, used, system_prompt, result, created_at)
    select ${id('operation')}, ${owner}, ${id('video')}, 'chapters', 'settled', 500, n % 900, repeat('system ', 20),
      repeat('result ', 20), ${when} from ${from}
    on conflict do nothing`.execute(db);
  await sql`
    insert into payments (id, user_id, provider_id, price, payment_type, product_id, status, log, created_at)
    select ${id('payment')}, ${owner}, 'provider' || n, 500, 'tokens', 'pack', 'succeeded', 'paid', ${when} from ${from}
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
