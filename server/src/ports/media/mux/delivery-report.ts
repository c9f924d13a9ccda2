import type Mux from '@mux/mux-node';
import { day, hour } from '@lectern/contract/rules/durations';
import type { Delivered } from '../port.ts';
import { callMux } from './calls.ts';

/**
 * Mux totals deliveries hourly and reports the 90 days that ended 12 hours ago. An hour and a day of margin allow for
 * clock differences.
 */
export const deliveryReportWindowMs = { knownAfter: 13 * hour, keptFor: 89 * day } as const;

/** The most that Mux lists on a page. */
const limit = 100;

const seconds = (date: Date): string => String(Math.floor(date.getTime() / 1000));

/**
 * Reads pages until one is empty; the SDK's paging needs numbered answers. Assets that move to a later page count
 * once, because Mux sorts by most delivered.
 */
export const deliveredBetween = (mux: Mux, from: Date, to: Date): Promise<Delivered[]> =>
  callMux(async () => {
    const found = new Map<string, Delivered>();
    const timeframe = [seconds(from), seconds(to)];
    for (let page = 1; ; page += 1) {
      const { data } = await mux.video.deliveryUsage.list({ timeframe, limit, page });
      for (const { asset_id: asset, passthrough: id, delivered_seconds } of data)
        found.set(asset, { id, asset, seconds: delivered_seconds });
      if (data.length === 0) return [...found.values()];
    }
  });
