import { day } from '@lectern/contract/rules/durations';
import type { World } from '../../platform/http/context.ts';
import { forgetConcerns } from '../mail/concerns/concerns.ts';
import { formersToAsk } from './former-customers.ts';
import { sendGraceEmails, sendTrialEmails } from './send-billing-emails.ts';
import { customersToAsk, forgetEvents } from './store.ts';

/** Providers send an event again for some days; after these, in milliseconds, it will not come any more. */
const eventsKept = 60 * day;

/** Milliseconds for which what the operator was told is kept. */
const concernsKept = 180 * day;

/**
 * Asks about what may have been paid, renewed or ended: the event may have been lost. Tells whose trial or time of
 * grace ends tomorrow. Drops what is old.
 */
export async function sweepBilling(world: World): Promise<void> {
  const now = world.now();
  const db = world.database.kysely;
  for (const customerId of [...(await customersToAsk(db, now)), ...(await formersToAsk(db, now))])
    await world.jobs.enqueue('billing-sync', { customerId }, { key: `billing-sync/${customerId}` });
  await sendTrialEmails(world);
  await sendGraceEmails(world);
  await forgetConcerns(db, new Date(now.getTime() - concernsKept));
  await forgetEvents(db, new Date(now.getTime() - eventsKept));
}
