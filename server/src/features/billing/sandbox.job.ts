import type { World } from '../../platform/http/context.ts';
import { boundedText } from '@lectern/contract/text';
import { z } from 'zod';
import type { JobDefinition } from '../../platform/jobs/jobs.ts';

/** Sends an event of the sandbox to our own webhook, over HTTP and signed, as Stripe would. */
export const sandboxEventJob: JobDefinition<World, { type: string; customerId: string }> = {
  name: 'sandbox-event',
  payload: z.object({ type: boundedText(100), customerId: boundedText(255) }),
  retries: 20,
  timeout: 60,
  async run(world, { type, customerId }, { id, signal }) {
    const { sandbox } = world.payments;
    if (!sandbox) return;
    const { Stripe } = await import('stripe');
    const payload = JSON.stringify({ id: `evt_${id}`, type, data: { object: { customer: customerId } } });
    const response = await fetch(`${world.localOrigin}/api/stripe/webhook`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'stripe-signature': await Stripe.webhooks.generateTestHeaderStringAsync({
          payload,
          secret: sandbox.webhookSecret,
        }),
      },
      body: payload,
      signal,
    });
    if (!response.ok) throw new Error(`The webhook answered ${response.status}.`);
    await world.jobs.enqueue('sandbox-renewals', {}, { key: 'sandbox-renewals' });
  },
};

/** Renews what is due in the sandbox, and comes back for the next one. */
export const sandboxRenewalsJob: JobDefinition<World> = {
  name: 'sandbox-renewals',
  async run(world) {
    const next = await world.payments.sandbox?.renewDue();
    if (next)
      await world.jobs.enqueue('sandbox-renewals', {}, { key: `sandbox-renewals/${next.getTime()}`, after: next });
  },
};
