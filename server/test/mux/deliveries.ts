import type { PageWithTimeframeResponse } from '@mux/mux-node/core/pagination';
import type { DeliveryReport } from '@mux/mux-node/resources/video/delivery-usage';
import { day, hour } from '@lectern/contract/rules/durations';

/** Seconds delivered of an asset in the hour of `at` (milliseconds). */
export type Delivery = { asset: string; passthrough?: string; at: number; seconds: number };

/**
 * Answers delivered usage per asset, most first. Undefined (Mux refuses) unless the frame uses whole hours within the
 * 90 days that ended 12 hours ago.
 */
export function deliveryUsage(
  deliveries: readonly Delivery[],
  query: URLSearchParams,
  { now, kept }: { now: number; kept: ReadonlySet<string> },
): PageWithTimeframeResponse<DeliveryReport> | undefined {
  const timeframe = query.getAll('timeframe[]').map(Number);
  const [from = NaN, to = NaN] = timeframe.map((second) => second * 1000);
  const page = Number(query.get('page') ?? 1);
  const limit = Math.min(100, Number(query.get('limit') ?? 25));
  const isAllowed =
    from < to && to <= now - 12 * hour && from >= now - 12 * hour - 90 * day && from % hour === 0 && to % hour === 0;
  if (!isAllowed) return undefined;
  const byAsset = Map.groupBy(
    deliveries.filter(({ at }) => at >= from && at < to),
    ({ asset }) => asset,
  );
  const data = [...byAsset].map(([asset, parts]): DeliveryReport => {
    const delivered = parts.reduce((sum, { seconds }) => sum + seconds, 0);
    const passthrough = parts[0]?.passthrough;
    return {
      asset_id: asset,
      asset_duration: 60,
      asset_encoding_tier: 'smart',
      asset_resolution_tier: '1080p',
      asset_state: kept.has(asset) ? 'ready' : 'deleted',
      created_at: String(from / 1000),
      delivered_seconds: delivered,
      delivered_seconds_by_resolution: { tier_1080p: delivered },
      ...(kept.has(asset) ? {} : { deleted_at: String(to / 1000) }),
      ...(passthrough === undefined ? {} : { passthrough }),
    };
  });
  const sorted = data.toSorted((one, other) => other.delivered_seconds - one.delivered_seconds);
  return { data: sorted.slice((page - 1) * limit, page * limit), timeframe, page, limit };
}
