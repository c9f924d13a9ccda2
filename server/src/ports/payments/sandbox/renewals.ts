import { periodEndAfter } from '@lectern/contract/rules/billing-period';
import type { Queryable } from '../../../platform/database/database.ts';
import { recordMonthlyPayment, type SubscriptionRow, type SandboxContext } from './rows.ts';

/** The part of the sandbox that is the clock. */
export function createRenewals({ database, now, tell }: SandboxContext) {
  const db = database.kysely;

  async function renew(tx: Queryable, row: SubscriptionRow): Promise<void> {
    const { customer_id: customerId, plan } = row;
    const update = tx.updateTable('sandbox_subscriptions').where('id', '=', row.id);
    if (row.state === 'ending') await update.set({ state: 'ended' }).execute();
    else {
      const failure = row.renewal_fails ? 'Your card was declined.' : undefined;
      await recordMonthlyPayment(tx, { customerId, subscriptionId: row.id, plan, now: now(), failure });
      await update
        .set(
          failure
            ? { state: 'unpaid' }
            : { period_start: row.period_end, period_end: periodEndAfter(row.anchor, row.period_end) },
        )
        .execute();
    }
    await tell(tx, { type: 'customer.subscription.updated', customerId });
  }

  /** Renews or ends what is due. Resolves with when the next one is. */
  async function renewDue(): Promise<Date | undefined> {
    const due = await db
      .selectFrom('sandbox_subscriptions')
      .select('id')
      .where('state', 'in', ['active', 'ending'])
      .where('period_end', '<=', now())
      .execute();
    for (const { id } of due)
      await database.transaction(async (tx) => {
        const locked = () =>
          tx.selectFrom('sandbox_subscriptions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
        // After a long sleep several periods are due, each with its own payment.
        for (;;) {
          const row = await locked();
          if (!row || row.period_end > now() || row.state === 'ended' || row.state === 'unpaid') return;
          await renew(tx, row);
        }
      });
    const next = await db
      .selectFrom('sandbox_subscriptions')
      .select('period_end')
      .where('state', 'in', ['active', 'ending'])
      .orderBy('period_end')
      .limit(1)
      .executeTakeFirst();
    return next?.period_end;
  }

  /**
   * The bank is asked once more for a renewal it has refused: it pays, or it is given up. False where none was refused.
   */
  const retryRefused = (customerId: string, renewal: 'succeeds' | 'fails'): Promise<boolean> =>
    database.transaction(async (tx) => {
      const row = await tx
        .selectFrom('sandbox_subscriptions')
        .selectAll()
        .where('customer_id', '=', customerId)
        .where('state', '=', 'unpaid')
        .orderBy('created_at', 'desc')
        .forUpdate()
        .executeTakeFirst();
      if (!row) return false;
      const { id, period_end: start } = row;
      const isPaid = renewal === 'succeeds';
      await tx
        .updateTable('sandbox_subscriptions')
        .set({
          renewal_fails: false,
          ...(isPaid
            ? { state: 'active', period_start: start, period_end: periodEndAfter(row.anchor, start) }
            : { state: 'ended' }),
        })
        .where('id', '=', id)
        .execute();
      if (isPaid)
        await tx
          .updateTable('sandbox_payments')
          .set({ state: 'succeeded', reason: '' })
          .where('subscription_id', '=', id)
          .where('state', '=', 'failed')
          .execute();
      await tell(tx, { type: 'customer.subscription.updated', customerId });
      return true;
    });

  return {
    renewDue,
    async endPeriod(customerId: string, renewal: 'succeeds' | 'fails'): Promise<boolean> {
      if (await retryRefused(customerId, renewal)) return true;
      const { numUpdatedRows } = await db
        .updateTable('sandbox_subscriptions')
        // The next month begins today, so its end is counted from today.
        .set({ period_end: now(), anchor: now(), renewal_fails: renewal === 'fails' })
        .where('customer_id', '=', customerId)
        .where('state', 'in', ['active', 'ending'])
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) return false;
      await renewDue();
      return true;
    },
  };
}
