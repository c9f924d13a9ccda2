import type { Queryable } from '../../platform/database/database.ts';

/** The member's own data, without anything that opens the account. */
export const profileOf = (db: Queryable, userId: string) =>
  db
    .selectFrom('users')
    .select([
      'email',
      'firstname',
      'lastname',
      'plan',
      'subscription_status',
      'membership_start',
      'membership_end',
      'created_at',
    ])
    .where('id', '=', userId)
    .executeTakeFirst();

export const promptsOf = (db: Queryable, userId: string) =>
  db
    .selectFrom('users')
    .select(['custom_prompt', 'quote_count', 'base_search_prompt'])
    .where('id', '=', userId)
    .executeTakeFirst();

export const clipsOf = (db: Queryable, videoId: string) =>
  db
    .selectFrom('clips')
    .select(['id', 'start_s', 'end_s'])
    .where('video_id', '=', videoId)
    .where('state', '=', 'done')
    .orderBy('start_s')
    .orderBy('end_s')
    .execute();

/** Rows read at a time: histories have no end. */
const page = 500;

/** What was asked of the engines and what it cost, oldest first. */
export async function* tokenOperationsOf(db: Queryable, userId: string) {
  for (let offset = 0; ; offset += page) {
    const rows = await db
      .selectFrom('token_operations')
      .select(['created_at', 'operation', 'state', 'used', 'custom_prompt', 'result', 'video_id'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .orderBy('id')
      .limit(page)
      .offset(offset)
      .execute();
    yield* rows;
    if (rows.length < page) return;
  }
}

/** The ledger of tokens, oldest first. */
export async function* tokenEntriesOf(db: Queryable, userId: string) {
  for (let after = 0; ;) {
    const rows = await db
      .selectFrom('token_entries')
      .select(['id', 'created_at', 'pool', 'kind', 'tokens', 'plan', 'period'])
      .where('user_id', '=', userId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(page)
      .execute();
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < page) return;
    after = last.id;
  }
}
