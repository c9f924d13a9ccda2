import type { Role } from '@lectern/contract/rules/rights';
import type { Queryable } from '../../../platform/database/database.ts';

/** The people of a workspace with these roles whose accounts are active, those who came first first. */
export const membersWhoMay = (
  db: Queryable,
  workspaceId: string,
  roles: readonly Role[],
): Promise<{ firstname: string; lastname: string }[]> =>
  db
    .selectFrom('workspace_members')
    .innerJoin('users', 'users.id', 'workspace_members.user_id')
    .select(['users.firstname', 'users.lastname'])
    .where('workspace_members.workspace_id', '=', workspaceId)
    .where('workspace_members.role', 'in', roles)
    .where('users.is_active', '=', true)
    .orderBy('workspace_members.created_at')
    .orderBy('users.id')
    .limit(3)
    .execute();

/** The name of a workspace; one without is its first owner's. */
export async function nameOf(db: Queryable, workspaceId: string): Promise<string> {
  const { name } = await db
    .selectFrom('workspaces')
    .select('name')
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  if (name) return name;
  const [owner] = await membersWhoMay(db, workspaceId, ['owner']);
  return owner ? `the workspace of ${owner.firstname} ${owner.lastname}` : 'this workspace';
}
