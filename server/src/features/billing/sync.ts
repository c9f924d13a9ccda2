import type { World } from '../../platform/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { CustomerTruth, ProviderPayment, Subscription } from '../../ports/payments/port.ts';
import { creditTokens, takeBackTokens } from '../tokens/allowance.ts';
import { postPaymentLetter } from './post-letters.ts';
import { sortSubscriptions } from './sort-subscriptions.ts';
import { type Membership, setMembership } from '../accounts/membership.ts';
import { type CustomerAccount, lockCustomer, nextQuestion, noteAsked, writePayment } from './store.ts';

const earlier = (a: Date, b: Date): Date => (a < b ? a : b);

/** What a subscription makes of its member. `asked` is when the provider said so. */
export function membershipOf(
  { plan, state, periodStart, periodEnd }: Subscription,
  membershipStart: Date | null,
  asked: Date,
): Membership | undefined {
  if (!plan) return undefined;
  if (state === 'active' || state === 'ending')
    return {
      plan,
      subscription_status: state === 'active' ? 'active' : 'canceled',
      membership_start: periodStart,
      membership_end: periodEnd,
    };
  if (state === 'ended') return { plan, subscription_status: 'canceled', membership_end: earlier(periodEnd, asked) };
  // A provider may already count the period nobody has paid for: the membership ended where that one began.
  const unpaidPeriod = membershipStart !== null && periodStart > membershipStart;
  const end = unpaidPeriod ? periodStart : earlier(periodEnd, asked);
  return { plan, subscription_status: 'active', membership_end: end };
}

const runs = ({ state }: Subscription): boolean => state === 'active' || state === 'ending';

/** What a subscription changes of its member now: one that runs says what holds, one that does not only ends its own. */
function changeBy(
  subscription: Subscription,
  account: Pick<CustomerAccount, 'subscription_id' | 'lapsed' | 'membershipStart' | 'membershipEnd'>,
  asked: Date,
): Membership | undefined {
  const { subscription_id: inForce, lapsed, membershipStart, membershipEnd } = account;
  if (runs(subscription)) return membershipOf(subscription, membershipStart, asked);
  if (subscription.id !== inForce) return undefined;
  if (!lapsed) return membershipOf(subscription, membershipStart, asked);
  const isOver = membershipEnd !== null && membershipEnd <= asked;
  return subscription.state === 'ended' && isOver ? { subscription_status: 'canceled' } : undefined;
}

/**
 * The tokens of a payment: given once when it has succeeded, and taken back when it was refunded, of a part of it that
 * part.
 */
async function settlePack(tx: Queryable, userId: string, payment: ProviderPayment, now: Date): Promise<void> {
  const { id, state, tokens, amount, givenBack = 0 } = payment;
  if (tokens === undefined || (state !== 'succeeded' && state !== 'refunded')) return;
  await creditTokens(tx, { userId, kind: 'purchase', tokens, reference: `payment:${id}` }, now);
  const back = state === 'refunded' ? tokens : Math.floor((tokens * givenBack) / amount);
  await takeBackTokens(tx, { userId, payment: id, tokens: back }, now);
}

/** Which question of all processes an answer is to, and when it was asked by the clock of this one. */
type Asked = { question: number; at: Date };

async function apply(
  world: World,
  tx: Queryable,
  customerId: string,
  truth: CustomerTruth,
  { question, at: asked }: Asked,
): Promise<void> {
  const account = await lockCustomer(tx, customerId);
  // Another answer, asked for later, was here before this one.
  if (!account || account.answered > question) return;
  const { user_id: userId } = account;
  const { current } = sortSubscriptions(truth.subscriptions);
  for (const payment of truth.payments) {
    const isNews = await writePayment(tx, userId, payment, asked);
    await settlePack(tx, userId, payment, asked);
    if (isNews) await postPaymentLetter(world, tx, account.reader, payment, current);
  }
  // What is over says so once, and only of the membership it made: what stands there later was granted.
  // One that could never be paid takes the place of none that made a membership.
  const counts = current && (runs(current) || current.id === account.subscription_id) ? current : undefined;
  const subscription = counts ?? truth.subscriptions.find(({ id }) => id === account.subscription_id);
  const membership = subscription && changeBy(subscription, account, asked);
  if (membership) await setMembership(tx, userId, membership);
  await noteAsked(tx, userId, {
    answered: question,
    asked_at: asked,
    ...(counts ? { subscription_id: counts.id, lapsed: !runs(counts) } : {}),
    ...(subscription?.state === 'ended' ? { subscription_id: null, lapsed: false } : {}),
  });
}

/**
 * Makes what we know of a customer what the provider knows: plan, dates, payments, tokens. Whatever wakes it, in whatever
 * order and however often, the outcome is the same. A subscription that another one has replaced is ended; one that was
 * paid for beside a plan that runs is ended and given back.
 */
export async function syncCustomer(world: World, customerId: string): Promise<void> {
  const question = await nextQuestion(world.database.kysely, customerId);
  if (question === undefined) return;
  const asked = { question, at: world.now() };
  const truth = await world.payments.truthOf(customerId);
  await world.database.transaction((tx) => apply(world, tx, customerId, truth, asked));
  const { replaced, surplus } = sortSubscriptions(truth.subscriptions);
  for (const { id } of replaced) await world.payments.endSubscription(id);
  for (const { id } of surplus) await world.payments.refundSubscription(id);
}
