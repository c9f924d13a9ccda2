import { minute } from '@lectern/contract/rules/durations';
import { type Insertable, sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Tables } from '../../../platform/database/tables.ts';
import { ownerIsActive } from '../workspaces/status.ts';
import { leavesColumns, membershipColumns } from '../workspaces/workspace.ts';

export async function insertKey(tx: Queryable, key: Insertable<Tables['api_keys']>): Promise<string> {
  const { id } = await tx.insertInto('api_keys').values(key).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Keys of one person in a workspace, expired ones among them. */
export async function countKeys(tx: Queryable, workspaceId: string, userId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('api_keys')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

const keysWithPeople = (db: Queryable) =>
  db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .select(['api_keys.id', 'workspace_id', 'kind', 'name', 'prefix', 'client_id', 'scopes'])
    .select(['api_keys.created_at', 'expires_at', 'last_used_at'])
    .select(['user_id', 'users.firstname', 'users.lastname', 'users.email']);

/** The keys of a workspace, or those of one person in it, the newest first. */
export const listKeys = (db: Queryable, workspaceId: string, userId: string | undefined) =>
  keysWithPeople(db)
    .where('workspace_id', '=', workspaceId)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId!))
    .orderBy('api_keys.created_at', 'desc')
    .orderBy('api_keys.id')
    .execute();

/** A key, locked, with its person. */
export const lockKey = (tx: Queryable, id: string) =>
  keysWithPeople(tx).where('api_keys.id', '=', id).forUpdate('api_keys').executeTakeFirst();

export type LockedKey = NonNullable<Awaited<ReturnType<typeof lockKey>>>;

export async function deleteKey(tx: Queryable, id: string): Promise<void> {
  await tx.deleteFrom('api_keys').where('id', '=', id).execute();
}

/** A live key with its person and workspace; nobody's while the person or all owners of the workspace are inactive. */
export const keyWithOwner = (db: Queryable, hash: Buffer, now: Date) =>
  db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .innerJoin('workspace_members as member', (join) =>
      join.onRef('member.workspace_id', '=', 'api_keys.workspace_id').onRef('member.user_id', '=', 'api_keys.user_id'),
    )
    .innerJoin('workspaces', 'workspaces.id', 'api_keys.workspace_id')
    .select(['api_keys.id as key_id', 'scopes', 'expires_at', 'api_keys.last_used_at', 'api_keys.workspace_id'])
    .select(['users.id as user_id', 'users.email', 'users.firstname', 'users.lastname', 'users.has_password'])
    .select(['member.role', 'member.role_source'])
    .select([...membershipColumns, ...leavesColumns].map((column) => `workspaces.${column}` as const))
    .where('key_hash', '=', hash)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .where('users.is_active', '=', true)
    .where('workspaces.deletion_requested_at', 'is', null)
    .where(ownerIsActive(sql.ref('api_keys.workspace_id')))
    .executeTakeFirst();

export type KeyWithOwner = NonNullable<Awaited<ReturnType<typeof keyWithOwner>>>;

/** Notes that a key is used, where the last use was noted more than a minute ago. */
export async function touchKey(
  db: Queryable,
  { key_id: id, last_used_at: last }: Pick<KeyWithOwner, 'key_id' | 'last_used_at'>,
  now: Date,
): Promise<void> {
  if (last && now.getTime() - last.getTime() < minute) return;
  await db.updateTable('api_keys').set({ last_used_at: now }).where('id', '=', id).execute();
}

/** Gives the key of an app its next text; the one before opens nothing any more. */
export async function renewKey(
  tx: Queryable,
  id: string,
  next: { prefix: string; key_hash: Buffer; expires_at: Date },
): Promise<void> {
  await tx.updateTable('api_keys').set(next).where('id', '=', id).execute();
}

/** Removes the keys of apps that nothing renews any more. */
export const sweepApps = (db: Queryable, now: Date) =>
  db
    .deleteFrom('api_keys')
    .where('kind', '=', 'app')
    .where('expires_at', '<=', now)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('oauth_secrets')
            .select('key_id')
            .whereRef('key_id', '=', 'api_keys.id')
            .where('used_at', 'is', null)
            .where('oauth_secrets.expires_at', '>', now),
        ),
      ),
    )
    .execute();
