import type { Queryable } from '../../platform/database/database.ts';
import type { ProviderPayment } from '../../ports/payments/port.ts';

export const accountOf = (db: Queryable, userId: string) =>
  db.selectFrom('billing_accounts').selectAll().where('user_id', '=', userId).executeTakeFirst();

/** A member as the provider knows them, with the address they have now; undefined for one who never came near a payment. */
export const customerWithAddress = (db: Queryable, userId: string) =>
  db
    .selectFrom('billing_accounts as account')
    .innerJoin('users as member', 'member.id', 'account.user_id')
    .select(['account.customer_id', 'member.email'])
    .where('account.user_id', '=', userId)
    .executeTakeFirst();

/** Locks the account of a customer and its member for the rest of the transaction. */
export async function lockCustomer(tx: Queryable, customerId: string) {
  const account = await tx
    .selectFrom('billing_accounts')
    .selectAll()
    .where('customer_id', '=', customerId)
    .forUpdate()
    .executeTakeFirst();
  if (!account) return undefined;
  const user = await tx
    .selectFrom('users')
    .select(['id', 'membership_start', 'membership_end', 'email', 'firstname'])
    .where('id', '=', account.user_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return {
    ...account,
    membershipStart: user.membership_start,
    membershipEnd: user.membership_end,
    reader: { email: user.email, firstname: user.firstname },
  };
}

export type CustomerAccount = NonNullable<Awaited<ReturnType<typeof lockCustomer>>>;

/** The number of a question about a customer, higher than that of every one before, in whatever process; undefined for nobody's. */
export async function nextQuestion(db: Queryable, customerId: string): Promise<number | undefined> {
  const row = await db
    .updateTable('billing_accounts')
    .set(({ eb }) => ({ asked: eb('asked', '+', 1) }))
    .where('customer_id', '=', customerId)
    .returning('asked')
    .executeTakeFirst();
  return row?.asked;
}

/** The customer id of a member; the first one stays when two requests bring one. */
export async function keepCustomer(db: Queryable, userId: string, customerId: string): Promise<void> {
  await db
    .insertInto('billing_accounts')
    .values({ user_id: userId, customer_id: customerId })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
}

export async function noteAsked(
  tx: Queryable,
  userId: string,
  asked: { answered: number; asked_at: Date; subscription_id?: string | null; lapsed?: boolean },
): Promise<void> {
  await tx.updateTable('billing_accounts').set(asked).where('user_id', '=', userId).execute();
}

export const subscriptionStatus = (db: Queryable, userId: string) =>
  db.selectFrom('users').select(['plan', 'subscription_status']).where('id', '=', userId).executeTakeFirstOrThrow();

/**
 * Brings the history up to what the provider says of a payment; true where its state is news. The account is locked, so
 * that nobody else writes one meanwhile.
 */
export async function writePayment(
  tx: Queryable,
  userId: string,
  payment: ProviderPayment,
  now: Date,
): Promise<boolean> {
  const { state: status, log } = payment;
  const before = await tx
    .selectFrom('payments')
    .select('status')
    .where('provider_id', '=', payment.id)
    .executeTakeFirst();
  await tx
    .insertInto('payments')
    .values({
      user_id: userId,
      provider_id: payment.id,
      price: payment.amount,
      payment_type: payment.kind,
      product_id: payment.productId,
      status,
      log,
      created_at: payment.createdAt,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('provider_id').doUpdateSet({ status, log, updated_at: now }))
    .execute();
  return before?.status !== status;
}

/** Members whose trial ends between these, and who were not told yet. */
export const trialsThatEnd = (db: Queryable, { after, before }: { after: Date; before: Date }) =>
  db
    .selectFrom('users')
    .leftJoin('trial_letters', 'trial_letters.user_id', 'users.id')
    .select(['users.id', 'users.email', 'users.firstname', 'users.membership_end'])
    .where('users.subscription_status', '=', 'inactive')
    .where('users.is_active', '=', true)
    .where('users.membership_end', '>', after)
    .where('users.membership_end', '<=', before)
    .where('trial_letters.user_id', 'is', null)
    .execute();

/** False where another process was faster. */
export async function noteTrialLetter(tx: Queryable, userId: string, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('trial_letters')
    .values({ user_id: userId, posted_at: now })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export const paymentsOf = (db: Queryable, userId: string) =>
  db
    .selectFrom('payments')
    .select(['id', 'payment_type', 'product_id', 'price', 'status', 'log', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(500)
    .execute();

/** False for an event that was taken before. */
export async function takeEvent(tx: Queryable, id: string, now: Date): Promise<boolean> {
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

/** Customers whose subscription's paid period is over without a word of the provider since `before`. */
export async function overdueCustomers(db: Queryable, now: Date, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('billing_accounts as account')
    .innerJoin('users as member', 'member.id', 'account.user_id')
    .select('account.customer_id')
    .where('account.subscription_id', 'is not', null)
    .where('member.subscription_status', '=', 'active')
    .where('member.membership_end', '<', now)
    .where((e) => e.or([e('account.asked_at', 'is', null), e('account.asked_at', '<', before)]))
    .execute();
  return rows.map(({ customer_id }) => customer_id);
}
