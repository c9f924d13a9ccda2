import type { Updateable } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';

type Users = Updateable<Tables['users']>;

/** What a member has paid for, as the payment provider says. */
export type Membership = Pick<
  Users,
  'plan' | 'subscription_status' | 'membership_start' | 'membership_end' | 'grace_end'
>;

export async function setMembership(tx: Queryable, userId: string, membership: Membership): Promise<void> {
  await tx.updateTable('users').set(membership).where('id', '=', userId).execute();
}

/** The plan chosen at the registration leads to its checkout no more: that was opened or dismissed. */
export async function forgetWantedPlan(db: Queryable, userId: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ wanted_plan: null })
    .where('id', '=', userId)
    .where('wanted_plan', 'is not', null)
    .execute();
}

/** What an administrator may change of an account. */
export type Granted = Omit<Membership, 'grace_end'> &
  Pick<Users, 'firstname' | 'lastname' | 'is_active' | 'openai_prompt'>;

export async function setGranted(tx: Queryable, userId: string, granted: Granted): Promise<void> {
  await tx.updateTable('users').set(granted).where('id', '=', userId).execute();
}
