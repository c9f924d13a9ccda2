import type { PaidPlan } from '@lectern/contract/billing/billing';
import { day } from '@lectern/contract/rules/durations';
import type { World } from '../../platform/http/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { ProviderPayment, Subscription } from '../../ports/payments/port.ts';
import { queueEmail } from '../mail/queue-email.ts';
import { graceEndsEmail, receiptEmail, type RenewalRefusal, renewalRefusedEmail, trialEndsEmail } from './emails.ts';
import { gracesThatEnd, noteReminder, recordTrialEmail, trialsThatEnd } from './store.ts';

/** Payments older than this, in milliseconds, are history that is only now read: nobody gets mail about them. */
const news = 7 * day;

type Reader = { email: string; firstname: string };

const planOf = ({ payments: { plans } }: World, { productId }: ProviderPayment): PaidPlan | undefined =>
  (Object.keys(plans) as PaidPlan[]).find((plan) => plans[plan].productId === productId);

const isNews = (world: World, date: Date): boolean => world.now().getTime() - date.getTime() <= news;

/** Posts a receipt for a payment that has just gone through. */
export async function postReceipt(
  world: World,
  tx: Queryable,
  reader: Reader,
  payment: ProviderPayment,
): Promise<void> {
  if (isNews(world, payment.createdAt))
    await queueEmail(world, tx, reader.email, 'receipt', receiptEmail(world, reader, payment, planOf(world, payment)));
}

/** Tells that a renewal was refused, and until when all goes on. A card that a checkout refuses is told on its page. */
export async function postRefusal(
  world: World,
  tx: Queryable,
  reader: Reader,
  {
    subscription,
    payments,
    ...goesOn
  }: { subscription: Subscription; payments: readonly ProviderPayment[] } & Omit<RenewalRefusal, 'payment'>,
): Promise<void> {
  const payment = payments.find(
    ({ state, subscriptionId }) => state === 'failed' && subscriptionId === subscription.id,
  );
  if (isNews(world, payment?.createdAt ?? subscription.stoppedAt ?? subscription.periodEnd))
    await queueEmail(
      world,
      tx,
      reader.email,
      'payment-refused',
      renewalRefusedEmail(world, reader, { payment, ...goesOn }),
    );
}

/** Tells those whose time of grace ends within a day, each once. One of a day or less has just been told of. */
export async function sendGraceEmails(world: World): Promise<void> {
  if (world.renewalGrace <= day) return;
  const now = world.now();
  const ending = await gracesThatEnd(world.database.kysely, { after: now, before: new Date(now.getTime() + day) });
  for (const { id, grace_end: ends, ...reader } of ending)
    await world.database.transaction(async (tx) => {
      if (ends && (await noteReminder(tx, id, ends)))
        await queueEmail(world, tx, reader.email, 'grace-ends', graceEndsEmail(world, reader, ends));
    });
}

/** Tells those whose trial ends within a day, each once. */
export async function sendTrialEmails(world: World): Promise<void> {
  const now = world.now();
  const ending = await trialsThatEnd(world.database.kysely, { after: now, before: new Date(now.getTime() + day) });
  for (const { id, membership_end: ends, ...reader } of ending)
    await world.database.transaction(async (tx) => {
      if (ends && (await recordTrialEmail(tx, id, now)))
        await queueEmail(world, tx, reader.email, 'trial-ends', trialEndsEmail(world, reader, ends));
    });
}
