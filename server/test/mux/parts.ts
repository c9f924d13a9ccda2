import { randomBytes, type KeyObject, verify } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Asset, StaticRendition } from '@mux/mux-node/resources/video/assets';
import { z } from 'zod';
import type { PageWithTimeframeResponse } from '@mux/mux-node/core/pagination';
import type { DeliveryReport } from '@mux/mux-node/resources/video/delivery-usage';
import { day, hour } from '@lectern/contract/rules/durations';
import type { MediaInfo, PlayableRecording } from '../../src/ports/media/port.ts';

/** An asset with its recording, and what was made of it. */
export type FakeMuxAsset = {
  asset: Asset;
  file: string;
  making?: true;
  playable?: PlayableRecording;
  info?: MediaInfo;
  sheets?: string;
  board?: string;
};

/** A name as Mux gives them. */
export const createMuxId = (): string => randomBytes(16).toString('hex');

const rendition = (name: 'highest.mp4' | 'audio.m4a', status: StaticRendition['status']): StaticRendition => ({
  id: createMuxId(),
  name,
  ext: name === 'audio.m4a' ? 'm4a' : 'mp4',
  resolution: name === 'audio.m4a' ? 'audio-only' : 'highest',
  status,
  type: 'standard',
});

/** Describes the tracks of a recording in Mux's terms; its files are made later. */
export const describeMuxTracks = (info: MediaInfo): Pick<Asset, 'tracks' | 'static_renditions'> => ({
  tracks: [
    ...(info.video
      ? [
          {
            type: 'video' as const,
            id: createMuxId(),
            max_width: info.video.width,
            max_height: info.video.height,
            max_frame_rate: info.video.frameRate,
          },
        ]
      : []),
    ...(info.audio ? [{ type: 'audio' as const, id: createMuxId(), max_channels: info.audio.channels }] : []),
  ],
  static_renditions: {
    status: 'preparing',
    files: [
      rendition('highest.mp4', info.video ? 'preparing' : 'skipped'),
      rendition('audio.m4a', info.audio ? 'preparing' : 'skipped'),
    ],
  },
});

/** Media info assumed for a recording about which no true statement is possible. */
export const assumedMediaInfo: MediaInfo = {
  kind: 'video',
  container: 'mp4',
  duration: 12,
  video: { codec: 'h264', width: 320, height: 180, frameRate: 25, rotation: 0 },
  captionTracks: [],
  playback: 'direct',
};

/** Takes a track from an asset; undefined where it has none of this name. */
export function removeTrack(asset: Asset, id: string): object | undefined {
  const left = (asset.tracks ?? []).filter((track) => track.id !== id);
  if (left.length === asset.tracks?.length) return undefined;
  asset.tracks = left;
  return {};
}

const Claims = z.object({
  sub: z.string(),
  aud: z.string(),
  exp: z.number(),
  kid: z.string(),
  time: z.string().optional(),
  width: z.string().optional(),
});

/** The claims of a token of Mux (JWT, RS256) that is right, meant for this and not over; undefined otherwise. */
export function verifyMuxToken(
  key: KeyObject,
  token: string,
  meant: { sub: string; aud: string },
): z.infer<typeof Claims> | undefined {
  const [header = '', payload = '', signature = ''] = token.split('.');
  if (!verify('sha256', Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url')))
    return undefined;
  const claims = Claims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  const right = claims.sub === meant.sub && claims.aud === meant.aud && claims.exp > Date.now() / 1000;
  return right ? claims : undefined;
}

/** How a call of the API goes wrong. `lost`: it is done, and its answer never comes. */
export type MuxFault = { status: number; retryAfter?: number } | 'hang' | 'reset' | 'lost';

/** `first` is done and waited for before the connection breaks: the caller may be dead by then. */
export type PlannedFault = { on: Pick<RegExp, 'test'>; fault: MuxFault; first?: () => Promise<void> };

/** Takes the fate of the next matching call; each applies once. */
export function takePlannedFault(fates: PlannedFault[], call: string): PlannedFault | undefined {
  const at = fates.findIndex(({ on }) => on.test(call));
  return at < 0 ? undefined : fates.splice(at, 1)[0];
}

export async function breakConnection(request: IncomingMessage, { first }: PlannedFault): Promise<void> {
  await first?.();
  request.socket.destroy();
}

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
