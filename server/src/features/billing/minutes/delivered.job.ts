import type { World } from '../../../platform/http/context.ts';
import type { JobDefinition } from '../../../platform/jobs/jobs.ts';
import { countDelivered } from './sync-delivered-minutes.ts';

/** Counts what the media provider has delivered. Tried for some hours: the provider may be away. */
export const deliveredJob: JobDefinition = {
  name: 'delivered',
  retries: 8,
  backoff: 60,
  timeout: 600,
  run: (world, _payload, { signal }) => countDelivered(world, signal),
};

/** Has it counted. Without a provider there is nothing to count. */
export async function sweepDelivered(world: World): Promise<void> {
  if (world.media.provider) await world.jobs.enqueue('delivered', {}, { key: 'delivered' });
}
