import type Mux from '@mux/mux-node';
import { day, hour } from '@lectern/contract/rules/durations';
import type { Delivered } from '../port.ts';
import { asked } from './calls.ts';

/**
 * Mux adds deliveries up at the top of each hour, and tells of the 90 days that ended 12 hours ago. An hour and a day
 * less are asked for, since its clock is not ours.
 */
export const deliveries = { knownAfter: 13 * hour, keptFor: 89 * day } as const;

/** The most that Mux lists on a page. */
const limit = 100;

const seconds = (date: Date): string => String(Math.floor(date.getTime() / 1000));

/**
 * Page by page until one is empty: the SDK's own paging ends only where each answer tells its number. An asset that
 * moved to a further page meanwhile counts once, for Mux lists those first of which most was delivered.
 */
export const deliveredBetween = (mux: Mux, from: Date, to: Date): Promise<Delivered[]> =>
  asked(async () => {
    const found = new Map<string, Delivered>();
    const timeframe = [seconds(from), seconds(to)];
    for (let page = 1; ; page += 1) {
      const { data } = await mux.video.deliveryUsage.list({ timeframe, limit, page });
      for (const { asset_id: asset, passthrough: id, delivered_seconds } of data)
        found.set(asset, { id, asset, seconds: delivered_seconds });
      if (data.length === 0) return [...found.values()];
    }
  });
