import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';
import { type Owner, ownerColumns, ownerCondition } from './security/account-ref.ts';
import type { Member } from '../../platform/http/context.ts';
import type { WantedWorkspace } from '../../platform/http/wanted-workspace.ts';
import type { AdministratorRow } from './store.ts';
import { ownerIsActive } from './workspaces/status.ts';
import { leavesColumns, membershipColumns, type RowWithRole } from './workspaces/workspace.ts';

type NewSession = {
  hash: Buffer;
  owner: Owner;
  device: string;
  identityId: string | undefined;
  now: Date;
  expiresAt: Date;
};

export async function insertSession(
  db: Queryable,
  { hash, owner, device, identityId, now, expiresAt }: NewSession,
): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      token_hash: hash,
      ...ownerColumns(owner),
      device,
      identity_id: identityId ?? null,
      created_at: now,
      last_used_at: now,
      expires_at: expiresAt,
    })
    .execute();
}

type Live = { began: Date; lastUsed: Date; identityId: string | null };

export type MemberSession = Live & {
  kind: 'member';
  member: Member;
  workspace: RowWithRole;
  /** The wanted workspace is not open to them. */
  hasLeft: boolean;
  /** When the workspace was used last by who has several. */
  choice: { lastUsed: Date | null } | undefined;
};

/** The owner of a live session. */
export type SessionOwner = MemberSession | (Live & { kind: 'administrator'; administrator: AdministratorRow });

type LiveRow = { session_began: Date; session_used: Date; session_identity: string | null };

const live = (db: Queryable, hash: Buffer, now: Date) =>
  db
    .selectFrom('sessions')
    .where('sessions.token_hash', '=', hash)
    .where('sessions.expires_at', '>', now)
    .select([
      'sessions.created_at as session_began',
      'sessions.last_used_at as session_used',
      'sessions.identity_id as session_identity',
    ]);

const isOfRecording = (id: string) => sql<boolean>`member.workspace_id = coalesce(
  (select workspace_id from videos where id = ${id}), (select workspace_id from uploads where id = ${id}))`;

const workspaceColumns = sql.raw(
  [...membershipColumns, ...leavesColumns].map((column) => `workspaces.${column}`).join(', '),
);

type ChosenMembership = Omit<RowWithRole, 'id'> & {
  workspace_id: string;
  member_used: Date | null;
  memberships: number;
  is_of_recording: boolean;
};

/** The active workspace that a call means: the wanted one, else the last used, else the personal one. Plain SQL, quick to build, since every call asks. */
const membershipFor = ({ recordingId, workspaceId }: WantedWorkspace) => sql`
  select workspaces.id as workspace_id, member.role, member.role_source, member.last_used_at as member_used, ${workspaceColumns},
    count(*) over () as memberships, ${recordingId === undefined ? sql`false` : isOfRecording(recordingId)} as is_of_recording
  from workspace_members as member join workspaces on workspaces.id = member.workspace_id
  where member.user_id = users.id and ${ownerIsActive(sql.raw('member.workspace_id'))}
  order by ${recordingId === undefined ? sql`` : sql`is_of_recording desc nulls last, `}
    ${workspaceId === undefined ? sql`` : sql`member.workspace_id = ${workspaceId} desc, `}
    member.last_used_at desc nulls last, member.workspace_id = member.user_id desc
  limit 1`;

/** The workspace in which a person works who names none; undefined where all of theirs rest with their owners. */
export async function usualWorkspace(db: Queryable, userId: string): Promise<RowWithRole | undefined> {
  const { rows } = await sql<ChosenMembership>`
    select chosen.* from users cross join lateral (${membershipFor({})}) as chosen where users.id = ${userId}`.execute(
    db,
  );
  const [chosen] = rows;
  if (!chosen) return undefined;
  const { workspace_id: id, ...row } = chosen;
  return { id, ...row };
}

/**
 * A live session with whose it is; nobody's for a deactivated member. Every call asks: a member's is one query, with the
 * workspace that the call is about.
 */
export async function sessionWithOwner(
  db: Queryable,
  hash: Buffer,
  now: Date,
  wanted: WantedWorkspace,
): Promise<SessionOwner | undefined> {
  const { rows } = await sql<LiveRow & Member & ChosenMembership>`
    select sessions.created_at as session_began, sessions.last_used_at as session_used,
      sessions.identity_id as session_identity, users.id, users.email, users.firstname, users.lastname, chosen.*
    from sessions join users on users.id = sessions.user_id
    cross join lateral (${membershipFor(wanted)}) as chosen
    where sessions.token_hash = ${hash} and sessions.expires_at > ${now} and users.is_active`.execute(db);
  const [row] = rows;
  if (row) {
    const { session_began: began, session_used: lastUsed, session_identity: identityId, ...both } = row;
    const { id, email, firstname, lastname, ...chosen } = both;
    const { workspace_id, memberships, member_used, is_of_recording, ...columns } = chosen;
    return {
      kind: 'member',
      member: { id, email, firstname, lastname },
      workspace: { id: workspace_id, ...columns },
      hasLeft: wanted.workspaceId !== undefined && !is_of_recording && workspace_id !== wanted.workspaceId,
      choice: memberships > 1 ? { lastUsed: member_used } : undefined,
      began,
      lastUsed,
      identityId,
    };
  }
  const found = await live(db, hash, now)
    .innerJoin('administrators', 'administrators.id', 'sessions.administrator_id')
    .selectAll('administrators')
    .executeTakeFirst();
  if (!found) return undefined;
  const { session_began: began, session_used: lastUsed, session_identity: identityId, ...administrator } = found;
  return { kind: 'administrator', administrator, began, lastUsed, identityId };
}

/** The identity by which a session was opened. */
export async function identityOfSession(db: Queryable, hash: Buffer): Promise<string | undefined> {
  const row = await db.selectFrom('sessions').select('identity_id').where('token_hash', '=', hash).executeTakeFirst();
  return row?.identity_id ?? undefined;
}

export async function sessionBegan(db: Queryable, hash: Buffer): Promise<Date | undefined> {
  const query = db.selectFrom('sessions').select('created_at').where('token_hash', '=', hash);
  return (await query.executeTakeFirst())?.created_at;
}

export async function extendSession(db: Queryable, hash: Buffer, now: Date, expiresAt: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_used_at: now, expires_at: expiresAt })
    .where('token_hash', '=', hash)
    .execute();
}

/** The live sessions of an owner, the one used last first. */
export const activeSessionsOf = (db: Queryable, owner: Owner, now: Date) =>
  db
    .selectFrom('sessions')
    .select(['id', 'device', 'created_at', 'last_used_at', 'expires_at', 'token_hash'])
    .where(...ownerCondition(owner))
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .limit(100)
    .execute();

export const deleteExpiredSessions = (db: Queryable, now: Date) =>
  db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
