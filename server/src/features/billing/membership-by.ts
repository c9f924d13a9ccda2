import type { Subscription } from '../../ports/payments/port.ts';
import type { PaidMembership } from '../accounts/workspaces/membership.ts';
import type { CustomerAccount } from './store.ts';

const earliest = (...dates: readonly (Date | null | undefined)[]): Date =>
  new Date(Math.min(...dates.flatMap((date) => (date ? [date.getTime()] : []))));

export const runs = ({ state }: Subscription): boolean => state === 'active' || state === 'ending';

/** Returns the provider's statement about a subscription in one line; an identical one is not applied again. */
export const statementOf = ({ id, plan, state, periodStart, periodEnd }: Subscription): string =>
  [id, plan ?? '', state, periodStart.toISOString(), periodEnd.toISOString()].join(' ');

/**
 * Whether it was unpaid when the provider last said something of it; a version before noted only that it ran no more.
 */
export const wasUnpaid = (
  { id }: Subscription,
  { applied, lapsed }: Pick<CustomerAccount, 'applied' | 'lapsed'>,
): boolean => (applied === null ? lapsed : applied.startsWith(`${id} `) && applied.split(' ')[2] === 'unpaid');

type Standing = Pick<
  CustomerAccount,
  | 'subscription_id'
  | 'applied'
  | 'applied_plan'
  | 'applied_end'
  | 'plan'
  | 'membershipStart'
  | 'membershipEnd'
  | 'graceEnd'
>;

/** Whether what stands is what the provider said last: it has taken the place of a grant that was over (`asPaid`). */
function isAsSaid({ applied, plan, membershipEnd }: Standing): boolean {
  const [, said, state, , end] = applied?.split(' ') ?? [];
  return (state === 'active' || state === 'ending') && said === plan && end === membershipEnd?.toISOString();
}

/**
 * Whether an administrator granted more than the subscription made. Results of older versions count as granted only if
 * they end after the paid period.
 */
function isGranted(standing: Standing, paidUntil: Date | undefined): boolean {
  const { applied_plan: plan, applied_end: made, membershipEnd: end } = standing;
  if (isAsSaid(standing)) return false;
  if (made === null) return end !== null && paidUntil !== undefined && end > paidUntil;
  return made.getTime() !== end?.getTime() || (plan !== null && plan !== standing.plan);
}

/** After the subscription has ended, an expired grant only stops waiting for a renewal. */
const withoutRenewal = ({ membershipEnd }: Standing, asked: Date): PaidMembership | undefined =>
  membershipEnd !== null && membershipEnd <= asked ? { subscription_status: 'canceled' } : undefined;

/** When a membership ended whose renewal was not paid. */
function unpaidSince(
  { stoppedAt, periodStart, periodEnd }: Subscription,
  { membershipStart }: Standing,
  asked: Date,
): Date {
  if (stoppedAt) return stoppedAt;
  // A provider may already count the period nobody has paid for: the membership ended where that one began.
  const unpaidPeriod = membershipStart !== null && periodStart > membershipStart;
  return unpaidPeriod ? periodStart : earliest(periodEnd, asked);
}

type Asked = { asked: Date; grace: number };

/** Returns the membership from the subscription that counts, without a grant. */
function madeBy(subscription: Subscription, standing: Standing, { asked, grace }: Asked): PaidMembership | undefined {
  const { plan, state, periodStart, periodEnd, stoppedAt } = subscription;
  if (runs(subscription))
    return (
      plan && {
        plan,
        subscription_status: state === 'active' ? 'active' : 'canceled',
        membership_start: periodStart,
        membership_end: periodEnd,
        grace_end: null,
      }
    );
  const whose = plan === undefined ? {} : { plan };
  if (state === 'ended')
    return {
      ...whose,
      subscription_status: 'canceled',
      membership_end: earliest(periodEnd, stoppedAt ?? asked, standing.membershipEnd),
      grace_end: null,
    };
  const end = new Date(unpaidSince(subscription, standing, asked).getTime() + grace);
  return { ...whose, subscription_status: 'active', membership_end: end, grace_end: grace > 0 ? end : null };
}

/** Keeps a grant while it lasts; a running subscription adds its renewals and never lowers the plan. */
function besideGrant(subscription: Subscription, standing: Standing, { asked }: Asked): PaidMembership | undefined {
  const { plan, state, periodStart } = subscription;
  if (state === 'ended') return withoutRenewal(standing, asked);
  if (!runs(subscription) || plan === undefined) return undefined;
  return {
    plan: standing.plan === 'professional' ? 'professional' : plan,
    subscription_status: state === 'active' ? 'active' : 'canceled',
    membership_start: periodStart,
    // A longer paid period continues after the grant; a better granted plan ends with the grant.
    ...(standing.plan === plan && standing.membershipEnd && standing.membershipEnd < subscription.periodEnd
      ? { membership_end: subscription.periodEnd }
      : {}),
    grace_end: null,
  };
}

/**
 * Returns the membership after this statement; undefined when nothing changes. `grace` is in milliseconds and applies
 * while payment is still possible. Expired grants give way to longer periods.
 */
export function membershipBy(subscription: Subscription, standing: Standing, asked: Asked): PaidMembership | undefined {
  const isInForce = subscription.id === standing.subscription_id;
  if (!isInForce && !runs(subscription)) return undefined;
  const made = madeBy(subscription, standing, asked);
  const isSame = standing.applied === statementOf(subscription);
  if (!isInForce || !isGranted(standing, subscription.periodEnd)) return isSame ? undefined : made;
  const { membershipEnd: end } = standing;
  const isOver = end !== null && end <= asked.asked;
  const lasts = made?.membership_end as Date | undefined;
  if (isOver && lasts && lasts > asked.asked) return made;
  return isSame ? undefined : besideGrant(subscription, standing, asked);
}

/** The same where the provider knows nothing of the subscription any more: what was paid for goes on to its end. */
export function membershipWithout(standing: Standing, asked: Date): PaidMembership | undefined {
  if (isGranted(standing, undefined)) return withoutRenewal(standing, asked);
  const { membershipEnd: end, graceEnd } = standing;
  const isGrace = end !== null && graceEnd?.getTime() === end.getTime();
  return {
    subscription_status: 'canceled',
    grace_end: null,
    ...(isGrace ? { membership_end: earliest(end, asked) } : {}),
  };
}
