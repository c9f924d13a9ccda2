import { createHmac, randomBytes } from 'node:crypto';
import type { Queryable } from '../../../platform/database/database.ts';
import { outsideTransaction } from '../../../platform/database/transactions.ts';
import { CustomerMissing, type Payments } from '../port.ts';
import { readSignedEvent } from '../signed-event.ts';
import { createHosted } from './hosted.ts';
import { createRenewals } from './renewals.ts';
import { asPayment, mapSandboxSubscription, newId, sandboxPlans, type SandboxContext } from './rows.ts';

/** Previous states from which a subscription may change to each state. */
const changeable = {
  active: ['ending'],
  ending: ['active', 'ending', 'unpaid'],
  ended: ['active', 'ending', 'unpaid'],
} as const;

/** The payment provider for trying things out: hosted page, test cards, renewals and signed events, and no money. */
export function createSandbox(surroundings: SandboxContext): Payments {
  const { database, signingKey, now, tell } = surroundings;
  const db = database.kysely;
  const webhookSecret = `whsec_${createHmac('sha256', signingKey).update('sandbox events').digest('hex')}`;

  async function change(id: string, state: 'active' | 'ending' | 'ended'): Promise<void> {
    outsideTransaction('A call of the payment provider');
    await database.transaction(async (tx) => {
      const row = await tx
        .updateTable('sandbox_subscriptions')
        .set({ state })
        .where('id', '=', id)
        .where('state', 'in', changeable[state])
        .returning('customer_id')
        .executeTakeFirst();
      if (row) await tell(tx, { type: 'customer.subscription.updated', customerId: row.customer_id });
    });
  }

  async function lockCustomer(tx: Queryable, id: string): Promise<void> {
    const customer = await tx
      .selectFrom('sandbox_customers')
      .select('id')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!customer) throw new CustomerMissing();
  }

  return {
    kind: 'sandbox',
    publishableKey: null,
    plans: sandboxPlans,
    // Its customers are rows of the same database: no answer is lost, and one who was deleted is made again.
    async createCustomer({ id, email }) {
      const customerId = `cus_sandbox_${id}`;
      await db
        .insertInto('sandbox_customers')
        .values({ id: customerId, email })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ email }))
        .execute();
      return customerId;
    },
    async updateCustomer(customerId, { email }) {
      outsideTransaction('A call of the payment provider');
      await db.updateTable('sandbox_customers').set({ email }).where('id', '=', customerId).execute();
    },
    async createCheckout({ customerId, plan, notice, successUrl, cancelUrl }) {
      const id = newId('cs');
      await database.transaction(async (tx) => {
        // Two pages that are opened at once: the lock makes one of them the earlier.
        await lockCustomer(tx, customerId);
        await tx
          .updateTable('sandbox_checkouts')
          .set({ state: 'abandoned' })
          .where('customer_id', '=', customerId)
          .where('state', '=', 'open')
          .execute();
        await tx
          .insertInto('sandbox_checkouts')
          .values({
            id,
            customer_id: customerId,
            plan,
            notice: notice ?? null,
            success_url: successUrl,
            cancel_url: cancelUrl,
            created_at: now(),
          })
          .execute();
      });
      return { url: String(new URL(`/sandbox/checkout/${id}`, successUrl)) };
    },
    async createTokenPayment({ customerId, pack }) {
      const id = newId('pi');
      const clientSecret = `${id}_secret_${randomBytes(12).toString('hex')}`;
      await database.transaction(async (tx) => {
        await lockCustomer(tx, customerId);
        await tx
          .insertInto('sandbox_payments')
          .values({
            id,
            customer_id: customerId,
            kind: 'tokens',
            product_id: pack.id,
            amount: pack.amount,
            state: 'open',
            client_secret: clientSecret,
            created_at: now(),
          })
          .execute();
      });
      return { id, clientSecret };
    },
    async reopenTokenPayment({ id, customerId, pack }) {
      const payment = await db
        .selectFrom('sandbox_payments')
        .select('client_secret')
        .where('id', '=', id)
        .where('customer_id', '=', customerId)
        .where('state', 'in', ['open', 'failed'])
        .where('amount', '=', pack.amount)
        .executeTakeFirst();
      return payment?.client_secret ?? undefined;
    },
    cancelAtPeriodEnd: (id) => change(id, 'ending'),
    keepSubscription: (id) => change(id, 'active'),
    endSubscription: (id) => change(id, 'ended'),
    async refundSubscription(id) {
      await change(id, 'ended');
      await db
        .updateTable('sandbox_payments')
        .set({ state: 'refunded', reason: 'Given back: this plan was paid for already.' })
        .where('subscription_id', '=', id)
        .where('state', '=', 'succeeded')
        .execute();
    },
    async truthOf(customerId) {
      outsideTransaction('A call of the payment provider');
      await lockCustomer(db, customerId);
      const subscriptions = await db
        .selectFrom('sandbox_subscriptions')
        // whole rows: a customer of the sandbox has few, and their texts are ours
        .selectAll()
        .where('customer_id', '=', customerId)
        .orderBy('created_at', 'desc')
        .execute();
      const payments = await db
        .selectFrom('sandbox_payments')
        // whole rows: a customer of the sandbox has few, and their texts are ours
        .selectAll()
        .where('customer_id', '=', customerId)
        .orderBy('created_at', 'desc')
        .execute();
      return { subscriptions: subscriptions.map(mapSandboxSubscription), payments: payments.map(asPayment) };
    },
    async readEvent(body, signature) {
      const { id, customerId } = await readSignedEvent(body, signature, webhookSecret);
      return { id, customerId };
    },
    async forgetCustomer(customerId) {
      await db.deleteFrom('sandbox_customers').where('id', '=', customerId).execute();
    },
    sandbox: { webhookSecret, ...createHosted(surroundings), ...createRenewals(surroundings) },
  };
}
