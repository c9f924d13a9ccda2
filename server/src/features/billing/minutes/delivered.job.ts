import type { World } from '../../../platform/http/context.ts';
import type { JobDefinition } from '../../../platform/jobs/jobs.ts';
import { day, hour } from '@lectern/contract/rules/durations';
import type { Delivered } from '../../../ports/media/port.ts';
import { isId } from '../../../platform/http/invalid-input.ts';
import { findFirstAssetTime } from '../../storage/provider-assets.ts';
import { getCountedUntil, lockCounting, setCountedUntil, replaceDeliveredSeconds } from './store.ts';

const atFull = (unit: number, time: number): number => time - (time % unit);

/**
 * Reads delivered seconds per UTC day from the provider since the last count. Each day is one transaction and
 * repeatable. Starts with the first recording there.
 */
export async function countDelivered(world: World, signal?: AbortSignal): Promise<void> {
  const { provider } = world.media;
  if (!provider) return;
  const { knownAfter, keptFor } = provider.deliveries;
  const now = world.now().getTime();
  const begun = await beginning(world);
  if (begun === undefined) return;
  const until = atFull(hour, now - knownAfter);
  // Older figures are unavailable; a day that is cut off would pass for a whole one.
  const oldest = atFull(day, now - keptFor) + day;
  for (let start = Math.max(oldest, atFull(day, begun.getTime())); start < until; start += day) {
    signal?.throwIfAborted();
    const end = new Date(Math.min(start + day, until));
    if (end <= begun) continue;
    const from = new Date(start);
    const delivered = await provider.delivered(from, end);
    await world.database.transaction(async (tx) => {
      await lockCounting(tx);
      if ((await getCountedUntil(tx))! >= end) return;
      await replaceDeliveredSeconds(tx, from.toISOString().slice(0, 10), byVideo(delivered));
      await setCountedUntil(tx, end);
    });
  }
}

/**
 * Until when has been counted. The first recording is noted at once: it may be deleted before its deliveries are known.
 */
async function beginning({ database }: World): Promise<Date | undefined> {
  const db = database.kysely;
  const counted = await getCountedUntil(db);
  if (counted) return counted;
  const first = await findFirstAssetTime(db);
  if (!first) return undefined;
  await database.transaction(async (tx) => {
    await lockCounting(tx);
    if (!(await getCountedUntil(tx))) await setCountedUntil(tx, new Date(atFull(hour, first.getTime())));
  });
  return getCountedUntil(db);
}

/** A video may have had several assets, and what others keep there may be called anything. */
function byVideo(delivered: readonly Delivered[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { id, seconds } of delivered) if (isId(id)) sums.set(id, (sums.get(id) ?? 0) + seconds);
  return sums;
}

/** Counts what the media provider has delivered. Tried for some hours: the provider may be away. */
export const deliveredJob: JobDefinition<World> = {
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
