import { boundedText } from '@lectern/contract/text';
import { z } from 'zod';
import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import { RefundRefused } from '../../ports/payments/port.ts';
import { tellOperator } from '../concerns/concerns.ts';
import { syncInTurn } from './sync-in-turn.ts';

type End = { customerId: string; subscriptionId: string; givesBack: boolean };

/**
 * Ends a subscription that another one has replaced, or that was bought beside one, which is given back. Tried for about a
 * day: the provider may be down. None waits for another, and what the provider refuses for good is the operator's.
 */
export const endSubscriptionJob: JobDefinition<End> = {
  name: 'end-subscription',
  payload: z.object({ customerId: boundedText(255), subscriptionId: boundedText(255), givesBack: z.boolean() }),
  retries: 300,
  timeout: 300,
  async run(world, { customerId, subscriptionId, givesBack }) {
    const { payments, database } = world;
    try {
      await (givesBack ? payments.refundSubscription(subscriptionId) : payments.endSubscription(subscriptionId));
    } catch (error) {
      if (!(error instanceof RefundRefused)) throw error;
      await database.transaction((tx) =>
        tellOperator(world, tx, {
          kind: 'payments',
          subject: `surplus/${subscriptionId}`,
          text: `The subscription ${subscriptionId} was bought beside one that runs, and is ended; what was paid for it could not all be given back. Please do so in the payment service, which says: ${error.message.slice(0, 500)}`,
        }),
      );
    }
    await syncInTurn(world, customerId);
  },
};
