import type { UserSession } from '@lectern/contract/accounts';
import type { Queryable } from '../../platform/database/database.ts';
import { asMember, profileOf } from './profile.ts';
import { extendSession, insertSession, type UserRow } from './store.ts';

export { deleteSession as endSession, deleteSessionsOfUser as endSessionsOf } from './store.ts';
import { hashToken, newToken } from './tokens.ts';

const day = 86_400_000;
/** A session ends so long after its last use. */
const lifetime = 30 * day;
/** How stale `last_used_at` may be: a page that polls every second must not write every second. */
const touchAfter = 5 * 60_000;

const endFrom = (now: Date): Date => new Date(now.getTime() + lifetime);

/** A new session of a user; its token leaves the server this once. */
export async function openSession(db: Queryable, user: UserRow, now: Date): Promise<UserSession> {
  const token = newToken();
  const hash = hashToken(token);
  await insertSession(db, hash, { userId: user.id }, now, endFrom(now));
  return { ...profileOf(asMember(user, hash, now)), token };
}

/** Moves the end of a session on, when it is used and its last use was noted a while ago. */
export async function touchSession(db: Queryable, hash: Buffer, lastUsedAt: Date, now: Date): Promise<void> {
  if (now.getTime() - lastUsedAt.getTime() > touchAfter) await extendSession(db, hash, now, endFrom(now));
}
