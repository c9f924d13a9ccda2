import type { Insertable } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Tables } from '../../../platform/database/tables.ts';

export async function insertSecret(tx: Queryable, secret: Insertable<Tables['oauth_secrets']>): Promise<void> {
  await tx.insertInto('oauth_secrets').values(secret).execute();
}

/** A code or refresh token, spent ones among them, with its app, whose key is locked. */
export const lockSecret = (tx: Queryable, hash: Buffer) =>
  tx
    .selectFrom('oauth_secrets')
    .innerJoin('api_keys', 'api_keys.id', 'oauth_secrets.key_id')
    .select([
      'key_id',
      'challenge',
      'redirect_uri',
      'oauth_secrets.expires_at',
      'used_at',
      'client_id',
      'scopes',
      'created_at',
    ])
    .where('secret_hash', '=', hash)
    .forUpdate('api_keys')
    .executeTakeFirst();

export type LockedSecret = NonNullable<Awaited<ReturnType<typeof lockSecret>>>;

/** Spends a secret. Of two calls with it one gets true. */
export async function spendSecret(tx: Queryable, hash: Buffer, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('oauth_secrets')
    .set({ used_at: now })
    .where('secret_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Id of an app's key by any text of it: access token, code or refresh token. */
export const findAppKey = (db: Queryable, hash: Buffer, clientId: string) =>
  db
    .selectFrom('api_keys')
    .select('id')
    .where('client_id', '=', clientId)
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('key_hash', '=', hash),
        eb('id', 'in', selectFrom('oauth_secrets').select('key_id').where('secret_hash', '=', hash)),
      ]),
    )
    .executeTakeFirst();

export const sweepSecrets = (db: Queryable, now: Date) =>
  db.deleteFrom('oauth_secrets').where('expires_at', '<=', now).execute();
