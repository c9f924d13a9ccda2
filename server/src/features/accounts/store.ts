import type { Plan } from '@lectern/contract/accounts';
import { type Selectable, sql } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';

export type UserRow = Selectable<Tables['users']>;
export type AdministratorRow = Selectable<Tables['administrators']>;

/** What a registration brings; the email is in lower case. */
export type NewUser = {
  email: string;
  firstname: string;
  lastname: string;
  passwordHash: string;
  plan: Plan;
  wantedPlan: 'professional' | null;
};

const asColumns = ({ email, firstname, lastname, passwordHash, plan, wantedPlan }: NewUser) => ({
  email,
  firstname,
  lastname,
  password_hash: passwordHash,
  plan,
  wanted_plan: wantedPlan,
});

/** Undefined when the address is taken. */
export const insertUser = (db: Queryable, user: NewUser): Promise<UserRow | undefined> =>
  db
    .insertInto('users')
    .values(asColumns(user))
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
    .returningAll()
    .executeTakeFirst();

export const replaceRegistration = (tx: Queryable, id: string, user: NewUser): Promise<UserRow> =>
  tx.updateTable('users').set(asColumns(user)).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

export const userByEmail = (db: Queryable, email: string): Promise<UserRow | undefined> =>
  db
    .selectFrom('users')
    .selectAll()
    .where(sql`lower(email)`, '=', email)
    .executeTakeFirst();

/** Keeps everybody else from the account until the transaction ends. */
export const lockUserByEmail = (tx: Queryable, email: string): Promise<UserRow | undefined> =>
  tx
    .selectFrom('users')
    .selectAll()
    .where(sql`lower(email)`, '=', email)
    .forUpdate()
    .executeTakeFirst();

export const lockUser = (tx: Queryable, id: string): Promise<UserRow> =>
  tx.selectFrom('users').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();

export const startMembership = (tx: Queryable, id: string, start: Date, end: Date): Promise<UserRow> =>
  tx
    .updateTable('users')
    .set({ verified_at: start, membership_start: start, membership_end: end })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

export async function setPassword(tx: Queryable, userId: string, passwordHash: string): Promise<void> {
  await tx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute();
}

type MailToken = { hash: Buffer; userId: string; purpose: 'verify' | 'reset'; createdAt: Date; expiresAt: Date };

export async function insertMailToken(tx: Queryable, token: MailToken): Promise<void> {
  await tx
    .insertInto('mail_tokens')
    .values({
      token_hash: token.hash,
      user_id: token.userId,
      purpose: token.purpose,
      created_at: token.createdAt,
      expires_at: token.expiresAt,
    })
    .execute();
}

/** Whom a token was made for, be it still good or not. */
export async function ownerOfMailToken(db: Queryable, hash: Buffer): Promise<string | undefined> {
  const row = await db.selectFrom('mail_tokens').select('user_id').where('token_hash', '=', hash).executeTakeFirst();
  return row?.user_id;
}

/** Uses a live token up. Of two calls with it, at the same moment too, one gets true. */
export async function spendMailToken(
  tx: Queryable,
  hash: Buffer,
  purpose: 'verify' | 'reset',
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('mail_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function deleteMailTokens(tx: Queryable, userId: string, purpose: 'verify' | 'reset'): Promise<void> {
  await tx.deleteFrom('mail_tokens').where('user_id', '=', userId).where('purpose', '=', purpose).execute();
}

type Owner = { userId: string } | { administratorId: string };

export async function insertSession(
  db: Queryable,
  hash: Buffer,
  owner: Owner,
  now: Date,
  expiresAt: Date,
): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      token_hash: hash,
      ...('userId' in owner ? { user_id: owner.userId } : { administrator_id: owner.administratorId }),
      created_at: now,
      last_used_at: now,
      expires_at: expiresAt,
    })
    .execute();
}

export type SessionOwner = {
  user: UserRow | undefined;
  administrator: AdministratorRow | undefined;
  last_used_at: Date;
};

/** A live session with whose it is: neither for a deactivated member. */
export async function sessionWithOwner(db: Queryable, hash: Buffer, now: Date): Promise<SessionOwner | undefined> {
  const session = await db
    .selectFrom('sessions')
    .select(['user_id', 'administrator_id', 'last_used_at'])
    .where('token_hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (!session) return undefined;
  const { user_id, administrator_id, last_used_at } = session;
  const user = user_id
    ? await db
        .selectFrom('users')
        .selectAll()
        .where('id', '=', user_id)
        .where('is_active', '=', true)
        .executeTakeFirst()
    : undefined;
  const administrator = administrator_id
    ? await db.selectFrom('administrators').selectAll().where('id', '=', administrator_id).executeTakeFirst()
    : undefined;
  return { user, administrator, last_used_at };
}

export async function extendSession(db: Queryable, hash: Buffer, now: Date, expiresAt: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_used_at: now, expires_at: expiresAt })
    .where('token_hash', '=', hash)
    .execute();
}

export async function deleteSession(db: Queryable, hash: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', hash).execute();
}

export async function deleteSessionsOfUser(tx: Queryable, userId: string): Promise<void> {
  await tx.deleteFrom('sessions').where('user_id', '=', userId).execute();
}

export async function deleteSessionsOfAdministrator(tx: Queryable, administratorId: string): Promise<void> {
  await tx.deleteFrom('sessions').where('administrator_id', '=', administratorId).execute();
}

/** Sessions and tokens that have run out. */
export async function deleteExpired(db: Queryable, now: Date): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
  await db.deleteFrom('mail_tokens').where('expires_at', '<=', now).execute();
}

export const administratorByEmail = (db: Queryable, email: string): Promise<AdministratorRow | undefined> =>
  db
    .selectFrom('administrators')
    .selectAll()
    .where(sql`lower(email)`, '=', email)
    .executeTakeFirst();

export const anyAdministrator = (db: Queryable): Promise<{ id: string } | undefined> =>
  db.selectFrom('administrators').select('id').limit(1).executeTakeFirst();

/** Undefined when another process was faster. */
export const insertAdministrator = (
  db: Queryable,
  email: string,
  passwordHash: string,
): Promise<{ id: string } | undefined> =>
  db
    .insertInto('administrators')
    .values({ email, password_hash: passwordHash })
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
    .returning('id')
    .executeTakeFirst();

export async function setAdministratorPassword(tx: Queryable, id: string, passwordHash: string): Promise<void> {
  await tx.updateTable('administrators').set({ password_hash: passwordHash }).where('id', '=', id).execute();
}
