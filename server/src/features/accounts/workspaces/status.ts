import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';

/** SQL condition: an owner of the workspace with this id has an active account. */
export const ownerIsActive = (id: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (
  select from workspace_members join users on users.id = workspace_members.user_id
  where workspace_members.workspace_id = ${id} and workspace_members.role = 'owner' and users.is_active
)`;

/**
 * SQL condition: the workspace in this column is active. URLs of uploads check only this and stop while its owners are
 * deactivated.
 */
export const workspaceIsActive = (column: 'uploads.workspace_id' | 'videos.workspace_id'): RawBuilder<boolean> =>
  ownerIsActive(sql.ref(column));

/**
 * SQL condition: the workspace with this id and this member of it are active. Reads members once, since every played
 * segment asks.
 */
export const isOpenTo = (id: RawBuilder<unknown>, userId: string): RawBuilder<boolean> => sql<boolean>`(
  select bool_or(users.id = ${userId}) and bool_or(workspace_members.role = 'owner')
  from workspace_members join users on users.id = workspace_members.user_id and users.is_active
  where workspace_members.workspace_id = ${id} and (users.id = ${userId} or workspace_members.role = 'owner')
)`;

/** SQL condition: whoever began an upload may still change something in its workspace. */
export const beginnerMayEdit = sql<boolean>`exists (
  select from workspace_members where workspace_members.workspace_id = uploads.workspace_id
    and workspace_members.user_id = uploads.created_by and workspace_members.role <> 'viewer'
)`;

/** The same for an address that names the workspace itself. */
export async function hasMember(db: Queryable, workspaceId: string, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', workspaceId)
    .where(isOpenTo(sql.val(workspaceId), userId))
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether a membership with this end has expired. */
export const hasExpired = (end: Date | null, now: Date): boolean => end === null || end <= now;

type Ends = { membership_end: Date | null; grace_end: Date | null };

/**
 * Whether a membership goes on although its renewal was not paid. Whoever is granted another end owes nothing for it.
 */
export const isInGrace = ({ membership_end: end, grace_end: grace }: Ends, now: Date): boolean =>
  !hasExpired(end, now) && grace?.getTime() === end?.getTime();
