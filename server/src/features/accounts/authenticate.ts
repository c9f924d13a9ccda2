import type { Authenticate } from '../../platform/serve.ts';
import { asMember } from './profile.ts';
import { touchSession } from './sessions.ts';
import { sessionWithOwner } from './store.ts';
import { hashToken } from './tokens.ts';

/** A live session's member or administrator; nobody for a deactivated member. */
export const authenticate: Authenticate = async ({ database, now: clock }, token) => {
  const now = clock();
  const sessionHash = hashToken(token);
  const session = await sessionWithOwner(database.kysely, sessionHash, now);
  if (!session) return undefined;
  await touchSession(database.kysely, sessionHash, session.last_used_at, now);
  const { user, administrator } = session;
  if (administrator)
    return { kind: 'administrator', administrator: { id: administrator.id, email: administrator.email, sessionHash } };
  return user && { kind: 'member', member: asMember(user, sessionHash, now) };
};
