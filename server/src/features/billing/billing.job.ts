import type { World } from '../../platform/http/context.ts';
import { boundedText } from '@lectern/contract/text';
import { z } from 'zod';
import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import { syncInTurn } from './sync-in-turn.ts';
import { customerWithEmail } from './store.ts';

/**
 * Tells the payment provider the address a member has now, for its receipts and its pages. Tried for about a day: the
 * provider may be down.
 */
export const customerEmailJob: JobDefinition<World, { userId: string }> = {
  name: 'customer-address',
  payload: z.object({ userId: z.uuid() }),
  retries: 300,
  timeout: 120,
  async run(world, { userId: workspaceId }) {
    const customer = await customerWithEmail(world.database.kysely, workspaceId);
    if (customer) await world.payments.updateCustomer(customer.customer_id, { email: customer.email });
  },
};

/** Applies the provider's truth about a customer. Tried for about a day: the provider may be down. */
export const billingSyncJob: JobDefinition<World, { customerId: string }> = {
  name: 'billing-sync',
  payload: z.object({ customerId: boundedText(255) }),
  retries: 300,
  timeout: 300,
  run: async (world, { customerId }) => void (await syncInTurn(world, customerId)),
};
