import { Problem } from '@lectern/contract/problem';
import type { World } from '../../platform/http/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { queueEmail } from '../mail/queue-email.ts';
import { alreadyRegisteredEmail, newEmailConfirmationEmail } from './emails.ts';
import { deleteMailTokens, spendMailToken } from './mail-token-store.ts';
import { issueMailToken, findTokenSubject } from './mail-tokens.ts';
import { deleteRegistrationsOf } from './registration-store.ts';
import { lockUser, setUserEmail, userByEmail, type UserRow } from './store.ts';
import { hashToken } from './secret-tokens.ts';

/** Mails the link with which the account gets a new address; an earlier one dies. */
export async function requestEmailChange(
  world: World,
  tx: Queryable,
  member: { id: string },
  email: string,
): Promise<void> {
  await deleteMailTokens(tx, member.id, 'address');
  const taken = await userByEmail(tx, email);
  if (taken) return queueEmail(world, tx, email, 'already-registered', alreadyRegisteredEmail(world, taken));
  const link = await issueMailToken(tx, { userId: member.id, email }, 'address', world.now());
  await queueEmail(world, tx, email, 'new-address', newEmailConfirmationEmail(world, link));
}

/**
 * Uses up the token, invalidates links sent to the old email, and returns the previous user and new email. Throws
 * `token_invalid`, also for a taken email, and `deactivated`.
 */
export async function applyEmailChange(
  tx: Queryable,
  token: string,
  now: Date,
): Promise<{ user: UserRow; email: string }> {
  const { user_id, email } = await findTokenSubject(tx, token, 'address');
  if (user_id === null || email === null) throw new Problem('token_invalid');
  const user = await lockUser(tx, user_id);
  if (!(await spendMailToken(tx, hashToken(token), now))) throw new Problem('token_invalid');
  if (!user.is_active) throw new Problem('deactivated');
  if (!(await setUserEmail(tx, user_id, email))) throw new Problem('token_invalid');
  await deleteMailTokens(tx, user_id, 'reset');
  await deleteMailTokens(tx, user_id, 'verify');
  await deleteMailTokens(tx, user_id, 'address');
  await deleteRegistrationsOf(tx, email);
  return { user, email };
}
