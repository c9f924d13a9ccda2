import { Problem } from '@lectern/contract/problem';
import type { World } from '../../platform/http/context.ts';
import { outsideCall } from '../../platform/http/outside-call.ts';
import { createSingleFlight } from '../../platform/cache/single-flight.ts';
import type { CustomerState } from '../../ports/payments/port.ts';
import { syncCustomer } from './sync.ts';

/**
 * Customers about whom the provider is being asked, and those about whom it will be asked once that has been answered.
 */
const running = new Map<string, Promise<unknown>>();
const next = createSingleFlight<CustomerState | undefined>();

/** A job may wait for its answer for longer than people wait for a page. */
async function untilAnswered(question: Promise<unknown> | undefined): Promise<void> {
  try {
    if (question) await outsideCall(() => question.catch(() => undefined));
  } catch (cause) {
    throw new Problem('payment_state_unknown', { cause });
  }
}

/**
 * Syncs a customer, one question at a time. Callers meanwhile share the next sync, since the running one may have
 * started before they paid.
 */
export const syncInTurn = (world: World, customerId: string): Promise<CustomerState | undefined> =>
  next.share(`${customerId}/`, async () => {
    await untilAnswered(running.get(customerId));
    const sync = syncCustomer(world, customerId);
    running.set(customerId, sync);
    next.forget(`${customerId}/`);
    try {
      return await sync;
    } finally {
      if (running.get(customerId) === sync) running.delete(customerId);
    }
  });
