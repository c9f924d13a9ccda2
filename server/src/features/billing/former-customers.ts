import { day, hour, minute } from '@lectern/contract/rules/durations';
import type { Queryable } from '../../platform/database/database.ts';
import type { CustomerAccount } from './store.ts';

/** Milliseconds in which wrong keys are found and set right. */
const soon = 3 * day;

/**
 * The provider knows this customer no more: the member has none. What they had is kept, with the end that it has now.
 */
export async function moveToFormer(
  tx: Queryable,
  { workspace_id, customer_id, subscription_id, applied_plan, applied_end, query_seq: asked }: CustomerAccount,
  { end, now }: { end: Date | undefined; now: Date },
): Promise<void> {
  const made = { subscription_id, applied_plan, applied_end: end ?? applied_end };
  const had = { ...made, workspace_id, asked, retired_at: now, asked_at: now };
  await tx
    .insertInto('former_customers')
    .values({ customer_id, ...had })
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(had))
    .execute();
  await tx.deleteFrom('billing_accounts').where('customer_id', '=', customer_id).execute();
}

/** The opposite; false where the member has another customer by now. What is said of them is applied anew. */
export async function restoreFormerCustomer(tx: Queryable, customerId: string): Promise<boolean> {
  const found = await tx
    .selectFrom('former_customers')
    .select(['customer_id', 'workspace_id', 'subscription_id', 'applied_plan', 'applied_end', 'asked'])
    .where('customer_id', '=', customerId)
    .forUpdate()
    .executeTakeFirst();
  if (!found) return false;
  const { asked, ...former } = found;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('billing_accounts')
    .values({ ...former, query_seq: asked, applied_seq: asked })
    .onConflict((conflict) => conflict.constraint('billing_accounts_pkey').doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) return false;
  await tx.deleteFrom('former_customers').where('customer_id', '=', customerId).execute();
  return true;
}

export const formerOwner = async (db: Queryable, customerId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('former_customers')
      .select('workspace_id')
      .where('customer_id', '=', customerId)
      .executeTakeFirst()
  )?.workspace_id;

export async function noteStillMissing(db: Queryable, customerId: string, now: Date): Promise<void> {
  await db.updateTable('former_customers').set({ asked_at: now }).where('customer_id', '=', customerId).execute();
}

/**
 * Returns former customers with a subscription that may still run unseen by the current keys. Asks every hour for some
 * days, then daily.
 */
export async function formersToAsk(db: Queryable, now: Date): Promise<string[]> {
  const before = (age: number): Date => new Date(now.getTime() - age);
  const rows = await db
    .selectFrom('former_customers')
    .select('customer_id')
    .where('subscription_id', 'is not', null)
    .where((e) =>
      e.or([
        e('asked_at', '<', before(day)),
        e.and([e('asked_at', '<', before(hour)), e('retired_at', '>', before(soon))]),
      ]),
    )
    .orderBy('asked_at')
    .limit(1000)
    .execute();
  return rows.map(({ customer_id }) => customer_id);
}

/** Returns a member's former customers, except those the provider just reported as unknown. */
export async function subscribersBefore(db: Queryable, workspaceId: string, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('former_customers')
    .select('customer_id')
    .where('workspace_id', '=', workspaceId)
    .where('subscription_id', 'is not', null)
    .where('asked_at', '<', new Date(now.getTime() - minute))
    .orderBy('asked_at')
    .limit(3)
    .execute();
  return rows.map(({ customer_id }) => customer_id);
}

export async function formerCustomerIdsOf(db: Queryable, workspaceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('former_customers')
    .select('customer_id')
    .where('workspace_id', '=', workspaceId)
    .execute();
  return rows.map(({ customer_id }) => customer_id);
}
