import type { Selectable } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';

export type Purpose = Tables['mail_tokens']['purpose'];

/** The subject of an emailed link: a user or a registration. */
export type Subject = { userId: string; email?: string } | { registrationId: string };

export type MailTokenRow = Pick<Selectable<Tables['mail_tokens']>, 'user_id' | 'registration_id' | 'email'>;

export async function insertMailToken(
  tx: Queryable,
  token: { hash: Buffer; subject: Subject; purpose: Purpose; createdAt: Date; expiresAt: Date },
): Promise<void> {
  const { subject } = token;
  await tx
    .insertInto('mail_tokens')
    .values({
      token_hash: token.hash,
      ...('userId' in subject
        ? { user_id: subject.userId, email: subject.email ?? null }
        : { registration_id: subject.registrationId }),
      purpose: token.purpose,
      created_at: token.createdAt,
      expires_at: token.expiresAt,
    })
    .execute();
}

/** Returns the subject of a token, even if the token is no longer valid. */
export const mailTokenByHash = (db: Queryable, hash: Buffer, purpose: Purpose): Promise<MailTokenRow | undefined> =>
  db
    .selectFrom('mail_tokens')
    .select(['user_id', 'registration_id', 'email'])
    .where('token_hash', '=', hash)
    .where('purpose', '=', purpose)
    .executeTakeFirst();

/** The address of the account, or of the registration, that a token names which would be taken now. */
export async function emailOfValidToken(
  db: Queryable,
  hash: Buffer,
  purpose: Purpose,
  now: Date,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('mail_tokens')
    .leftJoin('users', 'users.id', 'mail_tokens.user_id')
    .leftJoin('registrations', 'registrations.id', 'mail_tokens.registration_id')
    .select((eb) => eb.fn.coalesce('users.email', 'registrations.email').as('email'))
    .where('mail_tokens.token_hash', '=', hash)
    .where('mail_tokens.purpose', '=', purpose)
    .where('mail_tokens.used_at', 'is', null)
    .where('mail_tokens.expires_at', '>', now)
    .executeTakeFirst();
  return row?.email ?? undefined;
}

/** Uses a live token up. Of two calls with it, at the same moment too, one gets true. */
export async function spendMailToken(tx: Queryable, hash: Buffer, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('mail_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/**
 * Marks links of confirmed registrations as used and assigns them to the user, for the message on reopening. Their
 * hashes expire at `until`.
 */
export async function markRegistrationTokensSpent(
  tx: Queryable,
  registrationIds: string[],
  { userId, now, until }: { userId: string; now: Date; until: Date },
): Promise<void> {
  await tx
    .updateTable('mail_tokens')
    .set({ user_id: userId, registration_id: null, used_at: now, expires_at: until })
    .where('registration_id', 'in', registrationIds)
    .where('purpose', '=', 'verify')
    .execute();
}

export async function deleteMailTokens(tx: Queryable, userId: string, purpose: Purpose): Promise<void> {
  await tx.deleteFrom('mail_tokens').where('user_id', '=', userId).where('purpose', '=', purpose).execute();
}

export const deleteExpiredMailTokens = (db: Queryable, now: Date) =>
  db.deleteFrom('mail_tokens').where('expires_at', '<=', now).execute();
