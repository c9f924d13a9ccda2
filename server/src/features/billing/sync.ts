import type { World } from '../../platform/http/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { recordEvent } from '../../platform/events/events.ts';
import {
  CustomerMissing,
  type CustomerState,
  type ProviderPayment,
  type Subscription,
} from '../../ports/payments/port.ts';
import { creditTokens, takeBackTokens } from './tokens/allowance.ts';
import { logPlan } from '../accounts/workspaces/membership.ts';
import { changeWorkspace } from '../accounts/workspaces/workspace.ts';
import { retireCustomer, restoreKnownCustomer, tellOfSettings } from './customer.ts';
import { membershipBy, membershipWithout, runs, statementOf, wasUnpaid } from './membership-by.ts';
import { postReceipt, postRefusal } from './send-billing-emails.ts';
import { findNeedlessSubscriptions, resolveSubscriptions, withPlanInForce } from './resolve-subscriptions.ts';
import { type CustomerAccount, isGivingBack, lockCustomer, nextQuerySeq, setQueriedAt, writePayment } from './store.ts';
import { tellOfPayment } from './tell-of-payment.ts';

/**
 * The tokens of a payment: given once when it has succeeded, and taken back when it was refunded, of a part of it that
 * part.
 */
async function settlePack(tx: Queryable, workspaceId: string, payment: ProviderPayment, now: Date): Promise<void> {
  const { id, state, tokens, amount, givenBack = 0 } = payment;
  if (tokens === undefined || (state !== 'succeeded' && state !== 'refunded')) return;
  await creditTokens(tx, { workspaceId, kind: 'purchase', tokens, reference: `payment:${id}` }, now);
  const back = state === 'refunded' ? tokens : Math.floor((tokens * givenBack) / amount);
  await takeBackTokens(tx, { workspaceId, payment: id, tokens: back }, now);
}

/** The subscription that makes the membership, or has made it. */
function subscriptionOf(account: CustomerAccount, { subscriptions }: CustomerState): Subscription | undefined {
  const { subscription_id: inForce } = account;
  const ours = withPlanInForce(subscriptions, account);
  const { current } = resolveSubscriptions(ours);
  // One that could never be paid takes the place of none that made a membership.
  const next = current && (runs(current) || current.id === inForce) ? current : undefined;
  return next ?? ours.find(({ id }) => id === inForce);
}

/** Which question of all processes an answer is to, and when it was asked by the clock of this one. */
type Asked = { question: number; at: Date };

async function apply(
  world: World,
  tx: Queryable,
  customerId: string,
  truth: CustomerState,
  { question, at: asked }: Asked,
): Promise<void> {
  const account = await lockCustomer(tx, customerId);
  // Another answer, asked for later, was here before this one.
  if (!account || account.applied_seq > question) return;
  const { workspace_id: workspaceId, subscription_id: inForce, readers } = account;
  const subscription = subscriptionOf(account, truth);
  const change = subscription
    ? membershipBy(subscription, account, { asked, grace: world.renewalGrace })
    : inForce === null
      ? undefined
      : membershipWithout(account, asked);
  if (change) await changeWorkspace(tx, workspaceId, change);
  if (change?.plan && change.plan !== account.plan) {
    const payload = { from: account.plan, to: change.plan };
    await recordEvent(world, tx, { kind: 'plan.changed', workspaceId, subjectId: workspaceId, payload });
    await logPlan(tx, { workspaceId, via: 'provider', now: asked }, payload);
  }
  for (const payment of truth.payments) {
    const before = await writePayment(tx, workspaceId, payment, { now: asked, question });
    await settlePack(tx, workspaceId, payment, asked);
    await tellOfPayment(world, tx, payment, { workspaceId, subscriptions: truth.subscriptions, before });
    if (payment.state === 'succeeded' && before?.status !== 'succeeded') await postReceipt(world, tx, readers, payment);
  }
  if (subscription?.state === 'unpaid' && !wasUnpaid(subscription, account)) {
    const end = change ? (change.membership_end as Date) : account.membershipEnd;
    const goesOnUntil = end !== null && end > asked ? end : null;
    await postRefusal(world, tx, readers, {
      subscription,
      payments: truth.payments,
      goesOnUntil,
      isGranted: change === undefined,
    });
  }
  await setQueriedAt(tx, workspaceId, {
    applied_seq: question,
    asked_at: asked,
    ...(subscription ? { applied: statementOf(subscription) } : {}),
    ...(change?.membership_end
      ? { applied_end: change.membership_end as Date, applied_plan: change.plan ?? account.plan }
      : {}),
    subscription_id: subscription && subscription.state !== 'ended' ? subscription.id : null,
    // A version before, which may serve still, would end again what runs no more.
    lapsed: subscription?.state === 'unpaid',
  });
  if (findNeedlessSubscriptions(truth.subscriptions, account).length > 0 || (await isGivingBack(tx, workspaceId)))
    await world.jobs.enqueue('end-subscription', { customerId }, { tx, key: `end-subscription/${customerId}` });
}

/**
 * Idempotently syncs plan, dates, payments and tokens from the provider; ends replaced subscriptions, refunds
 * duplicates. Resolves to undefined when the provider or we lack the customer.
 */
export async function syncCustomer(world: World, customerId: string): Promise<CustomerState | undefined> {
  const db = world.database.kysely;
  const question =
    (await nextQuerySeq(db, customerId)) ??
    ((await restoreKnownCustomer(world, customerId)) ? await nextQuerySeq(db, customerId) : undefined);
  if (question === undefined) return undefined;
  const at = world.now();
  try {
    const truth = await world.payments.truthOf(customerId);
    await world.database.transaction((tx) => apply(world, tx, customerId, truth, { question, at }));
    return truth;
  } catch (error) {
    await tellOfSettings(world, error);
    if (!(error instanceof CustomerMissing)) throw error;
    await retireCustomer(world, customerId);
    return undefined;
  }
}
