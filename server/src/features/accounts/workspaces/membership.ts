import type { Plan } from '@lectern/contract/accounts/accounts';
import { day } from '@lectern/contract/rules/durations';
import { trialDays } from '@lectern/contract/rules/plans';
import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Tables } from '../../../platform/database/tables.ts';
import { type EventWriter, recordEvent } from '../../../platform/events/events.ts';
import { changeWorkspace, lockWorkspace } from './workspace.ts';
import { writeLog } from './workspace-log.ts';
import { hasExpired } from './status.ts';

type Workspaces = Updateable<Tables['workspaces']>;

/** The membership that was paid for, as the payment provider states it. */
export type PaidMembership = Pick<
  Workspaces,
  'plan' | 'subscription_status' | 'membership_start' | 'membership_end' | 'grace_end'
>;

type Paid = Pick<Selectable<Tables['workspaces']>, keyof PaidMembership>;

/** Begins the trial of a new account's workspace, which a trigger has made. */
export const startTrial = (
  tx: Queryable,
  id: string,
  { plan, wantedPlan }: { plan: Plan; wantedPlan: 'professional' | null },
  now: Date,
): Promise<void> =>
  changeWorkspace(tx, id, {
    plan,
    requested_plan: wantedPlan,
    membership_start: now,
    membership_end: new Date(now.getTime() + trialDays * day),
  });

/**
 * Selects the provider's last statement about a subscription that lasts beyond `now`, split into words (`statementOf`
 * of billing).
 */
const paidBeyond = (workspaceId: RawBuilder<unknown>, now: Date) => sql`(
  select word from (
    select string_to_array(applied, ' ') as word from billing_accounts
    where workspace_id = ${workspaceId} and subscription_id is not null
  ) said
  where word[2] <> '' and word[3] in ('active', 'ending') and word[5]::timestamptz > ${now}
)`;

/**
 * In a query: whether the workspace with the id in this column has a membership, or has paid for the time after a grant.
 */
export const isMember = (column: 'uploads.workspace_id', now: Date): RawBuilder<boolean> =>
  sql<boolean>`(exists (select from workspaces where workspaces.id = ${sql.ref(column)} and workspaces.membership_end > ${now})
    or exists ${paidBeyond(sql.ref(column), now)})`;

/** Writes another plan into the log of its workspace. */
export const logPlan = (
  tx: Queryable,
  { workspaceId, ...by }: { workspaceId: string; via: 'provider' | 'administrator'; now: Date },
  detail: { from: Plan; to: Plan },
): Promise<void> =>
  writeLog(tx, {
    ...by,
    workspaceId,
    action: 'plan.changed',
    object: { kind: 'workspace', id: workspaceId },
    detail,
  });

/** Puts what is paid for in the place of a grant that is over. */
async function endGrant(world: EventWriter, tx: Queryable, id: string): Promise<Paid | undefined> {
  const now = world.now();
  const owed = await tx
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', id)
    .where(sql<boolean>`exists ${paidBeyond(sql.val(id), now)}`)
    .executeTakeFirst();
  if (!owed) return undefined;
  const standing = await lockWorkspace(tx, id);
  if (!hasExpired(standing.membership_end, now)) return standing;
  // A sync may have held it until here: only a statement begun now sees what that has written.
  const { rows } = await sql<Paid>`
    update workspaces
    set plan = said.word[2], subscription_status = case said.word[3] when 'active' then 'active' else 'canceled' end,
      membership_start = said.word[4]::timestamptz, membership_end = said.word[5]::timestamptz, grace_end = null
    from ${paidBeyond(sql.val(id), now)} said
    where workspaces.id = ${id}
    returning plan, subscription_status, membership_start, membership_end, grace_end`.execute(tx);
  const [paid = standing] = rows;
  if (paid.plan !== standing.plan) {
    const payload = { from: standing.plan, to: paid.plan };
    await recordEvent(world, tx, { kind: 'plan.changed', workspaceId: id, subjectId: id, payload });
    await logPlan(tx, { workspaceId: id, via: 'provider', now }, payload);
  }
  return paid;
}

/** A workspace as it is now: what is paid for longer than what was granted to it waits for no sweep. */
export async function asPaid<W extends { id: string; membership_end: Date | null }>(
  world: EventWriter,
  db: Queryable,
  workspace: W,
): Promise<W> {
  if (!hasExpired(workspace.membership_end, world.now())) return workspace;
  const end = (tx: Queryable): Promise<Paid | undefined> => endGrant(world, tx, workspace.id);
  return { ...workspace, ...(await (db.isTransaction ? end(db) : world.database.transaction(end))) };
}

/** The plan chosen at the registration leads to its checkout no more: that was opened or dismissed. */
export const forgetWantedPlan = (tx: Queryable, workspaceId: string): Promise<void> =>
  changeWorkspace(tx, workspaceId, { requested_plan: null });
