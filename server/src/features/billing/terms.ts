import type { CheckoutTerms, PaidPlan } from '@lectern/contract/billing/billing';
import { plans } from '@lectern/contract/rules/plans';
import { replacedPeriod } from '@lectern/contract/rules/billing-period';
import type { Workspace, World } from '../../platform/http/context.ts';
import { dayInWords } from '@lectern/contract/rules/day-in-words';
import { leftOfPeriod } from './tokens/allowance.ts';

/** Computes what subscribing to a plan now costs a workspace, and which period it ends (`decisions/0003`). */
export async function computeCheckoutTerms(
  world: World,
  workspace: Workspace,
  wanted: PaidPlan,
): Promise<CheckoutTerms> {
  const { id, plan: own, subscriptionStatus, membershipEnd, expired, paymentDue } = workspace;
  const until = expired || paymentDue ? undefined : membershipEnd?.toISOString();
  const isTrial = subscriptionStatus === 'inactive';
  const { price, label } = plans[wanted];
  return {
    price,
    label,
    replaces: until && !isTrial && own !== 'free' ? { label: plans[own].label, until } : null,
    ends_trial: until && isTrial ? { until, tokens: await leftOfPeriod(world.database, id, world.now()) } : null,
  };
}

/** The same in words, for the provider's page, which knows no time zone of the reader. */
export const describeReplacedPeriod = (terms: CheckoutTerms): string | undefined =>
  replacedPeriod(terms, (iso) => dayInWords(new Date(iso)));
