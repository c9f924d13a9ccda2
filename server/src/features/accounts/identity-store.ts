import type { Insertable, Selectable } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { type Owner, ownerColumns } from './security/account-ref.ts';

export type IdentityRow = Selectable<Tables['identities']>;
type Flow = Selectable<Tables['oidc_flows']>;
type SignInCode = Selectable<Tables['sign_in_codes']>;

/** A person at the provider, as found at a sign-in. */
export type FoundIdentity = Pick<IdentityRow, 'issuer' | 'subject' | 'email' | 'tokens'>;

export const identityById = (db: Queryable, id: string): Promise<IdentityRow | undefined> =>
  db.selectFrom('identities').selectAll().where('id', '=', id).executeTakeFirst();

/** The identity that opens an account of this kind. */
export const identityBySubject = (
  db: Queryable,
  column: 'user_id' | 'administrator_id',
  { issuer, subject }: Pick<FoundIdentity, 'issuer' | 'subject'>,
): Promise<IdentityRow | undefined> =>
  db
    .selectFrom('identities')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where(column, 'is not', null)
    .executeTakeFirst();

/** The identity at this provider by which a member came last. */
export const identityOfMember = (
  db: Queryable,
  userId: string,
  issuer: string,
): Promise<Pick<IdentityRow, 'id'> | undefined> =>
  db
    .selectFrom('identities')
    .select('id')
    .where('user_id', '=', userId)
    .where('issuer', '=', issuer)
    .orderBy('checked_at', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The address at the provider of the identity used last. */
export async function companyEmailOf(db: Queryable, owner: Owner): Promise<string | undefined> {
  const [[column, id]] = Object.entries(ownerColumns(owner)) as [['user_id' | 'administrator_id', string]];
  const row = await db
    .selectFrom('identities')
    .select('email')
    .where(column, '=', id)
    .orderBy('checked_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.email;
}

/** Keeps an identity of which the provider spoke then. Undefined where it opens an account already. */
export async function insertIdentity(
  tx: Queryable,
  owner: Owner,
  found: FoundIdentity,
  checkedAt: Date,
): Promise<string | undefined> {
  const row = await tx
    .insertInto('identities')
    .values({ ...found, ...ownerColumns(owner), checked_at: checkedAt, created_at: checkedAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Notes what the provider says of an identity now; without tokens it keeps those it has. */
export async function updateIdentity(
  tx: Queryable,
  id: string,
  said: Partial<Pick<FoundIdentity, 'email' | 'tokens'>>,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('identities')
    .set({ ...said, checked_at: now, renewing_until: null })
    .where('id', '=', id)
    .execute();
}

/** Whether this caller, of all processes, is to ask the provider again about an identity checked then. */
export async function leaseRenewal(
  db: Queryable,
  { id, checked_at }: IdentityRow,
  { now, until }: { now: Date; until: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('identities')
    .set({ renewing_until: until })
    .where('id', '=', id)
    .where('checked_at', '=', checked_at)
    .where((eb) => eb.or([eb('renewing_until', 'is', null), eb('renewing_until', '<=', now)]))
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function insertFlow(db: Queryable, flow: Flow): Promise<void> {
  await db.insertInto('oidc_flows').values(flow).execute();
}

/** Removes a sign-in on its way: each is answered once. */
export const takeFlow = (db: Queryable, stateHash: Buffer, now: Date): Promise<Flow | undefined> =>
  db
    .deleteFrom('oidc_flows')
    .where('state_hash', '=', stateHash)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();

export async function insertCode(tx: Queryable, code: Insertable<Tables['sign_in_codes']>): Promise<void> {
  await tx.insertInto('sign_in_codes').values(code).execute();
}

type CodeKey = { code: Buffer; browser: Buffer; column: 'user_id' | 'administrator_id' };

/** A live code of this browser, for an account of this kind. */
export const findCode = (db: Queryable, key: CodeKey, now: Date): Promise<SignInCode | undefined> =>
  db
    .selectFrom('sign_in_codes')
    .selectAll()
    .where('code_hash', '=', key.code)
    .where('browser_hash', '=', key.browser)
    .where(key.column, 'is not', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** Uses a code up. Of two calls with it, at the same moment too, one gets true. */
export async function spendCode(tx: Queryable, hash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('sign_in_codes')
    .where('code_hash', '=', hash)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

export async function sweepSignIns(db: Queryable, now: Date): Promise<void> {
  await db.deleteFrom('oidc_flows').where('expires_at', '<=', now).execute();
  await db.deleteFrom('sign_in_codes').where('expires_at', '<=', now).execute();
}
