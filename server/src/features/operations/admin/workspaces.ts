import {
  type AdminMember,
  type AdminWorkspace,
  adminWorkspaceRoutes,
  type WorkspaceOfUser,
} from '@lectern/contract/operations/admin-workspaces';
import type { TableQuery } from '@lectern/contract/operations/admin';
import { Problem } from '@lectern/contract/problem';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Context } from '../../../platform/http/context.ts';
import { feature } from '../../../platform/http/serve.ts';
import { workspaceName } from '../../accounts/workspaces/members.ts';
import { ownerIsActive } from '../../accounts/workspaces/status.ts';
import { tokenBalancesOf } from '../../billing/tokens/balances.ts';
import { buildSearchPattern, loadPage } from './paging.ts';
import { selectPresentUsers, userSearchText } from './users.ts';

/** In a query of `workspaces`: how many people are in one. */
const countPeople = sql<number>`(select count(*) from workspace_members where workspace_id = workspaces.id)`;
/** The same of recordings; the sample is none. */
const countRecordings = sql<number>`(select count(*) from videos
  where videos.workspace_id = workspaces.id and deleted_at is null and not is_sample)`;

const columns = {
  name: 'shown_name',
  people: 'people',
  plan: 'plan',
  recordings: 'recordings',
  membership_end: 'membership_end',
  created_at: 'workspaces.created_at',
};

/** Workspaces of this name, or with a person of this name or address in them. */
const found = (db: Queryable, like: string) =>
  db
    .selectFrom('workspaces')
    .select('id')
    .where(sql`lower(name)`, 'like', like)
    .union(
      db
        .selectFrom('workspace_members')
        .select('workspace_id as id')
        .where('user_id', 'in', db.selectFrom('users').select('id').where(userSearchText, 'like', like)),
    );

async function listWorkspaces(
  { database }: Context<'admin'>,
  listing: TableQuery,
): Promise<{ data: AdminWorkspace[]; total: number }> {
  const db = database.kysely;
  const like = buildSearchPattern(listing.q);
  const matching = db
    .selectFrom('workspaces')
    .$if(like !== undefined, (query) => query.where('workspaces.id', 'in', found(db, like!)));
  const { rows, total } = await loadPage(
    matching
      .leftJoin('users', 'users.id', 'workspaces.id')
      .select(['workspaces.id', 'email', 'plan', 'subscription_status', 'membership_start', 'membership_end'])
      .select(['workspaces.created_at', 'workspaces.deletion_requested_at', workspaceName.as('shown_name')])
      .select([countPeople.as('people'), countRecordings.as('recordings')])
      .select(ownerIsActive(sql.ref('workspaces.id')).as('is_active')),
    matching.select((eb) => eb.fn.countAll<number>().as('total')),
    listing,
    { columns, standard: 'created_at', id: 'workspaces.id' },
  );
  const balances = await tokenBalancesOf(db, rows);
  return {
    total,
    data: rows.map(({ id, email, shown_name, deletion_requested_at, is_active, ...row }) => ({
      ...row,
      _id: id,
      name: shown_name,
      personal_of: email,
      token_balance: balances.get(id) ?? 0,
      state: deletion_requested_at ? 'deleting' : is_active ? 'active' : 'resting',
      membership_start: row.membership_start?.toISOString() ?? null,
      membership_end: row.membership_end?.toISOString() ?? null,
      created_at: row.created_at.toISOString(),
    })),
  };
}

const membersOf = (db: Queryable, workspaceIds: readonly string[]) =>
  db
    .selectFrom('workspace_members')
    .innerJoin('users', 'users.id', 'workspace_members.user_id')
    .select(['workspace_id', 'users.id as _id', 'firstname', 'lastname', 'email', 'role', 'is_active'])
    .where('workspace_id', 'in', workspaceIds)
    .orderBy('workspace_members.created_at')
    .orderBy('users.id')
    .execute();

/** Throws `not_found`. */
async function peopleOf({ database }: Context<'admin'>, { id }: { id: string }): Promise<{ data: AdminMember[] }> {
  const people = await membersOf(database.kysely, [id]);
  if (people.length === 0) throw new Problem('not_found');
  return { data: people };
}

/** Throws `not_found`. */
async function workspacesOfUser(
  { database }: Context<'admin'>,
  { id }: { id: string },
): Promise<{ data: WorkspaceOfUser[] }> {
  const db = database.kysely;
  if (!(await selectPresentUsers(db).select('id').where('id', '=', id).executeTakeFirst()))
    throw new Problem('not_found');
  const rows = await db
    .selectFrom('workspace_members as own')
    .innerJoin('workspaces', 'workspaces.id', 'own.workspace_id')
    .select(['workspaces.id', 'own.role', 'plan', workspaceName.as('name')])
    .select([countPeople.as('people'), countRecordings.as('recordings')])
    .where('own.user_id', '=', id)
    .orderBy(sql`workspaces.id <> ${id}`)
    .orderBy(sql`own.role <> 'owner'`)
    .orderBy('own.created_at')
    .orderBy('workspaces.id')
    .execute();
  if (rows.length === 0) return { data: [] };
  const members = Map.groupBy(
    await membersOf(
      db,
      rows.map((row) => row.id),
    ),
    ({ workspace_id }) => workspace_id,
  );
  return {
    data: rows.map(({ id: workspaceId, ...row }) => {
      const others = (members.get(workspaceId) ?? []).filter(({ _id }) => _id !== id);
      const isOwned = others.some(({ role, is_active }) => role === 'owner' && is_active);
      const heirs = row.role === 'owner' && !isOwned ? others : [];
      return {
        ...row,
        _id: workspaceId,
        is_personal: workspaceId === id,
        heirs: heirs.map(({ _id, firstname, lastname, email }) => ({ _id, name: `${firstname} ${lastname}`, email })),
      };
    }),
  };
}

export const adminWorkspaces = feature(adminWorkspaceRoutes, {
  workspaces: listWorkspaces,
  people: peopleOf,
  ofUser: workspacesOfUser,
});
