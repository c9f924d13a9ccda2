import { Problem } from '@lectern/contract/problem';
import { type Selectable, sql, type Updateable } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Tables } from '../../../platform/database/tables.ts';
import { type Role, rightsOf } from '@lectern/contract/rules/rights';
import type { Workspace } from '../../../platform/http/context.ts';
import { hasExpired, isInGrace, ownerIsActive } from './status.ts';

/** Columns of a workspace that say what is paid for, and what is to be. */
export const membershipColumns = [
  'plan',
  'subscription_status',
  'membership_start',
  'membership_end',
  'grace_end',
  'requested_plan',
] as const;

type WorkspaceRow = Selectable<Tables['workspaces']>;
export type MembershipRow = Pick<WorkspaceRow, 'id' | (typeof membershipColumns)[number]>;

/** Columns of a workspace that say what its owner leaves to others. */
export const leavesColumns = ['billing_by_admins', 'viewers_ask', 'viewers_download'] as const;

/** A workspace's row beside the role that a person has in it. */
export type RowWithRole = MembershipRow &
  Pick<WorkspaceRow, (typeof leavesColumns)[number]> & {
    role: Role;
    role_source: 'person' | 'provider';
  };

/** A workspace's row as a verb gets it. */
export const buildWorkspace = (row: RowWithRole, now: Date): Workspace => ({
  id: row.id,
  role: row.role,
  rights: rightsOf(row.role, {
    billingByAdmins: row.billing_by_admins,
    viewersAsk: row.viewers_ask,
    viewersDownload: row.viewers_download,
  }),
  plan: row.plan,
  subscriptionStatus: row.subscription_status,
  membershipStart: row.membership_start,
  membershipEnd: row.membership_end,
  expired: hasExpired(row.membership_end, now),
  paymentDue: isInGrace(row, now),
  // With any paid or granted plan no other is wanted.
  wantedPlan: row.plan === 'free' ? row.requested_plan : null,
});

const selectById = (db: Queryable, id: string) =>
  db
    .selectFrom('workspaces')
    .select(['id', 'deletion_requested_at', ...membershipColumns])
    .where('id', '=', id);

/** A workspace with its membership, and whether it is active. */
export const workspaceById = (db: Queryable, id: string) =>
  selectById(db, id)
    .select(ownerIsActive(sql.val(id)).as('is_active'))
    .executeTakeFirstOrThrow();

export const isWorkspace = async (db: Queryable, id: string): Promise<boolean> =>
  (await selectById(db, id).executeTakeFirst()) !== undefined;

/** Locks a workspace for the rest of the transaction, so that everything about its plan and tokens happens in turn. */
export const lockWorkspace = (tx: Queryable, id: string) =>
  selectById(tx, id).forNoKeyUpdate().executeTakeFirstOrThrow();

/** Locks a workspace whose people change, so that it happens in turn. Throws `workspace_left` for one that goes. */
export async function lockPeople(tx: Queryable, id: string) {
  const workspace = await selectById(tx, id).forNoKeyUpdate().executeTakeFirst();
  if (!workspace || workspace.deletion_requested_at !== null) throw new Problem('workspace_left');
  return workspace;
}

/** Workspaces that their people have deleted and whose rows are still there. */
export const workspacesToErase = (db: Queryable): Promise<{ id: string }[]> =>
  db
    .selectFrom('workspaces')
    .select('id')
    .where('deletion_requested_at', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('workspace_members').select('user_id').whereRef('workspace_id', '=', 'workspaces.id'))),
    )
    .orderBy('id')
    .execute();

/** The workspace, and with it every row that is only there because of it. */
export async function dropWorkspace(tx: Queryable, id: string): Promise<void> {
  await tx.deleteFrom('workspaces').where('id', '=', id).execute();
}

/** Changes a workspace, locked. */
export async function changeWorkspace(
  tx: Queryable,
  id: string,
  changes: Omit<Updateable<Tables['workspaces']>, 'id' | 'created_at'>,
): Promise<void> {
  await lockWorkspace(tx, id);
  await tx.updateTable('workspaces').set(changes).where('id', '=', id).execute();
}
