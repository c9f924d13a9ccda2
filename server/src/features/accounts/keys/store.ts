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

const keysWithPeople = (db: Queryable, workspaceId: string) =>
  db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .select(['api_keys.id', 'kind', 'name', 'prefix', 'scopes', 'api_keys.created_at', 'expires_at', 'last_used_at'])
    .select(['user_id', 'users.firstname', 'users.lastname', 'users.email'])
    .where('workspace_id', '=', workspaceId);

/** The keys of a workspace, or those of one person in it, the newest first. */
export const listKeys = (db: Queryable, workspaceId: string, userId: string | undefined) =>
  keysWithPeople(db, workspaceId)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId!))
    .orderBy('api_keys.created_at', 'desc')
    .orderBy('api_keys.id')
    .execute();

/** A key, locked, with its person. */
export const lockKey = (tx: Queryable, workspaceId: string, id: string) =>
  keysWithPeople(tx, workspaceId).where('api_keys.id', '=', id).forUpdate('api_keys').executeTakeFirst();

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
