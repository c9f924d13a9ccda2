import type { Queryable } from '../../platform/database/database.ts';
import { type Owner, ownerColumns, ownerCondition } from './security/account-ref.ts';
import type { Member } from '../../platform/http/context.ts';
import type { AdministratorRow } from './store.ts';
import { type MembershipRow, membershipColumns } from './workspaces/workspace.ts';

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

/** The owner of a live session. */
export type SessionOwner = { began: Date; lastUsed: Date; identityId: string | null } & (
  | { kind: 'member'; member: Member; workspace: MembershipRow }
  | { kind: 'administrator'; administrator: AdministratorRow }
);

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

/** A live session with whose it is; nobody's for a deactivated member. Every call asks: a member's is one query. */
export async function sessionWithOwner(db: Queryable, hash: Buffer, now: Date): Promise<SessionOwner | undefined> {
  const row = await live(db, hash, now)
    .innerJoin('users', 'users.id', 'sessions.user_id')
    // Everybody works in their personal workspace.
    .innerJoin('workspaces', 'workspaces.id', 'users.id')
    .where('users.is_active', '=', true)
    .select(['users.id', 'users.email', 'users.firstname', 'users.lastname'])
    .select(membershipColumns.map((column) => `workspaces.${column}` as const))
    .executeTakeFirst();
  if (row) {
    const { session_began: began, session_used: lastUsed, session_identity: identityId, ...both } = row;
    const { email, firstname, lastname, ...workspace } = both;
    const member = { id: row.id, email, firstname, lastname };
    return { kind: 'member', member, workspace, began, lastUsed, identityId };
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
