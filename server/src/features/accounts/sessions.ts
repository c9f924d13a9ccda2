import { sessionLifetimes } from '@lectern/contract/rules/session-lifetimes';
import type { UserSession } from '@lectern/contract/accounts/accounts';
import type { Queryable } from '../../platform/database/database.ts';
import type { EventWriter } from '../../platform/events/events.ts';
import { deviceName } from './security/record.ts';
import { type Owner, ownerCondition } from './security/account-ref.ts';
import { insertWorkspace, noteWorkspaceUsed } from './workspaces/members.ts';
import { asPaid } from './workspaces/membership.ts';
import { buildWorkspace, type RowWithRole } from './workspaces/workspace.ts';
import { buildProfile } from './profile.ts';
import type { OwnAccount } from '@lectern/contract/accounts/own-account';
import { extendSession, insertSession, activeSessionsOf, usualWorkspace } from './session-store.ts';
import type { UserRow } from './store.ts';
import { hashToken, newToken } from './secret-tokens.ts';

/** Milliseconds `last_used_at` may be stale: a page that polls every second must not write every second. */
const touchAfter = 60_000;

/** When a session ends that began then and is used now: the sooner of its idle and its absolute end. */
function endOf(owner: Owner, began: Date, now: Date): Date {
  const { idle, absolute } = sessionLifetimes['userId' in owner ? 'member' : 'administrator'];
  return new Date(Math.min(now.getTime() + idle, began.getTime() + absolute));
}

/** A new session, by an identity where a provider opened it; its token leaves the server this once. */
export async function openSession(
  db: Queryable,
  owner: Owner,
  userAgent: string,
  now: Date,
  identityId?: string,
): Promise<string> {
  const token = newToken();
  await insertSession(db, {
    hash: hashToken(token),
    owner,
    device: deviceName(userAgent),
    identityId,
    now,
    expiresAt: endOf(owner, now, now),
  });
  return token;
}

/** The workspace in which a person works next: a new one without a plan where no other is open to them. */
export async function nextWorkspace(world: EventWriter, db: Queryable, userId: string): Promise<RowWithRole> {
  const usual = await usualWorkspace(db, userId);
  if (usual) return usual;
  const insert = (tx: Queryable): Promise<unknown> => insertWorkspace(tx, { userId, name: '' }, world.now());
  await (db.isTransaction ? insert(db) : world.database.transaction(insert));
  return (await usualWorkspace(db, userId))!;
}

/** A new session of a user with what the page shows of them. */
export async function openUserSession(
  world: EventWriter,
  db: Queryable,
  user: UserRow,
  userAgent: string,
  identityId?: string,
): Promise<UserSession> {
  const now = world.now();
  const token = await openSession(db, { userId: user.id }, userAgent, now, identityId);
  const workspace = await asPaid(world, db, await nextWorkspace(world, db, user.id));
  return { ...buildProfile(user, buildWorkspace(workspace, now)), token };
}

/**
 * Moves the idle end of a session on, when it is used and its last use was noted a while ago; never the absolute one.
 */
export async function touchSession(
  db: Queryable,
  { hash, owner, began, lastUsed }: { hash: Buffer; owner: Owner; began: Date; lastUsed: Date },
  now: Date,
): Promise<void> {
  if (now.getTime() - lastUsed.getTime() > touchAfter) await extendSession(db, hash, now, endOf(owner, began, now));
}

/** Notes the use of a workspace, when the last was noted a while ago. */
export async function touchWorkspace(
  db: Queryable,
  { lastUsed, ...membership }: { userId: string; workspaceId: string; lastUsed: Date | null },
  now: Date,
): Promise<void> {
  if (now.getTime() - (lastUsed?.getTime() ?? 0) > touchAfter) await noteWorkspaceUsed(db, membership, now);
}

export async function endSession(db: Queryable, hash: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', hash).execute();
}

/** Ends every session that an identity has opened. */
export async function endSessionsOfIdentity(db: Queryable, identityId: string): Promise<void> {
  await db.deleteFrom('sessions').where('identity_id', '=', identityId).execute();
}

/** False when the owner has no such session. */
export async function endSessionById(db: Queryable, owner: Owner, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where(...ownerCondition(owner))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Ends every session of an owner, but one where it is told; gives how many. */
export async function endSessions(db: Queryable, owner: Owner, but?: Buffer): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where(...ownerCondition(owner))
    .$if(but !== undefined, (query) => query.where('token_hash', '<>', but!))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Ends every session of a member. */
export const endSessionsOf = (db: Queryable, userId: string): Promise<number> => endSessions(db, { userId });

/** The live sessions of somebody, for their own page; `current` is the one they ask in. */
export async function listSessions(
  db: Queryable,
  owner: Owner,
  current: Buffer,
  now: Date,
): Promise<OwnAccount['sessions']> {
  const rows = await activeSessionsOf(db, owner, now);
  return rows.map(({ id, device, created_at, last_used_at, expires_at, token_hash }) => ({
    id,
    device: device || 'Unknown device',
    began: created_at.toISOString(),
    last_used: last_used_at.toISOString(),
    ends: expires_at.toISOString(),
    current: token_hash.equals(current),
  }));
}
