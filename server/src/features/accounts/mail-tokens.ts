import { Problem } from '@lectern/contract/problem';
import { hour } from '@lectern/contract/rules/durations';
import type { Queryable } from '../../platform/database/database.ts';
import { insertMailToken, type MailTokenRow, mailTokenByHash, type Purpose, type Subject } from './mail-token-store.ts';
import { hashToken, newToken } from './secret-tokens.ts';

/** How long a mailed link works, in milliseconds. The letters say it too. */
const lifetimes: Readonly<Record<Purpose, number>> = { verify: 24 * hour, reset: hour, address: 24 * hour };

/** The token in an emailed link, and its expiry. */
export type MailToken = { token: string; ends: Date };

/** A token for a mail; the database keeps its hash only. */
export async function issueMailToken(tx: Queryable, subject: Subject, purpose: Purpose, now: Date): Promise<MailToken> {
  const token = newToken();
  const ends = new Date(now.getTime() + lifetimes[purpose]);
  await insertMailToken(tx, {
    hash: hashToken(token),
    subject,
    purpose,
    createdAt: now,
    expiresAt: ends,
  });
  return { token, ends };
}

/**
 * Returns a token's subject, to be locked before `spendMailToken`; one lock order avoids deadlocks. Throws
 * `token_invalid` for a token of another purpose.
 */
export async function findTokenSubject(tx: Queryable, token: string, purpose: Purpose): Promise<MailTokenRow> {
  const row = await mailTokenByHash(tx, hashToken(token), purpose);
  if (!row) throw new Problem('token_invalid');
  return row;
}
