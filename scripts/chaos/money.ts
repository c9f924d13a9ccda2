import { billingRoutes } from '@lectern/contract/billing/billing';
import { dashboardRoutes } from '@lectern/contract/library/dashboard';
import { tokenPacks } from '@lectern/contract/rules/token-packs';
import { cards, openCheckout } from './member.ts';
import { type LoadActor, type Action } from './actor.ts';
import type { Purchase } from './oracle.ts';

/** Confirms a payment, perhaps one whose first confirmation was never answered. */
async function confirm({ member, oracle }: LoadActor, purchase: Purchase): Promise<void> {
  const wasSent = purchase.state === 'sent';
  purchase.state = 'sent';
  purchase.busy = true;
  const paid = await member.call('pay for tokens', billingRoutes.sandboxConfirm, {
    clientSecret: purchase.secret,
    ...cards.good,
  });
  purchase.busy = false;
  if (paid.is === 'done') purchase.state = 'paid';
  if (paid.is !== 'refused') return;
  // "This payment has already been closed" is an answer to the confirmation before.
  oracle.findings.check('a payment is refused only when it is paid', wasSent && paid.status === 409, paid.reason);
  purchase.state = 'paid';
}

async function buyTokens(actor: LoadActor): Promise<void> {
  const { member, random, oracle } = actor;
  const waiting = oracle.purchases.filter((one) => one.member === member && one.state === 'sent' && !one.busy);
  if (waiting.length > 0) return confirm(actor, random.pick(waiting));
  const pack = random.pick(tokenPacks);
  const begun = await member.call('begin to buy tokens', billingRoutes.intent, {
    amount: pack.amount,
    currency: 'usd',
    userId: member.id,
  });
  if (begun.is !== 'done') return;
  const { clientSecret: secret } = begun.value;
  // One that was begun and not made is gone on with.
  const before = oracle.purchases.find((one) => one.secret === secret);
  if (before?.busy) return;
  const { tokens, amount: cents } = pack;
  const purchase: Purchase = before ?? { member, secret, tokens, cents, state: 'open', busy: false };
  if (!before) oracle.purchases.push(purchase);
  if (random.chance(0.2)) {
    // A declined card first. Without an answer nothing has changed either: it is still not paid.
    await member.call('pay with a declined card', billingRoutes.sandboxConfirm, {
      clientSecret: purchase.secret,
      ...cards.declined,
    });
    if (random.chance(0.5)) return;
  }
  await confirm(actor, purchase);
  await member.call('tell of a payment', billingRoutes.intentUpdate, {
    paymentStatus: 'success',
    amount: pack.amount,
    userId: member.id,
  });
}

/** Buys until a pack is paid, while nothing is at fault. */
export async function payOne(actor: LoadActor): Promise<void> {
  const { member, oracle } = actor;
  while (!oracle.purchases.some((one) => one.member === member && one.state === 'paid')) await buyTokens(actor);
}

/** A month ends, or the subscription does and is taken up again. */
async function renew(actor: LoadActor): Promise<void> {
  const { member, random, wire } = actor;
  if (random.chance(0.6)) {
    await member.call('a month ends', billingRoutes.sandboxSkip, { renewal: 'succeeds' });
    return;
  }
  await member.call('cancel the subscription', billingRoutes.cancelSubscription, {});
  const checkouts = [await openCheckout(member), random.chance(0.3) ? await openCheckout(member) : undefined];
  for (const id of checkouts)
    if (id) await wire.call('pay', undefined, billingRoutes.sandboxPay, { id, ...cards.good });
}

async function look({ member }: LoadActor): Promise<void> {
  await member.call('payments', billingRoutes.payments, {});
  await member.call('dashboard', dashboardRoutes.dashboard, {});
}

export const moneyDeeds: readonly Action[] = [
  { name: 'buy tokens', weight: 2, run: buyTokens },
  { name: 'renew', weight: 0.5, run: renew },
  { name: 'accounts', weight: 1, run: look },
];
