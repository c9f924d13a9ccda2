import {
  billingRoutes,
  type PaidPlan,
  type Payment,
  type SoldPack,
  type SoldPlan,
  type PaymentOutcome,
} from '@lectern/contract/billing/billing';
import type { Plan } from '@lectern/contract/accounts/accounts';
import { Problem } from '@lectern/contract/problem';
import { plans } from '@lectern/contract/rules/plans';
import { tokenPacks } from '@lectern/contract/rules/token-packs';
import { type World, requireOwnAccount, type Context, type HttpExchange } from '../../platform/http/context.ts';
import { feature } from '../../platform/http/serve.ts';
import type { Sandbox, ProviderPayment } from '../../ports/payments/port.ts';
import { buyTokens, checkout, checkoutTerms, countQuestion } from './checkout.ts';
import { formerCustomerIdsOf } from './former-customers.ts';
import { billingAccountOf, tokenPaymentsOf, paymentsOf, subscriptionStatus, insertEventOnce } from './store.ts';
import { syncInTurn } from './sync-in-turn.ts';
import { changeWorkspace } from '../accounts/workspaces/workspace.ts';
import { rawBody } from '../../platform/http/json-bodies.ts';

/** Maps what a payment waits for to the text for the member. */
const waiting: Readonly<Record<NonNullable<ProviderPayment['waitsFor']>, string>> = {
  authentication: 'Your bank wants you to confirm this payment. Nothing is charged until you do.',
  bank: 'Your bank is still working on this payment. It will show here as soon as we know.',
};

const dollarsToCents = (dollars: number): number => Math.round(dollars * 100);

const isSentence = (text: string): boolean => /[.!?]$/.test(text);

/** A payment that we know, the one last handed to a page first. */
type Known = { provider_id: string; handed_out: number | null; changed: number | null };

/**
 * Picks the last payment handed out, unless another of this amount has succeeded since. Two pages may hold one each;
 * older versions recorded none.
 */
function toldOf(payments: readonly ProviderPayment[], [last, ...others]: readonly Known[]) {
  const paymentOf = (known: Known | undefined) => payments.find(({ id }) => id === known?.provider_id);
  const given = last?.handed_out == null ? undefined : paymentOf(last);
  if (!given || given.state === 'succeeded') return given;
  const since = others.filter(({ changed }) => changed !== null && changed > last!.handed_out!);
  return since.map(paymentOf).find((each) => each?.state === 'succeeded') ?? given;
}

/** Returns the outcome of a token payment of `dollars`, regardless of what the page reports. */
function paymentOutcomeOf(
  payments: readonly ProviderPayment[],
  { dollars, known }: { dollars: number; known: readonly Known[] },
): PaymentOutcome {
  const newest = payments
    .filter(({ kind }) => kind === 'tokens')
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  const payment = toldOf(newest, known) ?? newest.find(({ amount }) => amount === dollarsToCents(dollars)) ?? newest[0];
  if (!payment) return { payment: 'none', msg: 'No payment was made.' };
  const { state, log, waitsFor } = payment;
  const msg = {
    succeeded: 'The payment is recorded.',
    refunded: 'This payment was given back.',
    failed: `This payment did not go through, and nothing was charged.${isSentence(log) ? ` ${log}` : ''}`,
    open: waitsFor ? waiting[waitsFor] : 'This payment is not finished. Nothing was charged.',
  }[state];
  return { payment: state, msg };
}

/** A signed event wakes the job that asks for the truth; what the event itself claims is not read. */
async function webhook(ctx: Context<'capability'>, { request }: HttpExchange): Promise<{ received: boolean }> {
  const signature = request.headers['stripe-signature'];
  const event = await ctx.payments.readEvent(rawBody(request), typeof signature === 'string' ? signature : undefined);
  await ctx.database.transaction(async (tx) => {
    if (!(await insertEventOnce(tx, event.id, ctx.now()))) return;
    const { customerId } = event;
    if (customerId !== undefined) await ctx.jobs.enqueue('billing-sync', { customerId }, { tx });
  });
  return { received: true };
}

const soldPlans = ({ payments }: World): SoldPlan[] =>
  (Object.keys(plans) as Plan[]).map((key) => {
    const { name, label, price, show } = plans[key];
    const ids = payments.plans[key as PaidPlan] ?? { priceId: null, productId: null };
    return { key, name, label, price, show, ...ids };
  });

const soldPacks: SoldPack[] = tokenPacks.map(({ id, amount, tokens, label }) => ({
  id,
  amount,
  token_balance: tokens,
  label,
  price: `$${amount / 100}`,
}));

const asLine = (row: Awaited<ReturnType<typeof paymentsOf>>[number]): Payment => ({
  id: row.id,
  price: row.price,
  currency: row.currency,
  paymentType: row.payment_type,
  productId: row.product_id,
  paymentStatus: row.status,
  log: row.log,
  createdAt: row.created_at.toISOString(),
});

/** The sandbox's own calls do not exist where money is real. */
function sandboxOf({ payments }: World): Sandbox {
  if (!payments.sandbox) throw new Problem('not_found');
  return payments.sandbox;
}

