import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { Database } from '../src/platform/database/database.ts';

/** Tables whose rows a member owned before there were workspaces. */
export const ownedTables = [
  'billing_accounts',
  'concerns',
  'corrections',
  'customer_attempts',
  'delivered_seconds',
  'dismissed_suggestions',
  'events',
  'exports',
  'former_customers',
  'glossary_terms',
  'imports',
  'payments',
  'portal_counts',
  'portal_logos',
  'portal_videos',
  'portals',
  'rewrites',
  'surplus_subscriptions',
  'token_entries',
  'token_operations',
  'trial_emails',
  'uploads',
  'videos',
  'voices',
] as const;

/** Registers members by the statement of a program before workspaces. */
export async function registerByOlder(pool: Pool, emails: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into users (email, firstname, lastname, password_hash, plan, subscription_status, membership_start, membership_end, verified_at, quote_count)
     select email, 'A', 'Member', '', 'professional', 'active', now(), now() + interval '30 days', now(), 2
     from unnest($1::text[]) as email returning id`,
    [emails],
  );
  return rows.map(({ id }) => id);
}

/** Statements of a program before workspaces: each member of $1 gets $2 recordings, and rows in every table, with new tokens and customers each time. */
const filling = [
  `insert into uploads (user_id, key, state) select id, id || '/' || n, 'complete' from unnest($1::uuid[]) id, generate_series(1, $2::int) n`,
  `insert into videos (id, user_id, asset_id, playback_id, title) select id, user_id, id::text, id::text, 'A talk' from uploads where user_id = any($1)`,
  `insert into token_operations (user_id, video_id, operation, estimate, state, used) select user_id, id, 'chapters', 10, 'settled', 10 from videos where user_id = any($1)`,
  `insert into token_entries (user_id, pool, kind, tokens, plan, period) select id, 'monthly', 'grant', 1000, plan, membership_start from users where id = any($1)`,
  `insert into token_entries (user_id, pool, kind, tokens, operation_id) select user_id, 'monthly', 'use', -10, id from token_operations where user_id = any($1)`,
  `insert into portals (user_id, token, title) select id, 'token/' || gen_random_uuid(), 'Webinars' from unnest($1::uuid[]) id on conflict (user_id) do update set token = excluded.token`,
  `insert into portal_logos (user_id, hash, png, width, height) select id, 'h', '', 1, 1 from unnest($1::uuid[]) id on conflict (user_id) do update set hash = excluded.hash`,
  `insert into portal_videos (key, user_id, video_id, position) select 'key/' || id, user_id, id, 0 from videos where user_id = any($1)`,
  `insert into portal_counts (user_id, day, kind, video_id, detail, count) select id, current_date, 'search', null, 'price', 1 from unnest($1::uuid[]) id
     on conflict (user_id, day, kind, video_id, detail) do update set count = portal_counts.count + excluded.count`,
  `insert into delivered_seconds (user_id, day, seconds) select id, current_date, 5 from unnest($1::uuid[]) id on conflict (user_id, day) do update set seconds = excluded.seconds`,
  `insert into exports (user_id, run, recordings, state, touched_at) select id, gen_random_uuid(), true, 'done', now() from unnest($1::uuid[]) id on conflict (user_id) do update set run = excluded.run`,
  `insert into imports (user_id, id, state, touched_at) select id, gen_random_uuid(), 'done', now() from unnest($1::uuid[]) id on conflict (user_id) do update set id = excluded.id`,
  `insert into billing_accounts (user_id, customer_id) select id, 'cus/' || gen_random_uuid() from unnest($1::uuid[]) id on conflict (user_id) do nothing`,
  `insert into former_customers (customer_id, user_id, asked, retired_at, asked_at) select 'former/' || id, id, 1, now(), now() from unnest($1::uuid[]) id on conflict do nothing`,
  `insert into surplus_subscriptions (subscription_id, user_id) select 'sub/' || id, id from unnest($1::uuid[]) id on conflict do nothing`,
  `insert into customer_attempts (user_id, attempts) select id, 1 from unnest($1::uuid[]) id on conflict (user_id) do update set attempts = customer_attempts.attempts + 1`,
  `insert into payments (user_id, provider_id, price, payment_type, product_id, status) select id, 'pay/' || id, 5, 'tokens', 'p', 'succeeded' from unnest($1::uuid[]) id on conflict do nothing`,
  `insert into trial_emails (user_id, posted_at) select id, now() from unnest($1::uuid[]) id on conflict (user_id) do nothing`,
  `insert into concerns (kind, subject, told, user_id, created_at) select 'payments', id::text, 'Look.', id, now() from unnest($1::uuid[]) id on conflict do nothing`,
  `insert into glossary_terms (user_id, term) select id, 'Lectern' from unnest($1::uuid[]) id`,
  `insert into corrections (user_id, video_id, start_s, key, wrong, term) select user_id, id, 0, 'lecture', 'lecture', 'Lectern' from videos where user_id = any($1)`,
  `insert into dismissed_suggestions (user_id, key, term) select id, 'lecture', 'Lectern' from unnest($1::uuid[]) id on conflict do nothing`,
  `insert into rewrites (user_id, rules) select id, '[]' from unnest($1::uuid[]) id`,
  `insert into voices (user_id, video_id, name, identity, voiceprint) select user_id, id, 'Grace', 'i', '[]' from videos where user_id = any($1)`,
  `insert into events (kind, user_id, subject_id) select 'plan.changed', id, id from unnest($1::uuid[]) id`,
] as const;

export async function fillByOlder(pool: Pool, ids: readonly string[], recordings: number): Promise<void> {
  for (const each of filling) await pool.query(each, each.includes('$2') ? [ids, recordings] : [ids]);
}

/** Registers somebody by the statements of a program of 0180. */
export async function registerBy0180(pool: Pool, email: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into users (email, firstname, lastname, password_hash, verified_at) values ($1, 'A', 'Member', '', now()) returning id`,
    [email],
  );
  const { id } = rows[0]!;
  await pool.query(
    `update workspaces set plan = 'professional', membership_end = now() + interval '30 days' where id = $1`,
    [id],
  );
  return id;
}

