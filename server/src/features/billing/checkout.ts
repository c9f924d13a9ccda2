import type { CheckoutTerms, PaidPlan } from '@lectern/contract/billing';
import { Problem } from '@lectern/contract/problem';
import { tokenPacks } from '@lectern/contract/rules/token-packs';
import type { Context } from '../../platform/context.ts';
import { forgetWantedPlan } from '../accounts/membership.ts';
import { countQuestion } from './count-question.ts';
import { customerOf } from './customer.ts';
import { noticeOf, termsOf } from './terms.ts';
import { onlySelf } from '../../platform/only-self.ts';

type Ctx = Context<'member'>;

/** The plan with these ids, if the caller may subscribe to it now. Throws `plan_unknown`, `no_downgrade`, `plan_held`. */
function wantedPlan(
  { payments, member }: Ctx,
  { priceId, productId }: { priceId: string; productId: string },
): PaidPlan {
  const plan = (Object.keys(payments.plans) as PaidPlan[]).find((each) => {
    const ids = payments.plans[each];
    return ids.priceId === priceId && ids.productId === productId;
  });
  if (!plan) throw new Problem('plan_unknown');
  if (member.plan === 'professional' && plan !== 'professional') throw new Problem('no_downgrade');
  if (member.plan === plan && member.subscriptionStatus === 'active' && !member.expired) throw new Problem('plan_held');
  return plan;
}

/** What the caller is told before the provider's page is opened. */
export const checkoutTerms = async (
  ctx: Ctx,
  ids: { priceId: string; productId: string },
): Promise<{ data: CheckoutTerms }> => ({
  data: await termsOf(ctx, ctx.member, wantedPlan(ctx, ids)),
});

/** Opens the provider's page for a subscription. Price and plan come from our own table, never from the page. */
export async function checkout(
  ctx: Ctx,
  { userId, ...ids }: { priceId: string; productId: string; userId: string },
): Promise<{ url: string }> {
  // Nobody pays for another account.
  onlySelf(ctx, userId);
  const plan = wantedPlan(ctx, ids);
  await countQuestion(ctx);
  const page = await ctx.payments.createCheckout({
    customerId: await customerOf(ctx, ctx.member),
    plan,
    notice: noticeOf(await termsOf(ctx, ctx.member, plan)),
    successUrl: `${ctx.origin}/stripe/default/success`,
    cancelUrl: `${ctx.origin}/stripe/default/cancel`,
  });
  await forgetWantedPlan(ctx.database.kysely, ctx.member.id);
  return page;
}

/** Begins the payment of a pack of tokens. Throws `pack_unknown` for an amount that buys none. */
export async function buyTokens(
  ctx: Ctx,
  { userId, amount }: { userId: string; amount: number },
): Promise<{ clientSecret: string }> {
  // Nobody pays for another account.
  onlySelf(ctx, userId);
  const pack = tokenPacks.find((each) => each.amount === amount);
  if (!pack) throw new Problem('pack_unknown');
  await countQuestion(ctx);
  return ctx.payments.createTokenPayment({ customerId: await customerOf(ctx, ctx.member), pack });
}
