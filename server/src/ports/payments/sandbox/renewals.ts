import { periodEndAfter } from '@lectern/contract/rules/billing-period';
import type { Queryable } from '../../../platform/database/database.ts';
import { charge, type SubscriptionRow, type Surroundings } from './rows.ts';

/** The part of the sandbox that is the clock. */
export function createRenewals({ database, now, tell }: Surroundings) {
  const db = database.kysely;

  async function renew(tx: Queryable, row: SubscriptionRow): Promise<void> {
    const { customer_id: customerId, plan } = row;
    const update = tx.updateTable('sandbox_subscriptions').where('id', '=', row.id);
    if (row.state === 'ending') await update.set({ state: 'ended' }).execute();
    else {
      const failure = row.renewal_fails ? 'Your card was declined.' : undefined;
      await charge(tx, { customerId, subscriptionId: row.id, plan, now: now(), failure });
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

  return {
    renewDue,
    async endPeriod(customerId: string, renewal: 'succeeds' | 'fails'): Promise<boolean> {
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
