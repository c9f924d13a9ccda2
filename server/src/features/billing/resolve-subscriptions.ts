import type { Plan } from '@lectern/contract/accounts/accounts';
import type { PaidPlan } from '@lectern/contract/billing/billing';
import type { Subscription } from '../../ports/payments/port.ts';

/** A greater plan takes the place of a lesser one. */
const rank: Readonly<Record<PaidPlan, number>> = { executive: 0, professional: 1 };

export type ResolvedSubscriptions = {
  /** The one that counts, if one runs or waits for its payment. */
  current: Subscription | undefined;
  /** Had its time: an upgrade or a new beginning has taken its place. Ended, nothing is given back (decision 3). */
  replaced: Subscription[];
  /** Bought beside a plan at least as great that runs and renews: nobody wants both. Ended and given back. */
  surplus: Subscription[];
};

/**
 * Decides the fate of each subscription of a customer, independent of how many hosted pages were paid and in which
 * order.
 */
export function resolveSubscriptions(subscriptions: readonly Subscription[]): ResolvedSubscriptions {
  const ours = subscriptions
    .filter(({ plan }) => plan !== undefined)
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1));
  const replaced: Subscription[] = [];
  const surplus: Subscription[] = [];
  let current: Subscription | undefined;
  for (const next of ours) {
    if (next.state === 'ended') continue;
    if (current?.state === 'active' && rank[next.plan!] <= rank[current.plan!]) surplus.push(next);
    else {
      if (current) replaced.push(current);
      current = next;
    }
  }
  return { current, replaced, surplus };
}

/** The current plan of a member, and the subscription it comes from. */
export type InForce = { subscription_id: string | null; plan: Plan };

/**
 * The one in force is of its member's plan, whatever the operator has made of it in the provider's pages: who pays for it
 * is not locked out.
 */
export const withPlanInForce = (
  subscriptions: readonly Subscription[],
  { subscription_id: inForce, plan }: InForce,
): Subscription[] =>
  subscriptions.map((each) =>
    each.plan === undefined && each.id === inForce && plan !== 'free'
      ? { ...each, plan: plan satisfies PaidPlan }
      : each,
  );

export type Needless = { id: string; givesBack: boolean };

/** The subscriptions to be ended, and which of them are given back. */
export function findNeedlessSubscriptions(subscriptions: readonly Subscription[], inForce: InForce): Needless[] {
  const { replaced, surplus } = resolveSubscriptions(withPlanInForce(subscriptions, inForce));
  return [
    ...replaced.map(({ id }) => ({ id, givesBack: false })),
    ...surplus.map(({ id }) => ({ id, givesBack: true })),
  ];
}
