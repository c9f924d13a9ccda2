import type { CheckoutTerms, PaidPlan } from '@lectern/contract/billing';
import { plans } from '@lectern/contract/rules/plans';
import { replacedPeriod } from '@lectern/contract/rules/replaced-period';
import type { Member } from '../../platform/context.ts';
import { dayInWords } from '@lectern/contract/rules/day-in-words';

/** What subscribing to a plan now costs a member, and which paid period it ends (`decisions/0003`). */
export function termsOf(
  { plan: own, subscriptionStatus, membershipEnd, expired }: Member,
  wanted: PaidPlan,
): CheckoutTerms {
  const isPaid = own !== 'free' && subscriptionStatus !== 'inactive' && !expired;
  const { price, label } = plans[wanted];
  return {
    price,
    label,
    replaces: isPaid && membershipEnd ? { label: plans[own].label, until: membershipEnd.toISOString() } : null,
  };
}

/** The same in words, for the provider's page, which knows no time zone of the reader. */
export const noticeOf = (terms: CheckoutTerms): string | undefined =>
  replacedPeriod(terms, (iso) => dayInWords(new Date(iso)));
