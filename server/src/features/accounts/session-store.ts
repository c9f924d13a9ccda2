import type { Selectable } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { type Owner, ownerColumns, ownerIs } from '../security/owner.ts';
import type { AdministratorRow, UserRow } from './store.ts';

type NewSession = { hash: Buffer; owner: Owner; device: string; now: Date; expiresAt: Date };

export async function insertSession(db: Queryable, { hash, owner, device, now, expiresAt }: NewSession): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      token_hash: hash,
      ...ownerColumns(owner),
      device,
      created_at: now,
      last_used_at: now,
      expires_at: expiresAt,
    })
    .execute();
}

export type SessionOwner = Pick<Selectable<Tables['sessions']>, 'id' | 'created_at' | 'last_used_at'> & {
  user: UserRow | undefined;
  administrator: AdministratorRow | undefined;
};

/** A live session with whose it is: neither for a deactivated member. */
export async function sessionWithOwner(db: Queryable, hash: Buffer, now: Date): Promise<SessionOwner | undefined> {
  const session = await db
    .selectFrom('sessions')
    .select(['id', 'user_id', 'administrator_id', 'created_at', 'last_used_at'])
    .where('token_hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (!session) return undefined;
  const { user_id, administrator_id, ...times } = session;
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
  return { user, administrator, ...times };
}

export async function extendSession(db: Queryable, hash: Buffer, now: Date, expiresAt: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_used_at: now, expires_at: expiresAt })
    .where('token_hash', '=', hash)
    .execute();
}

/** The live sessions of an owner, the one used last first. */
export const sessionsOf = (db: Queryable, owner: Owner, now: Date) =>
  db
    .selectFrom('sessions')
    .select(['id', 'device', 'created_at', 'last_used_at', 'expires_at', 'token_hash'])
    .where(...ownerIs(owner))
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .limit(100)
    .execute();

export const deleteExpiredSessions = (db: Queryable, now: Date) =>
  db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
