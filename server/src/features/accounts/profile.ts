import type { Profile } from '@lectern/contract/accounts/accounts';
import type { Member, Workspace } from '../../platform/http/context.ts';

/** Tells the page of a person and of the plan of their workspace. */
export const buildProfile = (member: Member, workspace: Workspace): Profile => ({
  id: member.id,
  email: member.email,
  firstname: member.firstname,
  lastname: member.lastname,
  plan: workspace.plan,
  subscription_status: workspace.subscriptionStatus,
  membership_start: workspace.membershipStart?.toISOString() ?? null,
  membership_end: workspace.membershipEnd?.toISOString() ?? null,
  membership_expired: workspace.expired,
  payment_due: workspace.paymentDue,
  wanted_plan: workspace.wantedPlan,
  workspace: { id: workspace.id, role: workspace.role, rights: workspace.rights },
});
