import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';

/** SQL condition: an owner of the workspace with this id has an active account. */
export const ownerIsActive = (id: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (
  select from workspace_members join users on users.id = workspace_members.user_id
  where workspace_members.workspace_id = ${id} and workspace_members.role = 'owner' and users.is_active
)`;

/**
 * SQL condition: the workspace in this column is active. URLs with their own key (uploads, media, downloads, exports)
 * check only this and stop while its owners are deactivated.
 */
export const workspaceIsActive = (column: 'uploads.workspace_id' | 'videos.workspace_id'): RawBuilder<boolean> =>
  ownerIsActive(sql.ref(column));

/** The same for an address that names the workspace itself. */
export async function isActive(db: Queryable, workspaceId: string): Promise<boolean> {
  const found = await db
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', workspaceId)
    .where(ownerIsActive(sql.val(workspaceId)))
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
