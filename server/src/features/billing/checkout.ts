import type { CheckoutTerms, PaidPlan } from '@lectern/contract/billing/billing';
import { Problem } from '@lectern/contract/problem';
import { tokenPacks } from '@lectern/contract/rules/token-packs';
import { type Context, requireOwnAccount } from '../../platform/http/context.ts';
import { forgetWantedPlan } from '../accounts/workspaces/membership.ts';
import { hour } from '@lectern/contract/rules/durations';
import { asCustomer } from './customer.ts';
import { awaitPayment, handOutPack, unpaidPack } from './store.ts';
import { describeReplacedPeriod, computeCheckoutTerms } from './terms.ts';
import { consumeAttempt, type RateLimit } from '../../platform/limits/rate-limit.ts';

/** The payment provider allows so much to all members together: nobody needs this many of it in a minute. */
const questions: RateLimit = { name: 'payments/member', tries: 20, minutes: 1 };

/** Counts a call for which the payment provider is asked. Throws `too_many_tries`. */
export const countQuestion = ({ database, workspace, now }: Context<'member'>): Promise<void> =>
  consumeAttempt(database.kysely, questions, workspace.id, now());

type Ctx = Context<'member'>;

/**
 * The plan with these ids, if the caller may subscribe to it now. Throws `plan_unknown`, `no_downgrade`, `plan_held`.
 */
function wantedPlan(
  { payments, workspace }: Ctx,
  { priceId, productId }: { priceId: string; productId: string },
): PaidPlan {
  const plan = (Object.keys(payments.plans) as PaidPlan[]).find((each) => {
    const ids = payments.plans[each];
    return ids.priceId === priceId && ids.productId === productId;
  });
  if (!plan) throw new Problem('plan_unknown');
  const { plan: own, subscriptionStatus, expired, paymentDue } = workspace;
  if (own === 'professional' && plan !== 'professional' && !expired) throw new Problem('no_downgrade');
  // A renewal that is not paid can be paid by another card, which begins a new subscription in the place of the old one.
  if (own === plan && subscriptionStatus === 'active' && !expired && !paymentDue) throw new Problem('plan_held');
  return plan;
}

/** Milliseconds after which the page of a checkout can no longer be paid, and some more for the answer. */
const payableFor = 25 * hour;

const awaitPaymentOf = ({ database, workspace, now }: Ctx): Promise<void> =>
  awaitPayment(database.kysely, workspace.id, new Date(now().getTime() + payableFor));

/** Returns the terms shown before the provider's page opens. */
export const checkoutTerms = async (
  ctx: Ctx,
  ids: { priceId: string; productId: string },
): Promise<{ data: CheckoutTerms }> => ({
  data: await computeCheckoutTerms(ctx, ctx.workspace, wantedPlan(ctx, ids)),
});

/** Opens the provider's page for a subscription. Price and plan come from our own table, never from the page. */
export async function checkout(
  ctx: Ctx,
  { userId, ...ids }: { priceId: string; productId: string; userId: string },
): Promise<{ url: string }> {
  // Nobody pays for another account.
  requireOwnAccount(ctx, userId);
  const plan = wantedPlan(ctx, ids);
  await countQuestion(ctx);
  const notice = describeReplacedPeriod(await computeCheckoutTerms(ctx, ctx.workspace, plan));
  const page = await asCustomer(ctx, (customerId) =>
    ctx.payments.createCheckout({
      customerId,
      plan,
      notice,
      successUrl: `${ctx.origin}/stripe/default/success`,
      cancelUrl: `${ctx.origin}/stripe/default/cancel`,
    }),
  );
  await awaitPaymentOf(ctx);
  await ctx.database.transaction((tx) => forgetWantedPlan(tx, ctx.workspace.id));
  return page;
}

/**
 * Begins the payment of a pack of tokens, or goes on with one that was begun and not made. Throws `pack_unknown` for an
 * amount that buys none.
 */
export async function buyTokens(
  ctx: Ctx,
  { userId, amount }: { userId: string; amount: number },
): Promise<{ clientSecret: string }> {
  // Nobody pays for another account.
  requireOwnAccount(ctx, userId);
  const pack = tokenPacks.find((each) => each.amount === amount);
  if (!pack) throw new Problem('pack_unknown');
  await countQuestion(ctx);
  const { payments, database, workspace, member, now } = ctx;
  const db = database.kysely;
  const clientSecret = await asCustomer(ctx, async (customerId) => {
    const begun = await unpaidPack(db, workspace.id, pack.id);
    const secret = begun && (await payments.reopenTokenPayment({ id: begun, customerId, pack }));
    const payment =
      begun && secret ? { id: begun, clientSecret: secret } : await payments.createTokenPayment({ customerId, pack });
    await handOutPack(db, { workspaceId: workspace.id, userId: member.id }, { id: payment.id, pack }, now());
    return payment.clientSecret;
  });
  await awaitPaymentOf(ctx);
  return { clientSecret };
}
