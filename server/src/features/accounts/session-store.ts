import type { Queryable } from '../../platform/database/database.ts';
import { type Owner, ownerColumns, ownerCondition } from './security/account-ref.ts';
import type { Member } from '../../platform/http/context.ts';
import type { AdministratorRow } from './store.ts';
import { type MembershipRow, membershipColumns } from './workspaces/workspace.ts';

type NewSession = { hash: Buffer; owner: Owner; device: string; now: Date; expiresAt: Date };

export async function insertSession(db: Queryable, { hash, owner, device, now, expiresAt }: NewSession): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      token_hash: hash,
      ...ownerColumns(owner),
      device,
      created_at: now,
      last_used_at: now,
      expires_at: expiresAt,
    })
    .execute();
}

/** The owner of a live session. */
export type SessionOwner = { began: Date; lastUsed: Date } & (
  | { kind: 'member'; member: Member; workspace: MembershipRow }
  | { kind: 'administrator'; administrator: AdministratorRow }
);

const live = (db: Queryable, hash: Buffer, now: Date) =>
  db
    .selectFrom('sessions')
    .where('sessions.token_hash', '=', hash)
    .where('sessions.expires_at', '>', now)
    .select(['sessions.created_at as session_began', 'sessions.last_used_at as session_used']);

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
    const { session_began: began, session_used: lastUsed, email, firstname, lastname, ...workspace } = row;
    return { kind: 'member', member: { id: row.id, email, firstname, lastname }, workspace, began, lastUsed };
  }
  const found = await live(db, hash, now)
    .innerJoin('administrators', 'administrators.id', 'sessions.administrator_id')
    .selectAll('administrators')
    .executeTakeFirst();
  if (!found) return undefined;
  const { session_began: began, session_used: lastUsed, ...administrator } = found;
  return { kind: 'administrator', administrator, began, lastUsed };
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
