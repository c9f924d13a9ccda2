import type { OwnWorkspace } from '@lectern/contract/accounts/workspaces';
import { Problem } from '@lectern/contract/problem';
import { sql } from 'kysely';
import type { Context } from '../../../platform/http/context.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { startTrial } from './membership.ts';
import { insertWorkspace, lockMembershipsOf, workspaceName } from './members.ts';
import { ownerIsActive } from './status.ts';
import { callerInLog, writeLog } from './workspace-log.ts';
import { lockPeople } from './workspace.ts';

/** In how many workspaces a person may be who makes another. */
const mostWorkspaces = 20;

const isInvitedTo = sql<boolean>`exists (select from invitations where invitations.workspace_id = workspaces.id
  and accepted_at is null and revoked_at is null)`;

/** Whether others are in a workspace, or invited to it. */
export const isShared = sql<boolean>`${isInvitedTo} or (select count(*) from workspace_members
  where workspace_members.workspace_id = workspaces.id) > 1`;

const rowsOf = (db: Queryable, userId: string) =>
  db
    .selectFrom('workspace_members as own')
    .innerJoin('workspaces', 'workspaces.id', 'own.workspace_id')
    .select(['workspaces.id', 'own.role', workspaceName.as('name')])
    .select(isShared.as('is_shared'))
    .select(sql<boolean>`membership_start is not null or membership_end is not null`.as('started'))
    .select(({ selectFrom, fn }) =>
      selectFrom('workspace_members as each')
        .select(fn.countAll<number>().as('n'))
        .whereRef('each.workspace_id', '=', 'workspaces.id')
        .as('people'),
    )
    .where('own.user_id', '=', userId)
    .where(ownerIsActive(sql.ref('workspaces.id')))
    .orderBy('own.created_at')
    .orderBy('workspaces.id')
    .execute();

/** Workspaces in which a person is alone: they go with the account. */
export async function workspacesAlone(db: Queryable, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('workspace_members')
    .select('workspace_id')
    .groupBy('workspace_id')
    .having(sql`count(*)`, '=', 1)
    .having(sql`bool_and(user_id = ${userId})`, '=', true)
    .where(
      'workspace_id',
      'in',
      db.selectFrom('workspace_members').select('workspace_id').where('user_id', '=', userId),
    )
    .orderBy('workspace_id')
    .execute();
  return rows.map(({ workspace_id: id }) => id);
}

/** The workspaces that are open to the caller, those they came to first first. */
export async function listWorkspaces({ database, member }: Context<'person'>): Promise<{ data: OwnWorkspace[] }> {
  const rows = await rowsOf(database.kysely, member.id);
  return { data: rows.map((row) => ({ ...row, people: row.people ?? 0, is_personal: row.id === member.id })) };
}

/** Throws `workspaces_too_many`. */
export async function createWorkspace(ctx: Context<'person'>, { name }: { name: string }): Promise<{ id: string }> {
  const { database, member, now } = ctx;
  const id = await database.transaction(async (tx) => {
    if ((await lockMembershipsOf(tx, member.id)) >= mostWorkspaces) throw new Problem('workspaces_too_many');
    const workspaceId = await insertWorkspace(tx, { userId: member.id, name }, now());
    const object = { kind: 'workspace', id: workspaceId } as const;
    await writeLog(tx, { ...callerInLog(ctx), workspaceId, action: 'workspace.created', object });
    return workspaceId;
  });
  return { id };
}

/** Begins the trial of the caller's personal workspace, which has had none. Throws `trial_begun`. */
export async function startOwn({ database, member, now }: Context<'person'>): Promise<{ id: string }> {
  const { id } = member;
  await database.transaction(async (tx) => {
    const own = (await rowsOf(tx, id)).find((row) => row.id === id);
    if (!own || own.role !== 'owner') throw new Problem('trial_begun');
    const { membership_start: start, membership_end: end } = await lockPeople(tx, id);
    if (start !== null || end !== null) throw new Problem('trial_begun');
    await startTrial(tx, id, { plan: 'free', wantedPlan: null }, now());
  });
  return { id };
}
