import { day, hour } from '@lectern/contract/rules/durations';
import type { Plan } from '@lectern/contract/accounts/accounts';
import type { PaymentState } from '@lectern/contract/billing/billing';
import type { Queryable } from '../../platform/database/database.ts';
import type { TokenPack } from '@lectern/contract/rules/token-packs';
import type { ProviderPayment } from '../../ports/payments/port.ts';
import { firstOwner, ownersOf, selectFirstOwner, selectOwners } from '../accounts/workspaces/owners.ts';
import { lockWorkspace } from '../accounts/workspaces/workspace.ts';

export const billingAccountOf = (db: Queryable, workspaceId: string) =>
  db.selectFrom('billing_accounts').selectAll().where('workspace_id', '=', workspaceId).executeTakeFirst();

/**
 * A customer with the address that its owner has now; undefined for a workspace that never came near a payment.
 */
export async function customerWithEmail(db: Queryable, workspaceId: string) {
  const [account, owner] = [await billingAccountOf(db, workspaceId), await firstOwner(db, workspaceId)];
  return account && owner && { customer_id: account.customer_id, email: owner.email };
}

/** Locks the account of a customer and its workspace for the rest of the transaction. */
export async function lockCustomer(tx: Queryable, customerId: string) {
  const account = await tx
    .selectFrom('billing_accounts')
    .selectAll()
    .where('customer_id', '=', customerId)
    .forUpdate()
    .executeTakeFirst();
  if (!account) return undefined;
  const workspace = await lockWorkspace(tx, account.workspace_id);
  return {
    ...account,
    plan: workspace.plan,
    membershipStart: workspace.membership_start,
    membershipEnd: workspace.membership_end,
    graceEnd: workspace.grace_end,
    isClosed: workspace.deletion_requested_at !== null,
    readers: await ownersOf(tx, workspace.id),
  };
}

export type CustomerAccount = NonNullable<Awaited<ReturnType<typeof lockCustomer>>>;

export const planInForceOf = (db: Queryable, customerId: string) =>
  db
    .selectFrom('billing_accounts as account')
    .innerJoin('workspaces as workspace', 'workspace.id', 'account.workspace_id')
    .select(['account.workspace_id', 'account.subscription_id', 'workspace.plan'])
    .where('account.customer_id', '=', customerId)
    .executeTakeFirst();

/** Notes that a subscription is being ended and given back: once it is over, nothing else says so. */
export async function beginGivingBack(db: Queryable, workspaceId: string, subscriptionId: string): Promise<void> {
  await db
    .insertInto('surplus_subscriptions')
    .values({ subscription_id: subscriptionId, workspace_id: workspaceId })
    .onConflict((conflict) => conflict.column('subscription_id').doNothing())
    .execute();
}

export async function endGivingBack(db: Queryable, subscriptionId: string): Promise<void> {
  await db.deleteFrom('surplus_subscriptions').where('subscription_id', '=', subscriptionId).execute();
}

