import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';
import { type Owner, ownerColumns, ownerCondition } from './security/account-ref.ts';
import type { Member } from '../../platform/http/context.ts';
import type { WantedWorkspace } from '../../platform/http/wanted-workspace.ts';
import type { AdministratorRow } from './store.ts';
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

const workspaceColumns = sql.raw(
  [...membershipColumns, ...leavesColumns].map((column) => `workspaces.${column}`).join(', '),
);

type ChosenMembership = Omit<RowWithRole, 'id'> & {
  workspace_id: string;
  member_used: Date | null;
  has_several: boolean;
  is_of_recording: boolean;
};

const buildRow = ({
  workspace_id: id,
  member_used: _used,
  has_several: _several,
  is_of_recording: _is,
  ...row
}: ChosenMembership): RowWithRole => ({ id, ...row });

/** The workspace in which a person works who names none; undefined where all of theirs rest with their owners. */
export async function usualWorkspace(db: Queryable, userId: string): Promise<RowWithRole | undefined> {
  const { rows } = await sql<ChosenMembership>`
    select chosen.*, ${workspaceColumns} from chosen_workspace(${userId}, null, null) as chosen
    join workspaces on workspaces.id = chosen.workspace_id`.execute(db);
  return rows[0] && buildRow(rows[0]);
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
  const { rows } = await sql<LiveRow & Omit<Member, 'id'> & { user_id: string } & ChosenMembership>`
    select found.*, ${workspaceColumns}
    from open_session(${hash}, ${now}, ${wanted.recordingId ?? null}, ${wanted.workspaceId ?? null}) as found
    join workspaces on workspaces.id = found.workspace_id`.execute(db);
  const [row] = rows;
  if (row) {
    const { session_began: began, session_used: lastUsed, session_identity: identityId, ...both } = row;
    const { user_id: id, email, firstname, lastname, ...chosen } = both;
    return {
      kind: 'member',
      member: { id, email, firstname, lastname },
      workspace: buildRow(chosen),
      hasLeft:
        wanted.workspaceId !== undefined && !chosen.is_of_recording && chosen.workspace_id !== wanted.workspaceId,
      choice: chosen.has_several ? { lastUsed: chosen.member_used } : undefined,
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
