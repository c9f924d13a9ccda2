import { z } from 'zod';
import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import { customerWithEmail } from './store.ts';

/**
 * Tells the payment provider the address a member has now, for its receipts and its pages. Tried for about a day: the
 * provider may be down.
 */
export const customerEmailJob: JobDefinition<{ userId: string }> = {
  name: 'customer-address',
  payload: z.object({ userId: z.uuid() }),
  retries: 300,
  timeout: 120,
  async run(world, { userId }) {
    const customer = await customerWithEmail(world.database.kysely, userId);
    if (customer) await world.payments.updateCustomer(customer.customer_id, { email: customer.email });
  },
};
