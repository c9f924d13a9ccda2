import type { AdminUser, TableQuery } from '@lectern/contract/operations/admin';
import { Problem } from '@lectern/contract/problem';
import { sql } from 'kysely';
import type { Context } from '../../../platform/http/context.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { memberMinutesOf } from '../../billing/minutes/usage-of-members.ts';
import { usersWithFactor } from '../../accounts/second-factor/second-factor.ts';
import { homeOfUser } from '../../accounts/workspaces/members.ts';
import { tokenBalancesOf } from '../../billing/tokens/balances.ts';
import { loadPage, buildSearchPattern } from './paging.ts';
import { globalPrompt } from '../../outline/language/prompt.ts';

/** The accounts there are for administrators: one that was deleted may still be on its way out. */
export const selectPresentUsers = (db: Queryable) =>
  db.selectFrom('users').where('users.deletion_requested_at', 'is', null);

/** The same with the plan of the workspace each is in first of all: who has left their own has none of its plan. */
const selectUsersWithPlans = (db: Queryable) =>
  selectPresentUsers(db).innerJoin('workspaces as own', (join) => join.on('own.id', '=', homeOfUser));

/** Must match the expression of the index users_found. */
export const userSearchText = sql<string>`lower(firstname || ' ' || lastname || ' ' || email)`;

const columns = {
  username: ['lower(firstname)', 'lower(lastname)'],
  email: 'lower(email)',
  plan: 'own.plan',
  status: 'is_active',
  membership_end: 'own.membership_end',
  created_at: 'users.created_at',
};

const shown = [
  'users.id',
  'own.id as home',
  'firstname',
  'lastname',
  'email',
  'own.plan',
  'is_active',
  'own.subscription_status',
  'own.membership_start',
  'own.membership_end',
  'users.created_at',
  'own.openai_prompt',
] as const;

type Row = {
  id: string;
  home: string;
  membership_start: Date | null;
  membership_end: Date | null;
  created_at: Date;
} & Pick<
  AdminUser,
  'firstname' | 'lastname' | 'email' | 'plan' | 'is_active' | 'subscription_status' | 'openai_prompt'
>;

/** The rows with their counts, in one query each for all of them. */
async function asUsers(ctx: Context<'admin'>, rows: readonly Row[]): Promise<AdminUser[]> {
  const db = ctx.database.kysely;
  if (rows.length === 0) return [];
  const homes = rows.map(({ home }) => home);
  const [videos, balances, secured, minutes] = await Promise.all([
    db
      .selectFrom('videos')
      .select(['workspace_id', (eb) => eb.fn.countAll<number>().as('posted')])
      .select(sql<number>`count(*) filter (where deleted_at is null)`.as('active'))
      .where('workspace_id', 'in', homes)
      .where('is_sample', '=', false)
      .groupBy('workspace_id')
      .execute(),
    tokenBalancesOf(
      db,
      rows.map((row) => ({ ...row, id: row.home })),
    ),
    usersWithFactor(
      db,
      rows.map(({ id }) => id),
    ),
    memberMinutesOf(ctx, db, homes),
  ]);
  const counts = new Map(videos.map((each) => [each.workspace_id, each]));
  return rows.map(({ id, home, membership_start, membership_end, created_at, ...row }) => ({
    ...row,
    _id: id,
    active_videos: counts.get(home)?.active ?? 0,
    posted_videos: counts.get(home)?.posted ?? 0,
    token_balance: balances.get(home) ?? 0,
    second_factor: secured.has(id),
    minutes: minutes(home),
    membership_start: membership_start?.toISOString() ?? null,
    membership_end: membership_end?.toISOString() ?? null,
    created_at: created_at.toISOString(),
  }));
}

export async function listUsers(ctx: Context<'admin'>, listing: TableQuery) {
  const db = ctx.database.kysely;
  const like = buildSearchPattern(listing.q);
  const matching = selectUsersWithPlans(db).$if(like !== undefined, (query) =>
    query.where(userSearchText, 'like', like!),
  );
  const [{ rows, total }, openai_prompt] = await Promise.all([
    loadPage(
      matching.select(shown),
      matching.select((eb) => eb.fn.countAll<number>().as('total')),
      listing,
      { columns, standard: 'created_at', id: 'users.id' },
    ),
    globalPrompt(db),
  ]);
  return { data: await asUsers(ctx, rows), total, openai_prompt };
}

/** One user. Throws `not_found`. */
export async function oneUser(ctx: Context<'admin'>, { id }: { id: string }) {
  const db = ctx.database.kysely;
  const row = await selectUsersWithPlans(db).select(shown).where('users.id', '=', id).executeTakeFirst();
  if (!row) throw new Problem('not_found');
  return { data: (await asUsers(ctx, [row]))[0]!, openai_prompt: await globalPrompt(db) };
}
