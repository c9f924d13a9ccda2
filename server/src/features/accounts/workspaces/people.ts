import type { Invitation, WorkspacePerson, WorkspaceState } from '@lectern/contract/accounts/workspaces';
import { Problem } from '@lectern/contract/problem';
import { sql } from 'kysely';
import { type Context, requireRight } from '../../../platform/http/context.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { lockAs } from './change-role.ts';
import { handOverOf } from './hand-over.ts';
import { openInvitationsOf } from './invitation-rows.ts';
import { memberOf, workspaceName } from './members.ts';
import { isShared } from './own-workspaces.ts';
import { placesOf } from './seats.ts';
import { callerInLog, writeLog } from './workspace-log.ts';
import { changeWorkspace } from './workspace.ts';

type Names = { id: string; firstname: string; lastname: string };
const namesOf = ({ id, firstname, lastname }: Names): Names => ({ id, firstname, lastname });

/** The offer of a workspace, for owners and for whom it is made to. */
async function readHandOver({ workspace, member, now }: Context<'member'>, db: Queryable) {
  const { id: workspaceId, role } = workspace;
  const offer = await handOverOf(db, workspaceId, now());
  if (!offer || (role !== 'owner' && offer.to_user !== member.id)) return null;
  return {
    from: namesOf(await memberOf(db, { workspaceId, userId: offer.from_user })),
    to: namesOf(await memberOf(db, { workspaceId, userId: offer.to_user })),
    ends: offer.expires_at.toISOString(),
    is_for_you: offer.to_user === member.id,
  };
}

/** The workspace of a call as its people see it. */
export async function readState(ctx: Context<'member'>): Promise<{ data: WorkspaceState }> {
  const { workspace, member } = ctx;
  const data = await ctx.database.snapshot(async (db) => {
    const row = await db
      .selectFrom('workspaces')
      .innerJoin('workspace_members as own', 'own.workspace_id', 'workspaces.id')
      .select(['name', 'billing_by_admins', 'viewers_ask', 'viewers_download', 'own.voice_consent'])
      .select([isShared.as('is_shared'), workspaceName.as('shown_name')])
      .where('workspaces.id', '=', workspace.id)
      .where('own.user_id', '=', member.id)
      .executeTakeFirst();
    if (!row) throw new Problem('workspace_left');
    return {
      id: workspace.id,
      ...row,
      role: workspace.role,
      rights: workspace.rights,
      ...(await placesOf(ctx, db, workspace)),
      handover: await readHandOver(ctx, db),
    };
  });
  return { data };
}

/** When each was here last: those of one workspace are seen by their sessions. */
const lastSeen = sql<Date | null>`coalesce(seat.last_used_at, case when
  (select count(*) from workspace_members where workspace_members.user_id = users.id) = 1
  then (select max(sessions.last_used_at) from sessions where sessions.user_id = users.id) end)`;

const openLinks = (workspaceId: string, now: Date) => sql<number>`(
  select count(*) from shares join videos on videos.id = shares.video_id
  where shares.created_by = users.id and videos.workspace_id = ${workspaceId} and videos.deleted_at is null
    and shares.revoked_at is null and (shares.ends_at is null or shares.ends_at > ${now})
)`;

async function readInvitations(db: Queryable, workspaceId: string, now: Date): Promise<Invitation[]> {
  const rows = await openInvitationsOf(db, workspaceId);
  return rows.map(({ inviter, created_at, expires_at, ...row }) => ({
    ...row,
    invited_by: inviter,
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
    expired: expires_at <= now,
  }));
}

/** The people of a workspace; emails and invitations only for those who manage them. */
export async function listPeople({
  database,
  workspace: { id, rights },
  member,
  now: clock,
}: Context<'member'>): Promise<{ data: { people: WorkspacePerson[]; invitations: Invitation[] | null } }> {
  const db = database.kysely;
  const now = clock();
  const rows = await db
    .selectFrom('workspace_members as seat')
    .innerJoin('users', 'users.id', 'seat.user_id')
    .select(['users.id', 'users.firstname', 'users.lastname', 'users.email', 'seat.role'])
    .select([lastSeen.as('last_seen'), openLinks(id, now).as('links')])
    .where('seat.workspace_id', '=', id)
    .orderBy('seat.created_at')
    .orderBy('users.id')
    .execute();
  const people = rows.map(({ email, last_seen, ...row }) => ({
    ...row,
    email: rights.manage ? email : null,
    last_seen: (rights.manage && last_seen?.toISOString()) || null,
    is_you: row.id === member.id,
  }));
  return { data: { people, invitations: rights.manage ? await readInvitations(db, id, now) : null } };
}

type Given = { name?: string; viewers_ask?: boolean; viewers_download?: boolean; billing_by_admins?: boolean };
type Settings = { [Name in keyof Given]: Given[Name] | undefined };

/** Throws `nothing_to_change`, and `role_too_low` where an owner alone decides. */
export async function changeSettings(ctx: Context<'member'>, settings: Settings): Promise<{ msg: string }> {
  const given: Given = JSON.parse(JSON.stringify(settings));
  if (Object.keys(given).length === 0) throw new Problem('nothing_to_change');
  if ('billing_by_admins' in given) requireRight(ctx, 'own');
  await ctx.database.transaction(async (tx) => {
    await lockAs(ctx, tx, 'billing_by_admins' in given ? 'own' : 'manage');
    await changeWorkspace(tx, ctx.workspace.id, given);
    await writeLog(tx, {
      ...callerInLog(ctx),
      action: 'workspace.changed',
      object: { kind: 'workspace', id: ctx.workspace.id },
      detail: given,
    });
  });
  return { msg: 'The settings of the workspace have been saved.' };
}
