import {
  billingRoutes,
  type PaidPlan,
  type Payment,
  type SoldPack,
  type SoldPlan,
} from '@lectern/contract/billing/billing';
import type { Plan } from '@lectern/contract/accounts/accounts';
import { Problem } from '@lectern/contract/problem';
import { plans } from '@lectern/contract/rules/plans';
import { tokenPacks } from '@lectern/contract/rules/token-packs';
import { type World, requireOwnAccount } from '../../platform/http/context.ts';
import { feature } from '../../platform/http/serve.ts';
import type { Sandbox } from '../../ports/payments/port.ts';
import { buyTokens, checkout, checkoutTerms } from './checkout.ts';
import { countQuestion } from './count-question.ts';
import { formerCustomerIdsOf } from './former-customers.ts';
import { dollarsToCents, paymentOutcomeOf } from './outcome.ts';
import { billingAccountOf, tokenPaymentsOf, paymentsOf, subscriptionStatus } from './store.ts';
import { syncInTurn } from './sync-in-turn.ts';
import { webhook } from './webhook.ts';
import { setMembership } from '../accounts/membership.ts';

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
  payments: async ({ database, member }) => ({ data: (await paymentsOf(database.kysely, member.id)).map(asLine) }),
  checkout,
  checkoutTerms,
  intent: buyTokens,
  intentUpdate: async (ctx, { userId, amount }) => {
    requireOwnAccount(ctx, userId);
    await countQuestion(ctx);
    const db = ctx.database.kysely;
    const account = await billingAccountOf(db, ctx.member.id);
    if (!account) {
      // The payments of a customer currently unknown to the provider are unknown too.
      if ((await formerCustomerIdsOf(db, ctx.member.id)).length > 0) throw new Problem('payment_state_unknown');
      return paymentOutcomeOf([], { dollars: amount, known: [] });
    }
    const { customer_id: customerId } = account;
    try {
      const truth = await syncInTurn(ctx, customerId);
      if (!truth) throw new Problem('payment_state_unknown');
      const known = await tokenPaymentsOf(db, ctx.member.id, dollarsToCents(amount));
      return paymentOutcomeOf(truth.payments, { dollars: amount, known });
    } catch (error) {
      // Somebody may have paid: what is not known now is asked for until it is, whatever becomes of the event.
      await ctx.jobs.enqueue('billing-sync', { customerId });
      throw error;
    }
  },
  refresh: async (ctx) => {
    await countQuestion(ctx);
    const account = await billingAccountOf(ctx.database.kysely, ctx.member.id);
    if (account) await syncInTurn(ctx, account.customer_id);
    return subscriptionStatus(ctx.database.kysely, ctx.member.id);
  },
  cancelSubscription: async (ctx) => {
    const account = await billingAccountOf(ctx.database.kysely, ctx.member.id);
    if (!account?.subscription_id || ctx.member.subscriptionStatus !== 'active') throw new Problem('no_subscription');
    await countQuestion(ctx);
    const truth = await syncInTurn(ctx, account.customer_id);
    // Another one may have taken its place meanwhile, which would be renewed.
    const now = await billingAccountOf(ctx.database.kysely, ctx.member.id);
    const own = truth?.subscriptions.find(({ id }) => id === now?.subscription_id);
    // One that is cancelled, over or unknown at the provider is so here, too, by now.
    if (own?.state === 'active') await ctx.payments.cancelAtPeriodEnd(own.id);
    // An unpaid period leaves nothing to use, and the provider would keep charging the card until it ends.
    if (own?.state === 'unpaid') await ctx.payments.endSubscription(own.id);
    await syncInTurn(ctx, account.customer_id);
    return subscriptionStatus(ctx.database.kysely, ctx.member.id);
  },
  keepSubscription: async (ctx) => {
    const account = await billingAccountOf(ctx.database.kysely, ctx.member.id);
    const ends = ctx.member.subscriptionStatus === 'canceled' && !ctx.member.expired;
    if (!account?.subscription_id || !ends) throw new Problem('nothing_to_keep');
    await countQuestion(ctx);
    await ctx.payments.keepSubscription(account.subscription_id);
    await syncInTurn(ctx, account.customer_id);
    return subscriptionStatus(ctx.database.kysely, ctx.member.id);
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
    const account = await billingAccountOf(ctx.database.kysely, ctx.member.id);
    if (!account) throw new Problem('checkout_closed');
    return { status: await sandbox.confirm({ customerId: account.customer_id, clientSecret }, card), url: null };
  },
  sandboxSkip: async (ctx, { renewal }) => {
    const sandbox = sandboxOf(ctx);
    const account = await billingAccountOf(ctx.database.kysely, ctx.member.id);
    if (account && (await sandbox.endPeriod(account.customer_id, renewal))) {
      await syncInTurn(ctx, account.customer_id);
      return { msg: 'The billing period has ended.' };
    }
    const { id, subscriptionStatus, expired } = ctx.member;
    if (subscriptionStatus !== 'inactive' || expired) throw new Problem('no_subscription');
    await setMembership(ctx.database.kysely, id, { membership_end: ctx.now() });
    return { msg: 'The trial has ended.' };
  },
});
