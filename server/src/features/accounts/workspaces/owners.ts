import type { Queryable } from '../../../platform/database/database.ts';

/** Selects the owners of workspaces, whom letters about them reach. */
export const selectOwners = (db: Queryable) =>
  db
    .selectFrom('workspace_members as owner')
    .innerJoin('users', 'users.id', 'owner.user_id')
    .where('owner.role', '=', 'owner');

/** The owners of a workspace, the first one first. */
export const ownersOf = (db: Queryable, workspaceId: string) =>
  selectOwners(db)
    .select(['users.email', 'users.firstname'])
    .where('owner.workspace_id', '=', workspaceId)
    .orderBy('owner.created_at')
    .orderBy('users.id')
    .execute();

/** The owner by whose address a payment provider knows a workspace: the first one. */
export const selectFirstOwner = (db: Queryable, workspaceId: string) =>
  selectOwners(db)
    .where('owner.workspace_id', '=', workspaceId)
    .orderBy('owner.created_at')
    .orderBy('users.id')
    .limit(1);

export const firstOwner = (db: Queryable, workspaceId: string) =>
  selectFirstOwner(db, workspaceId).select(['users.email', 'users.firstname']).executeTakeFirst();
