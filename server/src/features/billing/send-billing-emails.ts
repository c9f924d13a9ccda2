import type { PaidPlan } from '@lectern/contract/billing/billing';
import { day } from '@lectern/contract/rules/durations';
import type { World } from '../../platform/http/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { ProviderPayment, Subscription } from '../../ports/payments/port.ts';
import type { Note } from '../mail/compose.ts';
import { queueEmail } from '../mail/queue-email.ts';
import { graceEndsEmail, receiptEmail, type RenewalRefusal, renewalRefusedEmail, trialEndsEmail } from './emails.ts';
import { gracesThatEnd, noteReminder, recordTrialEmail, trialsThatEnd } from './store.ts';

/** Payments older than this, in milliseconds, are history that is only now read: nobody gets mail about them. */
const news = 7 * day;

type Reader = { email: string; firstname: string };

const planOf = ({ payments: { plans } }: World, { productId }: ProviderPayment): PaidPlan | undefined =>
  (Object.keys(plans) as PaidPlan[]).find((plan) => plans[plan].productId === productId);

const isNews = (world: World, date: Date): boolean => world.now().getTime() - date.getTime() <= news;

/** Posts to all owners of a workspace. */
async function postToAll(
  world: World,
  tx: Queryable,
  readers: readonly Reader[],
  kind: string,
  noteFor: (reader: Reader) => Note,
): Promise<void> {
  for (const reader of readers) await queueEmail(world, tx, reader.email, kind, noteFor(reader));
}

/** Posts a receipt for a payment that has just gone through. */
export async function postReceipt(
  world: World,
  tx: Queryable,
  readers: readonly Reader[],
  payment: ProviderPayment,
): Promise<void> {
  if (isNews(world, payment.createdAt))
    await postToAll(world, tx, readers, 'receipt', (reader) =>
      receiptEmail(world, reader, payment, planOf(world, payment)),
    );
}

/** Tells that a renewal was refused, and until when all goes on. A card that a checkout refuses is told on its page. */
export async function postRefusal(
  world: World,
  tx: Queryable,
  readers: readonly Reader[],
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
    await postToAll(world, tx, readers, 'payment-refused', (reader) =>
      renewalRefusedEmail(world, reader, { payment, ...goesOn }),
    );
}

/** Tells those whose time of grace ends within a day, each once. One of a day or less has just been told of. */
export async function sendGraceEmails(world: World): Promise<void> {
  if (world.renewalGrace <= day) return;
  const now = world.now();
  const ending = await gracesThatEnd(world.database.kysely, { after: now, before: new Date(now.getTime() + day) });
  for (const [id, readers] of Map.groupBy(ending, (each) => each.id))
    await world.database.transaction(async (tx) => {
      const ends = readers[0]!.grace_end;
      if (ends && (await noteReminder(tx, id, ends)))
        await postToAll(world, tx, readers, 'grace-ends', (reader) => graceEndsEmail(world, reader, ends));
    });
}

/** Tells those whose trial ends within a day, each once. */
export async function sendTrialEmails(world: World): Promise<void> {
  const now = world.now();
  const ending = await trialsThatEnd(world.database.kysely, { after: now, before: new Date(now.getTime() + day) });
  for (const [id, readers] of Map.groupBy(ending, (each) => each.id))
    await world.database.transaction(async (tx) => {
      const ends = readers[0]!.membership_end;
      if (ends && (await recordTrialEmail(tx, id, now)))
        await postToAll(world, tx, readers, 'trial-ends', (reader) => trialEndsEmail(world, reader, ends));
    });
}
