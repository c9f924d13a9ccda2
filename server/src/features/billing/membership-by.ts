import type { Subscription } from '../../ports/payments/port.ts';
import type { Membership } from '../accounts/membership.ts';
import type { CustomerAccount } from './store.ts';

const earliest = (...dates: readonly (Date | null | undefined)[]): Date =>
  new Date(Math.min(...dates.flatMap((date) => (date ? [date.getTime()] : []))));

export const runs = ({ state }: Subscription): boolean => state === 'active' || state === 'ending';

/** What the provider says of a subscription, in a line: what is the same is not applied again. */
export const statementOf = ({ id, plan, state, periodStart, periodEnd }: Subscription): string =>
  [id, plan ?? '', state, periodStart.toISOString(), periodEnd.toISOString()].join(' ');

type Standing = Pick<
  CustomerAccount,
  'subscription_id' | 'applied' | 'applied_end' | 'plan' | 'membershipStart' | 'membershipEnd' | 'graceEnd'
>;

/** Whether the membership is as its subscription has made it: an administrator who granted something gave it another end. */
const isAsMade = ({ applied_end: made, membershipEnd }: Standing): boolean =>
  made === null || made.getTime() === membershipEnd?.getTime();

/** Of a member whose subscription is over: what was granted meanwhile only stops to wait for a renewal, once it is over. */
const withoutRenewal = ({ membershipEnd }: Standing, asked: Date): Membership | undefined =>
  membershipEnd !== null && membershipEnd <= asked ? { subscription_status: 'canceled' } : undefined;

/**
 * Whether a subscription that runs on finds more than it would make: what an administrator granted meanwhile, until later.
 */
const isGrantedBeyond = ({ id, periodEnd }: Subscription, standing: Standing): boolean =>
  id === standing.subscription_id &&
  standing.applied !== null &&
  !isAsMade(standing) &&
  standing.membershipEnd !== null &&
  standing.membershipEnd > periodEnd;

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

/**
 * What a subscription changes of its member: nothing where the provider has said the same before. One that runs says what
 * holds; one that does not, only ends the membership it made, after `grace` milliseconds where it may still be paid.
 */
export function membershipBy(
  subscription: Subscription,
  standing: Standing,
  { asked, grace }: { asked: Date; grace: number },
): Membership | undefined {
  const { plan, state, periodStart, periodEnd, stoppedAt } = subscription;
  if (standing.applied === statementOf(subscription)) return undefined;
  if (runs(subscription)) {
    if (plan === undefined) return undefined;
    const running = {
      subscription_status: state === 'active' ? 'active' : 'canceled',
      membership_start: periodStart,
      grace_end: null,
    } as const;
    if (!isGrantedBeyond(subscription, standing)) return { ...running, plan, membership_end: periodEnd };
    return { ...running, plan: standing.plan === 'professional' ? 'professional' : plan };
  }
  if (subscription.id !== standing.subscription_id) return undefined;
  if (!isAsMade(standing)) return state === 'ended' ? withoutRenewal(standing, asked) : undefined;
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

/** The same where the provider knows nothing of the subscription any more: what was paid for goes on to its end. */
export function membershipWithout(standing: Standing, asked: Date): Membership | undefined {
  if (!isAsMade(standing)) return withoutRenewal(standing, asked);
  const { membershipEnd: end, graceEnd } = standing;
  const isGrace = end !== null && graceEnd?.getTime() === end.getTime();
  return {
    subscription_status: 'canceled',
    grace_end: null,
    ...(isGrace ? { membership_end: earliest(end, asked) } : {}),
  };
}
