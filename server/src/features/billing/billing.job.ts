import { boundedText } from '@lectern/contract/text';
import { z } from 'zod';
import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import { syncInTurn } from './sync-in-turn.ts';

/** Applies the provider's truth about a customer. Tried for about a day: the provider may be down. */
export const billingSyncJob: JobDefinition<{ customerId: string }> = {
  name: 'billing-sync',
  payload: z.object({ customerId: boundedText(255) }),
  retries: 300,
  timeout: 300,
  run: async (world, { customerId }) => void (await syncInTurn(world, customerId)),
};