export async function isGivingBack(db: Queryable, workspaceId: string): Promise<boolean> {
  const query = db.selectFrom('surplus_subscriptions').select('workspace_id').where('workspace_id', '=', workspaceId);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Subscriptions of which something may still be to be given back. Of others than these it is not meant any more. */
export async function givenBackOf(db: Queryable, workspaceId: string, needless: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('surplus_subscriptions')
    .select('subscription_id')
    .where('workspace_id', '=', workspaceId)
    .execute();
  const all = rows.map((row) => row.subscription_id);
  for (const id of all) if (!needless.includes(id)) await endGivingBack(db, id);
  return all.filter((id) => needless.includes(id));
}

/**
 * The number of a question about a customer, higher than that of every one before, in whatever process; undefined for
 * nobody's.
 */
export async function nextQuerySeq(db: Queryable, customerId: string): Promise<number | undefined> {
  const row = await db
    .updateTable('billing_accounts')
    .set(({ eb }) => ({ query_seq: eb('query_seq', '+', 1) }))
    .where('customer_id', '=', customerId)
    .returning('query_seq')
    .executeTakeFirst();
  return row?.query_seq;
}

/** The customer of a workspace; the first one stays when two requests bring one, or the same, as the provider gives twice. */
export async function saveCustomer(db: Queryable, workspaceId: string, customerId: string): Promise<void> {
  await db
    .insertInto('billing_accounts')
    .values({ workspace_id: workspaceId, customer_id: customerId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** How often a customer was made for a member, or was to be and was not. */
export async function countCustomerAttempts(db: Queryable, workspaceId: string): Promise<number> {
  const row = await db
    .selectFrom('customer_attempts')
    .select('attempts')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return row?.attempts ?? 0;
}

export async function countAttempt(db: Queryable, workspaceId: string): Promise<void> {
  await db
    .insertInto('customer_attempts')
    .values({ workspace_id: workspaceId, attempts: 1 })
    .onConflict((conflict) =>
      conflict
        .constraint('customer_attempts_pkey')
        .doUpdateSet(({ eb }) => ({ attempts: eb('customer_attempts.attempts', '+', 1) })),
    )
    .execute();
}

/** A payment was begun, which may be made after its page is gone and without an event: it is asked for until then. */
export async function awaitPayment(db: Queryable, workspaceId: string, until: Date): Promise<void> {
  await db
    .updateTable('billing_accounts')
    .set({ pending_until: until })
    .where('workspace_id', '=', workspaceId)
    .execute();
}

/** The last payment for a pack that was begun and not made, by its name at the provider. */
export async function unpaidPack(db: Queryable, workspaceId: string, packId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('payments')
    .select('provider_id')
    .where('workspace_id', '=', workspaceId)
    .where('product_id', '=', packId)
    .where('payment_type', '=', 'tokens')
    .where('status', 'in', ['open', 'failed'])
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  return row?.provider_id;
}

/** Notes a payment before it can be made, and that a page is given it. */
export async function handOutPack(
  db: Queryable,
  { workspaceId, userId }: { workspaceId: string; userId: string },
  { id, pack: { id: product_id, amount: price } }: { id: string; pack: TokenPack },
  now: Date,
): Promise<void> {
  const handed_out = (await billingAccountOf(db, workspaceId))?.query_seq ?? 0;
  await db
    .insertInto('payments')
    .values({
      workspace_id: workspaceId,
      // a person's: the buyer
      user_id: userId,
      provider_id: id,
      price,
      payment_type: 'tokens',
      product_id,
      status: 'open',
      handed_out,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('provider_id').doUpdateSet({ handed_out }))
    .execute();
}

/** The payments for tokens of an amount in cents, the one that was last handed to a page first. */
export const tokenPaymentsOf = (db: Queryable, workspaceId: string, cents: number) =>
  db
    .selectFrom('payments')
    .select(['provider_id', 'handed_out', 'changed'])
    .where('workspace_id', '=', workspaceId)
    .where('payment_type', '=', 'tokens')
    .where('price', '=', cents)
    .orderBy('handed_out', (order) => order.desc().nullsLast())
    .orderBy('created_at', 'desc')
    .execute();

export async function setQueriedAt(
  tx: Queryable,
  workspaceId: string,
  asked: {
    applied_seq: number;
    asked_at: Date;
    subscription_id: string | null;
    lapsed: boolean;
    applied?: string;
    applied_plan?: Plan;
    applied_end?: Date;
  },
): Promise<void> {
  await tx.updateTable('billing_accounts').set(asked).where('workspace_id', '=', workspaceId).execute();
}

export const subscriptionStatus = (db: Queryable, workspaceId: string) =>
  db
    .selectFrom('workspaces')
    .select(['plan', 'subscription_status'])
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();

/**
 * Brings the history up to what the provider says of a payment. Resolves with what stood there. The account is locked, so
 * that nobody else writes one meanwhile.
 */
export async function writePayment(
  tx: Queryable,
  workspaceId: string,
  payment: ProviderPayment,
  { now, question }: { now: Date; question: number },
): Promise<{ status: PaymentState; given_back: number | null } | undefined> {
  const { state: status, log, givenBack: given_back = 0 } = payment;
  const before = await tx
    .selectFrom('payments')
    .select(['status', 'given_back'])
    .where('provider_id', '=', payment.id)
    .executeTakeFirst();
  const changed = before?.status === status ? {} : { changed: question };
  const said = { status, log, given_back, updated_at: now, ...changed };
  await tx
    .insertInto('payments')
    .values({
      ...said,
      workspace_id: workspaceId,
      // a person's: the buyer, where nobody else is known the first owner
      user_id: selectFirstOwner(tx, workspaceId).select('users.id'),
      provider_id: payment.id,
      price: payment.amount,
      currency: payment.currency ?? 'usd',
      payment_type: payment.kind,
      product_id: payment.productId,
      created_at: payment.createdAt,
    })
    .onConflict((conflict) => conflict.column('provider_id').doUpdateSet(said))
    .execute();
  return before;
}

/** Workspaces with those of their owners whose accounts are active. */
const withOwners = (db: Queryable) =>
  selectOwners(db)
    .innerJoin('workspaces', 'workspaces.id', 'owner.workspace_id')
    .select(['workspaces.id', 'users.email', 'users.firstname'])
    .where('users.is_active', '=', true);

/** Workspaces whose trial ends between these, and whose owners were not told yet. */
export const trialsThatEnd = (db: Queryable, { after, before }: { after: Date; before: Date }) =>
  withOwners(db)
    .leftJoin('trial_emails', 'trial_emails.workspace_id', 'workspaces.id')
    .select('workspaces.membership_end')
    .where('workspaces.subscription_status', '=', 'inactive')
    .where('workspaces.membership_end', '>', after)
    .where('workspaces.membership_end', '<=', before)
    .where('trial_emails.workspace_id', 'is', null)
    .execute();

/** False where another process was faster. */
export async function recordTrialEmail(tx: Queryable, workspaceId: string, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('trial_emails')
    .values({ workspace_id: workspaceId, posted_at: now })
    .onConflict((conflict) => conflict.constraint('trial_emails_pkey').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export const paymentsOf = (db: Queryable, workspaceId: string) =>
  db
    .selectFrom('payments')
    .select(['id', 'payment_type', 'product_id', 'price', 'currency', 'status', 'log', 'created_at'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at', 'desc')
    .limit(500)
    .execute();

/** False for an event that was taken before. */
export async function insertEventOnce(tx: Queryable, id: string, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('payment_events')
    .values({ id, received_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function forgetEvents(db: Queryable, before: Date): Promise<void> {
  await db.deleteFrom('payment_events').where('received_at', '<', before).execute();
}

/**
 * Lists customers whose events may be lost: first begun payments; then, longest unasked first, ended memberships after
 * an hour of silence and subscriptions after a day.
 */
export async function customersToAsk(db: Queryable, now: Date): Promise<string[]> {
  const before = (age: number): Date => new Date(now.getTime() - age);
  const rows = await db
    .selectFrom('billing_accounts as account')
    .innerJoin('workspaces as workspace', 'workspace.id', 'account.workspace_id')
    .select('account.customer_id')
    .where((e) => {
      const isUnasked = (age: number) =>
        e.or([e('account.asked_at', 'is', null), e('account.asked_at', '<', before(age))]);
      const isOver = e.or([
        e('workspace.membership_end', '<', now),
        e('workspace.membership_end', '=', e.ref('workspace.grace_end')),
      ]);
      const isSubscribed = e('account.subscription_id', 'is not', null);
      return e.or([
        e('account.pending_until', '>', now),
        e.and([isSubscribed, isOver, isUnasked(hour)]),
        e.and([isSubscribed, isUnasked(day)]),
      ]);
    })
    .orderBy(
      (e) => e('account.pending_until', '>', now),
      (order) => order.desc().nullsLast(),
    )
    .orderBy('account.asked_at', (order) => order.asc().nullsFirst())
    .limit(1000)
    .execute();
  return rows.map(({ customer_id }) => customer_id);
}

/** Workspaces whose time of grace ends before this, and whose owners were not reminded of it yet. */
export const gracesThatEnd = (db: Queryable, { after, before }: { after: Date; before: Date }) =>
  withOwners(db)
    .innerJoin('billing_accounts as account', 'account.workspace_id', 'workspaces.id')
    .select('workspaces.grace_end')
    .where('workspaces.subscription_status', '=', 'active')
    .whereRef('workspaces.grace_end', '=', 'workspaces.membership_end')
    .where('workspaces.grace_end', '>', after)
    .where('workspaces.grace_end', '<=', before)
    .where((e) =>
      e.or([e('account.reminded_for', 'is', null), e('account.reminded_for', '<', e.ref('workspaces.grace_end'))]),
    )
    .execute();

/** False where another process was faster. */
export async function noteReminder(tx: Queryable, workspaceId: string, end: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('billing_accounts')
    .set({ reminded_for: end })
    .where('workspace_id', '=', workspaceId)
    .where((e) => e.or([e('reminded_for', 'is', null), e('reminded_for', '<', end)]))
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
