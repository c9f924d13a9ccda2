import type { Plan } from '@lectern/contract/accounts/accounts';
import { type Selectable, sql } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { NewUser } from './store.ts';

type NewRegistration = NewUser & { plan: Plan; wantedPlan: 'professional' | null };

export type RegistrationRow = Selectable<Tables['registrations']>;

export const insertRegistration = (
  tx: Queryable,
  { email, firstname, lastname, passwordHash, plan, wantedPlan }: NewRegistration,
  now: Date,
): Promise<{ id: string }> =>
  tx
    .insertInto('registrations')
    .values({
      email,
      firstname,
      lastname,
      password_hash: passwordHash,
      plan,
      wanted_plan: wantedPlan,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();

export const registrationById = (db: Queryable, id: string): Promise<RegistrationRow | undefined> =>
  db.selectFrom('registrations').selectAll().where('id', '=', id).executeTakeFirst();

const ofAddress = (db: Queryable, email: string) =>
  db
    .selectFrom('registrations')
    // whole rows: registrations of one address are few, and become members with all they have
    .selectAll()
    .where(sql`lower(email)`, '=', email);

/** The newest registrations of an address that nobody has confirmed. */
export const registrationsOf = (db: Queryable, email: string, limit: number): Promise<RegistrationRow[]> =>
  ofAddress(db, email).orderBy('created_at', 'desc').orderBy('id').limit(limit).execute();

/** All of an address, locked in one order: two that are confirmed at the same moment go one after the other. */
export const lockRegistrationsOf = (tx: Queryable, email: string): Promise<RegistrationRow[]> =>
  ofAddress(tx, email).orderBy('id').forUpdate().execute();

export async function deleteRegistration(tx: Queryable, id: string): Promise<void> {
  await tx.deleteFrom('registrations').where('id', '=', id).execute();
}

export async function deleteRegistrationsOf(tx: Queryable, email: string): Promise<void> {
  await tx
    .deleteFrom('registrations')
    .where(sql`lower(email)`, '=', email)
    .execute();
}

/** Deletes registrations created before a moment. */
export const deleteRegistrationsBefore = (db: Queryable, before: Date) =>
  db.deleteFrom('registrations').where('created_at', '<', before).execute();

export const insertResetRequest = (tx: Queryable, email: string, now: Date): Promise<{ id: string }> =>
  tx.insertInto('reset_requests').values({ email, created_at: now }).returning('id').executeTakeFirstOrThrow();

/** Removes a request and gives the address it was for. */
export async function consumeResetRequest(tx: Queryable, id: string): Promise<string | undefined> {
  const row = await tx.deleteFrom('reset_requests').where('id', '=', id).returning('email').executeTakeFirst();
  return row?.email;
}

export const deleteResetRequestsBefore = (db: Queryable, before: Date) =>
  db.deleteFrom('reset_requests').where('created_at', '<', before).execute();
