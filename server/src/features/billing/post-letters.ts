import type { PaidPlan } from '@lectern/contract/billing';
import { day } from '@lectern/contract/rules/durations';
import type { World } from '../../platform/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { ProviderPayment, Subscription } from '../../ports/payments/port.ts';
import { postMail } from '../mails/post-mail.ts';
import { receiptLetter, refusedLetter, trialEndsLetter } from './letters.ts';
import { noteTrialLetter, trialsThatEnd } from './store.ts';

/** Payments older than this, in milliseconds, are history that is only now read: nobody gets mail about them. */
const news = 7 * day;

type Reader = { email: string; firstname: string };

const planOf = ({ payments: { plans } }: World, { productId }: ProviderPayment): PaidPlan | undefined =>
  (Object.keys(plans) as PaidPlan[]).find((plan) => plans[plan].productId === productId);

/**
 * Posts what a payment that has just become this is worth telling: a receipt, or that a renewal was refused. A card that
 * is refused on the page of a checkout is told there.
 */
export async function postPaymentLetter(
  world: World,
  tx: Queryable,
  reader: Reader,
  payment: ProviderPayment,
  current: Subscription | undefined,
): Promise<void> {
  if (world.now().getTime() - payment.createdAt.getTime() > news) return;
  if (payment.state === 'succeeded')
    await postMail(world, tx, reader.email, 'receipt', receiptLetter(world, reader, payment, planOf(world, payment)));
  if (payment.state === 'failed' && payment.kind === 'subscription' && current?.state === 'unpaid')
    await postMail(world, tx, reader.email, 'payment-refused', refusedLetter(world, reader, payment));
}

/** Tells those whose trial ends within a day, each once. */
export async function postTrialLetters(world: World): Promise<void> {
  const now = world.now();
  const ending = await trialsThatEnd(world.database.kysely, { after: now, before: new Date(now.getTime() + day) });
  for (const { id, membership_end: ends, ...reader } of ending)
    await world.database.transaction(async (tx) => {
      if (ends && (await noteTrialLetter(tx, id, now)))
        await postMail(world, tx, reader.email, 'trial-ends', trialEndsLetter(world, reader, ends));
    });
}
