import { randomBytes } from 'node:crypto';
import type { PaidPlan } from '@lectern/contract/billing/billing';
import { plans as planRules } from '@lectern/contract/rules/plans';
import { tokenPacks } from '@lectern/contract/rules/token-packs';
import type { Selectable } from 'kysely';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import type { Tables } from '../../../platform/database/tables.ts';
import type { ProviderIds, ProviderPayment, Subscription } from '../port.ts';

/** Dependencies that all parts of the sandbox share. */
export type SandboxContext = {
  database: Database;
  signingKey: Buffer;
  now: () => Date;
  /** Sends an event on its way, in the transaction in which it happened. */
  tell: (tx: Queryable, event: { type: string; customerId: string }) => Promise<void>;
};

export type SubscriptionRow = Selectable<Tables['sandbox_subscriptions']>;

export const newId = (prefix: string): string => `${prefix}_sandbox_${randomBytes(12).toString('hex')}`;

export const sandboxPlans: Readonly<Record<PaidPlan, ProviderIds>> = {
  executive: { priceId: 'price_sandbox_executive', productId: 'prod_sandbox_executive' },
  professional: { priceId: 'price_sandbox_professional', productId: 'prod_sandbox_professional' },
};

/** Cents a month. */
export const getMonthlyPriceCents = (plan: PaidPlan): number => planRules[plan].price * 100;

export const mapSandboxSubscription = (row: SubscriptionRow): Subscription => ({
  id: row.id,
  plan: row.plan,
  state: row.state,
  periodStart: row.period_start,
  periodEnd: row.period_end,
  createdAt: row.created_at,
  ...(row.state === 'unpaid' ? { stoppedAt: row.period_end } : {}),
});

export function asPayment(row: Selectable<Tables['sandbox_payments']>): ProviderPayment {
  const { id, kind, amount, state } = row;
  const pack = tokenPacks.find((each) => each.id === row.product_id);
  const log = row.reason || (state === 'succeeded' ? 'Paid in the sandbox: no money moved.' : '');
  const common = { id, kind, amount, state, log, productId: row.product_id, createdAt: row.created_at };
  if (kind !== 'tokens' || !pack) return { ...common, subscriptionId: row.subscription_id ?? undefined };
  // While one is open, a reason is that of the bank that wants to be asked.
  return { ...common, tokens: pack.tokens, waitsFor: state === 'open' && row.reason ? 'authentication' : undefined };
}

/** Writes the payment of a month, or the failure of one. */
export async function recordMonthlyPayment(
  tx: Queryable,
  {
    customerId,
    subscriptionId,
    plan,
    now,
    failure,
  }: {
    customerId: string;
    /** Undefined where the failure is that there is none. */
    subscriptionId: string | undefined;
    plan: PaidPlan;
    now: Date;
    failure: string | undefined;
  },
): Promise<void> {
  await tx
    .insertInto('sandbox_payments')
    .values({
      id: newId('in'),
      customer_id: customerId,
      subscription_id: subscriptionId ?? null,
      kind: 'subscription',
      product_id: sandboxPlans[plan].productId,
      amount: getMonthlyPriceCents(plan),
      state: failure === undefined ? 'succeeded' : 'failed',
      reason: failure ?? '',
      created_at: now,
    })
    .execute();
}
