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

/**
 * Selects a person's memberships in active workspaces, as a call means them: the wanted one first, then the last used,
 * then the personal one.
 */
const membershipsFor = (db: Queryable, { recordingId, workspaceId }: WantedWorkspace) =>
  db
    .selectFrom('workspace_members as member')
    .innerJoin('workspaces', 'workspaces.id', 'member.workspace_id')
    .where('member.user_id', '=', sql.ref<string>('users.id'))
    .where(ownerIsActive(sql.ref('member.workspace_id')))
    .select([
      'workspaces.id as workspace_id',
      'member.role',
      'member.role_source',
      'member.last_used_at as member_used',
    ])
    .select([...membershipColumns, ...leavesColumns].map((column) => `workspaces.${column}` as const))
    .select(sql<number>`count(*) over ()`.as('memberships'))
    .select((recordingId === undefined ? sql<boolean>`false` : isOfRecording(recordingId)).as('is_of_recording'))
    .$if(recordingId !== undefined, (query) => query.orderBy('is_of_recording', (order) => order.desc().nullsLast()))
    .$if(workspaceId !== undefined, (query) => query.orderBy(sql`member.workspace_id = ${workspaceId}`, 'desc'))
    .orderBy('member.last_used_at', (order) => order.desc().nullsLast())
    .orderBy(sql`member.workspace_id = member.user_id`, 'desc')
    .limit(1);

/** The workspace in which a person works who names none; undefined where all of theirs rest with their owners. */
export async function usualWorkspace(db: Queryable, userId: string): Promise<RowWithRole | undefined> {
  const chosen = await db
    .selectFrom('users')
    .innerJoinLateral(membershipsFor(db, {}).as('chosen'), (join) => join.onTrue())
    .where('users.id', '=', userId)
    .selectAll('chosen')
    .executeTakeFirst();
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
  const row = await live(db, hash, now)
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .innerJoinLateral(membershipsFor(db, wanted).as('chosen'), (join) => join.onTrue())
    .where('users.is_active', '=', true)
    .select(['users.id', 'users.email', 'users.firstname', 'users.lastname'])
    .selectAll('chosen')
    .executeTakeFirst();
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
