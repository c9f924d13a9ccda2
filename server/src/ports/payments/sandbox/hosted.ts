import type { SandboxCard, SandboxCheckout } from '@lectern/contract/billing/billing';
import { Problem } from '@lectern/contract/problem';
import { monthsAfter } from '@lectern/contract/rules/billing-period';
import { plans } from '@lectern/contract/rules/plans';
import type { Queryable } from '../../../platform/database/database.ts';
import { recordMonthlyPayment, newId, getMonthlyPriceCents, type SandboxContext } from './rows.ts';

/** How a test card behaves. */
type Behaviour = 'succeeds' | 'declined' | 'no funds' | 'authentication';

/** The numbers of Stripe's own test mode, so that what one has learnt there holds here. */
const cards: Readonly<Record<string, Behaviour>> = {
  '4242424242424242': 'succeeds',
  '4000000000000002': 'declined',
  '4000000000009995': 'no funds',
  '4000002500003155': 'authentication',
};

type CardOutcome = { status: 'succeeded' | 'authentication' } | { status: 'failed'; reason: string };

const failed = (reason: string): CardOutcome => ({ status: 'failed', reason });

/** Whether an MM/YY lies in the future. */
function hasNotExpired(expiry: string, now: Date): boolean {
  const [, month, year] = /^(0[1-9]|1[0-2])\s*\/\s*(\d\d)$/.exec(expiry.trim()) ?? [];
  if (month === undefined || year === undefined) return false;
  return new Date(Date.UTC(2000 + Number(year), Number(month), 1)) > now;
}

/** Outcome of paying with a test card. Refuses other numbers, so that real cards are never entered. */
function simulateCardPayment({ number, expiry, cvc, authenticated }: SandboxCard, now: Date): CardOutcome {
  const behaviour = cards[number.replace(/\s/g, '')];
  if (behaviour === undefined) return failed('This is the sandbox: please use one of the test cards.');
  if (!hasNotExpired(expiry, now)) return failed('Your card has expired.');
  if (!/^\d{3,4}$/.test(cvc)) return failed("Your card's security code is incorrect.");
  if (behaviour === 'declined') return failed('Your card was declined.');
  if (behaviour === 'no funds') return failed('Your card has insufficient funds.');
  if (behaviour === 'authentication' && authenticated === undefined) return { status: 'authentication' };
  if (authenticated === false) return failed('We are unable to authenticate your payment method.');
  return { status: 'succeeded' };
}

/** The part of the sandbox that a paying person meets: the hosted page and the confirmation of a payment. */
export function createHosted({ database, now, tell }: SandboxContext) {
  async function openCheckout(tx: Queryable, id: string) {
    const found = await tx
      .selectFrom('sandbox_checkouts')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!found) throw new Problem('not_found');
    if (found.state !== 'open') throw new Problem('checkout_closed');
    return found;
  }

  return {
    async checkout(id: string): Promise<SandboxCheckout | undefined> {
      const row = await database.kysely
        .selectFrom('sandbox_checkouts as checkout')
        .innerJoin('sandbox_customers as customer', 'customer.id', 'checkout.customer_id')
        .select(['checkout.plan', 'checkout.state', 'checkout.cancel_url', 'checkout.notice', 'customer.email'])
        .where('checkout.id', '=', id)
        .executeTakeFirst();
      if (!row) return undefined;
      const { plan, state, email, notice, cancel_url: cancelUrl } = row;
      return { email, product: plans[plan].label, amount: getMonthlyPriceCents(plan), state, cancelUrl, notice };
    },

    async pay(
      checkoutId: string,
      card: SandboxCard,
    ): Promise<{ status: 'succeeded' | 'authentication'; url: string | null }> {
      const outcome = simulateCardPayment(card, now());
      if (outcome.status === 'authentication') return { status: 'authentication', url: null };
      const url = await database.transaction(async (tx) => {
        const { customer_id: customerId, plan, success_url } = await openCheckout(tx, checkoutId);
        const start = now();
        const failure = outcome.status === 'failed' ? outcome.reason : undefined;
        const subscriptionId = failure === undefined ? newId('sub') : undefined;
        await recordMonthlyPayment(tx, { customerId, subscriptionId, plan, now: start, failure });
        await tell(tx, { type: 'checkout.session.completed', customerId });
        if (subscriptionId === undefined) return null;
        await tx
          .insertInto('sandbox_subscriptions')
          .values({
            id: subscriptionId,
            customer_id: customerId,
            plan,
            state: 'active',
            anchor: start,
            period_start: start,
            period_end: monthsAfter(start, 1),
            created_at: start,
          })
          .execute();
        await tx.updateTable('sandbox_checkouts').set({ state: 'complete' }).where('id', '=', checkoutId).execute();
        return success_url;
      });
      if (outcome.status === 'failed') throw new Problem('card_refused', { detail: outcome.reason });
      return { status: 'succeeded', url };
    },

    abandon: (checkoutId: string): Promise<string> =>
      database.transaction(async (tx) => {
        const { cancel_url } = await openCheckout(tx, checkoutId);
        await tx.updateTable('sandbox_checkouts').set({ state: 'abandoned' }).where('id', '=', checkoutId).execute();
        return cancel_url;
      }),

    async confirm(
      { customerId, clientSecret }: { customerId: string; clientSecret: string },
      card: SandboxCard,
    ): Promise<'succeeded' | 'authentication'> {
      const outcome = simulateCardPayment(card, now());
      const failure = outcome.status === 'failed' ? outcome.reason : undefined;
      const set = {
        succeeded: { state: 'succeeded', reason: '' },
        authentication: { state: 'open', reason: 'The bank wants this payment confirmed.' },
        failed: { state: 'failed', reason: failure ?? '' },
      } as const;
      await database.transaction(async (tx) => {
        const row = await tx
          .updateTable('sandbox_payments')
          .set(set[outcome.status])
          .where('client_secret', '=', clientSecret)
          .where('customer_id', '=', customerId)
          // A refused card may be followed by another; what is paid is paid.
          .where('state', 'in', ['open', 'failed'])
          .returning('customer_id')
          .executeTakeFirst();
        if (!row) throw new Problem('checkout_closed');
        await tell(tx, { type: 'payment_intent.updated', customerId: row.customer_id });
      });
      if (outcome.status === 'failed') throw new Problem('card_refused', { detail: outcome.reason });
      return outcome.status;
    },
  };
}