export const billing = feature(billingRoutes, {
  offers: (ctx) => ({
    data: {
      payments: ctx.payments.kind,
      publishableKey: ctx.payments.publishableKey,
      plans: soldPlans(ctx),
      packs: soldPacks,
    },
  }),
  payments: async ({ database, workspace }) => ({
    data: (await paymentsOf(database.kysely, workspace.id)).map(asLine),
  }),
  checkout,
  checkoutTerms,
  intent: buyTokens,
  intentUpdate: async (ctx, { userId, amount }) => {
    requireOwnAccount(ctx, userId);
    await countQuestion(ctx);
    const db = ctx.database.kysely;
    const account = await billingAccountOf(db, ctx.workspace.id);
    if (!account) {
      // The payments of a customer currently unknown to the provider are unknown too.
      if ((await formerCustomerIdsOf(db, ctx.workspace.id)).length > 0) throw new Problem('payment_state_unknown');
      return paymentOutcomeOf([], { dollars: amount, known: [] });
    }
    const { customer_id: customerId } = account;
    try {
      const truth = await syncInTurn(ctx, customerId);
      if (!truth) throw new Problem('payment_state_unknown');
      const known = await tokenPaymentsOf(db, ctx.workspace.id, dollarsToCents(amount));
      return paymentOutcomeOf(truth.payments, { dollars: amount, known });
    } catch (error) {
      // Somebody may have paid: what is not known now is asked for until it is, whatever becomes of the event.
      await ctx.jobs.enqueue('billing-sync', { customerId });
      throw error;
    }
  },
  refresh: async (ctx) => {
    await countQuestion(ctx);
    const account = await billingAccountOf(ctx.database.kysely, ctx.workspace.id);
    if (account) await syncInTurn(ctx, account.customer_id);
    return subscriptionStatus(ctx.database.kysely, ctx.workspace.id);
  },
  cancelSubscription: async (ctx) => {
    const account = await billingAccountOf(ctx.database.kysely, ctx.workspace.id);
    if (!account?.subscription_id || ctx.workspace.subscriptionStatus !== 'active')
      throw new Problem('no_subscription');
    await countQuestion(ctx);
    const truth = await syncInTurn(ctx, account.customer_id);
    // Another one may have taken its place meanwhile, which would be renewed.
    const now = await billingAccountOf(ctx.database.kysely, ctx.workspace.id);
    const own = truth?.subscriptions.find(({ id }) => id === now?.subscription_id);
    // One that is cancelled, over or unknown at the provider is so here, too, by now.
    if (own?.state === 'active') await ctx.payments.cancelAtPeriodEnd(own.id);
    // An unpaid period leaves nothing to use, and the provider would keep charging the card until it ends.
    if (own?.state === 'unpaid') await ctx.payments.endSubscription(own.id);
    await syncInTurn(ctx, account.customer_id);
    return subscriptionStatus(ctx.database.kysely, ctx.workspace.id);
  },
  keepSubscription: async (ctx) => {
    const account = await billingAccountOf(ctx.database.kysely, ctx.workspace.id);
    const ends = ctx.workspace.subscriptionStatus === 'canceled' && !ctx.workspace.expired;
    if (!account?.subscription_id || !ends) throw new Problem('nothing_to_keep');
    await countQuestion(ctx);
    await ctx.payments.keepSubscription(account.subscription_id);
    await syncInTurn(ctx, account.customer_id);
    return subscriptionStatus(ctx.database.kysely, ctx.workspace.id);
  },
  webhook: (ctx, _input, wire) => webhook(ctx, wire),

  sandboxCheckout: async (ctx, { id }) => {
    const data = await sandboxOf(ctx).checkout(id);
    if (!data) throw new Problem('not_found');
    return { data };
  },
  sandboxPay: (ctx, { id, ...card }) => sandboxOf(ctx).pay(id, card),
  sandboxAbandon: async (ctx, { id }) => ({ url: await sandboxOf(ctx).abandon(id) }),
  sandboxConfirm: async (ctx, { clientSecret, ...card }) => {
    const sandbox = sandboxOf(ctx);
    const account = await billingAccountOf(ctx.database.kysely, ctx.workspace.id);
    if (!account) throw new Problem('checkout_closed');
    return { status: await sandbox.confirm({ customerId: account.customer_id, clientSecret }, card), url: null };
  },
  sandboxSkip: async (ctx, { renewal }) => {
    const sandbox = sandboxOf(ctx);
    const account = await billingAccountOf(ctx.database.kysely, ctx.workspace.id);
    if (account && (await sandbox.endPeriod(account.customer_id, renewal))) {
      await syncInTurn(ctx, account.customer_id);
      return { msg: 'The billing period has ended.' };
    }
    const { id, subscriptionStatus, expired } = ctx.workspace;
    if (subscriptionStatus !== 'inactive' || expired) throw new Problem('no_subscription');
    await ctx.database.transaction((tx) => changeWorkspace(tx, id, { membership_end: ctx.now() }));
    return { msg: 'The trial has ended.' };
  },
});
