import type { UserSession } from '@lectern/contract/accounts/accounts';
import { day } from '@lectern/contract/rules/durations';

/** Texts of the plan page about a subscription (specification section 4). */
export type MembershipText = {
  status: string;
  note?: string;
  dateLabel: string;
};

type Membership = Pick<
  UserSession,
  'plan' | 'subscription_status' | 'membership_end' | 'membership_expired' | 'payment_due'
>;

export function membershipText(
  { plan, subscription_status, membership_end, membership_expired, payment_due }: Membership,
  now: number,
): MembershipText {
  // A page that stays open, or opens without the server, knows only what was said before the end.
  const over = membership_expired || (membership_end !== null && Date.parse(membership_end) <= now);
  switch (subscription_status) {
    case 'active':
      if (over)
        return {
          status: 'Payment due',
          note: 'The last payment did not go through.',
          dateLabel: 'Expired on this date',
        };
      return payment_due
        ? {
            status: 'Payment due',
            note: 'The last payment did not go through. Everything goes on until then, and your card is tried again.',
            dateLabel: 'Goes on until this date',
          }
        : { status: 'Active', dateLabel: 'Renews on this date' };
    case 'canceled':
      return {
        status: over ? 'Expired' : 'Cancelled',
        ...(over ? {} : { note: 'Your subscription will end at the end of the billing cycle.' }),
        dateLabel: over ? 'Expired on this date' : 'Expires on this date',
      };
    case 'inactive': {
      const days = membership_end === null ? 0 : Math.ceil((Date.parse(membership_end) - now) / day);
      const trial = over ? '⚠️ Your trial has expired.' : `Your free trial expires in ${days} day(s)!`;
      // An end that is no date has no days before it; the date itself says so.
      const isKnown = over || (plan === 'executive' && !Number.isNaN(days));
      return {
        status: 'Free Trial',
        ...(isKnown ? { note: trial } : {}),
        dateLabel: over ? 'Expired on this date' : 'Expires on this date',
      };
    }
  }
}
