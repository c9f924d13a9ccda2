import type { Profile } from '@lectern/contract/accounts/accounts';
import type { Member } from '../../platform/http/context.ts';
import { hasExpired, isInGrace } from './account-status.ts';
import type { UserRow } from './store.ts';

type Owner = Pick<
  UserRow,
  | 'id'
  | 'email'
  | 'firstname'
  | 'lastname'
  | 'plan'
  | 'subscription_status'
  | 'membership_start'
  | 'membership_end'
  | 'grace_end'
  | 'requested_plan'
>;

/** A user's row as the caller of a verb. */
export const buildMember = (user: Owner, now: Date): Member => ({
  id: user.id,
  email: user.email,
  firstname: user.firstname,
  lastname: user.lastname,
  plan: user.plan,
  subscriptionStatus: user.subscription_status,
  membershipStart: user.membership_start,
  membershipEnd: user.membership_end,
  expired: hasExpired(user.membership_end, now),
  paymentDue: isInGrace(user, now),
  // A member with any paid or granted plan no longer wants one.
  wantedPlan: user.plan === 'free' ? user.requested_plan : null,
});

export const buildProfile = (member: Member): Profile => ({
  id: member.id,
  email: member.email,
  firstname: member.firstname,
  lastname: member.lastname,
  plan: member.plan,
  subscription_status: member.subscriptionStatus,
  membership_start: member.membershipStart?.toISOString() ?? null,
  membership_end: member.membershipEnd?.toISOString() ?? null,
  membership_expired: member.expired,
  payment_due: member.paymentDue,
  wanted_plan: member.wantedPlan,
});