/** The same statements as a program of 0180 has them: it knows workspaces alone, and calls keys by their names. */
const filling0180 = filling.map((statement) => {
  const [, table] = /^insert into (\w+)/.exec(statement)!;
  const key = table === 'portal_counts' ? 'portal_counts_key' : `${table}_pkey`;
  const later = statement.replaceAll('user_id', 'workspace_id').replace('from users', 'from workspaces');
  // It replaces whole days of these, so that it names no key.
  return table === 'delivered_seconds'
    ? later.replace(/on conflict .*/, 'on conflict do nothing')
    : later.replace(/on conflict \([^)]*\)/, `on conflict on constraint ${key}`);
});

export async function fillBy0180(pool: Pool, ids: readonly string[], recordings: number): Promise<void> {
  for (const each of filling0180) await pool.query(each, each.includes('$2') ? [ids, recordings] : [ids]);
}

/** Takes monthly tokens as a program of 0180 does, under its locks; false when there are too few. */
export const spendByOlder = (database: Database, id: string, tokens: number): Promise<boolean> =>
  database.transaction(async (tx) => {
    await sql`select id from users where id = ${id} for update`.execute(tx);
    await sql`select id, plan, membership_start from workspaces where id = ${id} for no key update`.execute(tx);
    const { rows } = await sql<{ left: number }>`
      select coalesce(sum(tokens), 0)::int as left from token_entries where workspace_id = ${id}`.execute(tx);
    if (rows[0]!.left < tokens) return false;
    await sql`
      with made as (
        insert into token_operations (workspace_id, operation, estimate) values (${id}, 'ai-search', ${tokens}) returning id)
      insert into token_entries (workspace_id, pool, kind, tokens, operation_id)
      select ${id}, 'monthly', 'use', ${-tokens}, id from made`.execute(tx);
    return true;
  });
