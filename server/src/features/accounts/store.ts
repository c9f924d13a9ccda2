import { type Selectable, sql } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';
import { isUniqueViolation } from '../../platform/database/failures.ts';
import type { Tables } from '../../platform/database/tables.ts';

export type UserRow = Selectable<Tables['users']>;
export type AdministratorRow = Selectable<Tables['administrators']>;

/** User data from a registration; the email is in lower case. */
export type NewUser = {
  email: string;
  firstname: string;
  lastname: string;
  passwordHash: string;
  /** False where nobody knows the password. */
  hasPassword?: boolean;
};

/**
 * Inserts a user with a verified email. Takes over an unverified row from before the registrations table; returns
 * undefined if the email is taken.
 */
export function insertUser(
  tx: Queryable,
  { email, firstname, lastname, passwordHash, hasPassword = true }: NewUser,
  now: Date,
): Promise<UserRow | undefined> {
  const columns = {
    email,
    firstname,
    lastname,
    password_hash: passwordHash,
    has_password: hasPassword,
    verified_at: now,
  };
  return tx
    .insertInto('users')
    .values({ ...columns, created_at: now })
    .onConflict((conflict) =>
      conflict
        .expression(sql`lower(email)`)
        .doUpdateSet(columns)
        .where('users.verified_at', 'is', null),
    )
    .returningAll()
    .executeTakeFirst();
}

const verified = (db: Queryable, email: string) =>
  db
    .selectFrom('users')
    // whole rows: `verified` is read one at a time
    .selectAll()
    .where(sql`lower(email)`, '=', email)
    .where('verified_at', 'is not', null);

export const userByEmail = (db: Queryable, email: string): Promise<UserRow | undefined> =>
  verified(db, email).executeTakeFirst();

export const lockUser = (tx: Queryable, id: string): Promise<UserRow> =>
  tx.selectFrom('users').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();

export const userById = (db: Queryable, id: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();

/**
 * False when the address has an account. When another transaction gives it one at the same moment, this one cannot go
 * on: whoever gets false rolls back.
 */
export async function setUserEmail(tx: Queryable, id: string, email: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ email })
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('users as other')
            .select('other.id')
            .where(sql`lower(other.email)`, '=', email),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      if (isUniqueViolation(error)) return { numUpdatedRows: 0n };
      throw error;
    });
  return numUpdatedRows === 1n;
}

export async function setPassword(tx: Queryable, userId: string, passwordHash: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ password_hash: passwordHash, has_password: true })
    .where('id', '=', userId)
    .execute();
}

export const administratorByEmail = (db: Queryable, email: string): Promise<AdministratorRow | undefined> =>
  db
    .selectFrom('administrators')
    .selectAll()
    .where(sql`lower(email)`, '=', email)
    .executeTakeFirst();

export const anyAdministrator = (db: Queryable): Promise<{ id: string } | undefined> =>
  db.selectFrom('administrators').select('id').limit(1).executeTakeFirst();

export const administrators = (db: Queryable): Promise<Pick<AdministratorRow, 'email' | 'must_change_password'>[]> =>
  db
    .selectFrom('administrators')
    .select(['email', 'must_change_password'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** All of them, whom nobody else removes before this transaction has ended. */
export const lockAdministrators = (tx: Queryable): Promise<{ id: string; email: string }[]> =>
  tx.selectFrom('administrators').select(['id', 'email']).orderBy('id').forUpdate().execute();

/** With all that is theirs. */
export async function deleteAdministrator(tx: Queryable, id: string): Promise<void> {
  await tx.deleteFrom('administrators').where('id', '=', id).execute();
}

/** A password that was not set by the operator is to be replaced; nobody knows that of whom a company signs in. */
const origins = {
  setting: (passwordHash: string) => ({ setting_hash: passwordHash }),
  command: () => ({ must_change_password: true }),
  company: () => ({ has_password: false }),
};

/** Undefined when another process was faster. */
export const insertAdministrator = (
  db: Queryable,
  email: string,
  { passwordHash, origin }: { passwordHash: string; origin: 'setting' | 'command' | 'company' },
): Promise<{ id: string } | undefined> =>
  db
    .insertInto('administrators')
    .values({
      email,
      password_hash: passwordHash,
      ...origins[origin](passwordHash),
    })
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
    .returning('id')
    .executeTakeFirst();

export const administratorById = (db: Queryable, id: string): Promise<AdministratorRow | undefined> =>
  db.selectFrom('administrators').selectAll().where('id', '=', id).executeTakeFirst();

export async function setAdministratorPassword(
  tx: Queryable,
  id: string,
  { passwordHash, owes }: { passwordHash: string; owes: boolean },
): Promise<void> {
  await tx
    .updateTable('administrators')
    .set({ password_hash: passwordHash, must_change_password: owes, has_password: true })
    .where('id', '=', id)
    .execute();
}

/** Notes which ADMIN_PASSWORD was taken over last. */
export async function setSettingHash(tx: Queryable, id: string, settingHash: string): Promise<void> {
  await tx.updateTable('administrators').set({ setting_hash: settingHash }).where('id', '=', id).execute();
}
