import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { type EventWriter, recordEvent } from '../../platform/events/events.ts';
import { hasExpired } from './account-status.ts';

type Users = Updateable<Tables['users']>;

/** The membership a member has paid for, as the payment provider states it. */
export type PaidMembership = Pick<
  Users,
  'plan' | 'subscription_status' | 'membership_start' | 'membership_end' | 'grace_end'
>;

type Paid = Pick<Selectable<Tables['users']>, keyof PaidMembership>;

export async function setMembership(tx: Queryable, userId: string, membership: PaidMembership): Promise<void> {
  await tx.updateTable('users').set(membership).where('id', '=', userId).execute();
}

/**
 * Selects the provider's last statement about a subscription that lasts beyond `now`, split into words (`statementOf`
 * of billing).
 */
const paidBeyond = (userId: RawBuilder<unknown>, now: Date) => sql`(
  select word from (
    select string_to_array(applied, ' ') as word from billing_accounts
    where user_id = ${userId} and subscription_id is not null
  ) said
  where word[2] <> '' and word[3] in ('active', 'ending') and word[5]::timestamptz > ${now}
)`;

/**
 * In a query: whether the account with the id in this column has a membership, or has paid for the time after a grant.
 */
export const isMember = (column: 'uploads.user_id', now: Date): RawBuilder<boolean> =>
  sql<boolean>`(exists (select from users where users.id = ${sql.ref(column)} and users.membership_end > ${now})
    or exists ${paidBeyond(sql.ref(column), now)})`;

/** Puts what is paid for in the place of a grant that is over. */
async function endGrant(world: EventWriter, tx: Queryable, userId: string): Promise<Paid | undefined> {
  const now = world.now();
  const standing = await tx
    .selectFrom('users')
    .select(['plan', 'subscription_status', 'membership_start', 'membership_end', 'grace_end'])
    .where('id', '=', userId)
    .where(sql<boolean>`exists ${paidBeyond(sql.val(userId), now)}`)
    .forUpdate()
    .executeTakeFirst();
  if (!standing || !hasExpired(standing.membership_end, now)) return standing;
  // A sync may have held the member until here: only a statement begun now sees what it has written.
  const { rows } = await sql<Paid>`
    update users
    set plan = said.word[2], subscription_status = case said.word[3] when 'active' then 'active' else 'canceled' end,
      membership_start = said.word[4]::timestamptz, membership_end = said.word[5]::timestamptz, grace_end = null
    from ${paidBeyond(sql.val(userId), now)} said
    where users.id = ${userId}
    returning plan, subscription_status, membership_start, membership_end, grace_end`.execute(tx);
  const [paid = standing] = rows;
  if (paid.plan !== standing.plan) {
    const payload = { from: standing.plan, to: paid.plan };
    await recordEvent(world, tx, { kind: 'plan.changed', userId, subjectId: userId, payload });
  }
  return paid;
}

/** A member as they are now: who is paid for longer than what was granted to them waits for no sweep. */
export async function asPaid<Member extends { id: string; membership_end: Date | null }>(
  world: EventWriter,
  db: Queryable,
  member: Member,
): Promise<Member> {
  if (!hasExpired(member.membership_end, world.now())) return member;
  const end = (tx: Queryable): Promise<Paid | undefined> => endGrant(world, tx, member.id);
  return { ...member, ...(await (db.isTransaction ? end(db) : world.database.transaction(end))) };
}

/** The plan chosen at the registration leads to its checkout no more: that was opened or dismissed. */
export async function forgetWantedPlan(db: Queryable, userId: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ requested_plan: null })
    .where('id', '=', userId)
    .where('requested_plan', 'is not', null)
    .execute();
}

/** Account fields an administrator may change. */
export type AdminEditableFields = Omit<PaidMembership, 'grace_end'> &
  Pick<Users, 'firstname' | 'lastname' | 'is_active' | 'openai_prompt'>;

export async function setGranted(tx: Queryable, userId: string, granted: AdminEditableFields): Promise<void> {
  await tx.updateTable('users').set(granted).where('id', '=', userId).execute();
}
