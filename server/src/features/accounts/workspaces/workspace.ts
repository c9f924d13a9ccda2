import { type Selectable, sql, type Updateable } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Tables } from '../../../platform/database/tables.ts';
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

/** A workspace's row as a verb gets it. */
export const buildWorkspace = (row: MembershipRow, now: Date): Workspace => ({
  id: row.id,
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

/** Locks a workspace for the rest of the transaction, so that everything about its plan and tokens happens in turn. */
export async function lockWorkspace(tx: Queryable, id: string) {
  // Programs from before workspaces lock the person alone.
  await tx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute();
  return selectById(tx, id).forNoKeyUpdate().executeTakeFirstOrThrow();
}

/** Changes a workspace, locked: a trigger copies its plan to the person, whom older programs lock first. */
export async function changeWorkspace(
  tx: Queryable,
  id: string,
  changes: Omit<Updateable<Tables['workspaces']>, 'id' | 'created_at'>,
): Promise<void> {
  await lockWorkspace(tx, id);
  await tx.updateTable('workspaces').set(changes).where('id', '=', id).execute();
}
