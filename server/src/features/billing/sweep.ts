import { day, hour } from '@lectern/contract/rules/durations';
import type { World } from '../../platform/context.ts';
import { postTrialLetters } from './post-letters.ts';
import { forgetEvents, overdueCustomers } from './store.ts';

/** Providers send an event again for some days; after these, in milliseconds, it will not come any more. */
const eventsKept = 60 * day;

/** Asks about memberships that should have been renewed: the event may have been lost. Tells whose trial ends tomorrow. Drops old events. */
export async function sweepBilling(world: World): Promise<void> {
  const now = world.now();
  const db = world.database.kysely;
  for (const customerId of await overdueCustomers(db, now, new Date(now.getTime() - hour)))
    await world.jobs.enqueue('billing-sync', { customerId });
  await postTrialLetters(world);
  await forgetEvents(db, new Date(now.getTime() - eventsKept));
}
