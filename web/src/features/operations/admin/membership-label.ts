import type { AdminUser } from '@lectern/contract/operations/admin';
import { plans } from '@lectern/contract/rules/plans';

/** Names a membership in the table of users (specification section 4). */
export function membershipLabel(
  { plan, subscription_status, membership_end }: Pick<AdminUser, 'plan' | 'subscription_status' | 'membership_end'>,
  now: Date,
): string {
  if (membership_end !== null && new Date(membership_end) < now) return 'Expired';
  if (subscription_status === 'canceled') return 'Cancelling';
  if (subscription_status === 'inactive') return 'Free Trial';
  return `Active (${plans[plan].label})`;
}
