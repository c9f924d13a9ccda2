import { Problem } from '@lectern/contract/problem';
import type { Queryable } from '../../platform/database/database.ts';
import { insertMailToken, lockUser, ownerOfMailToken, spendMailToken, type UserRow } from './store.ts';
import { hashToken, newToken } from './tokens.ts';

type Purpose = 'verify' | 'reset';

/** How long a mailed link works, in milliseconds. The letters say it too. */
const lifetimes: Readonly<Record<Purpose, number>> = { verify: 24 * 3_600_000, reset: 3_600_000 };

/** A token for a mail to the user; the database keeps its hash only. */
export async function issueMailToken(tx: Queryable, userId: string, purpose: Purpose, now: Date): Promise<string> {
  const token = newToken();
  await insertMailToken(tx, {
    hash: hashToken(token),
    userId,
    purpose,
    createdAt: now,
    expiresAt: new Date(now.getTime() + lifetimes[purpose]),
  });
  return token;
}

/**
 * Uses a token up and gives its user, locked for the rest of the transaction.
 * Throws `token_invalid` when it is unknown, used, expired or of another purpose, `deactivated` when its user is.
 */
export async function redeemMailToken(tx: Queryable, token: string, purpose: Purpose, now: Date): Promise<UserRow> {
  const hash = hashToken(token);
  const userId = await ownerOfMailToken(tx, hash);
  if (!userId) throw new Problem('token_invalid');
  // The user first, as registration does: two transactions that lock in one order never wait for each other.
  const user = await lockUser(tx, userId);
  if (!(await spendMailToken(tx, hash, purpose, now))) throw new Problem('token_invalid');
  if (!user.is_active) throw new Problem('deactivated');
  return user;
}
