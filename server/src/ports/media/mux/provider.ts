import { Problem } from '@lectern/contract/problem';
import { boundedText } from '@lectern/contract/text';
import type Mux from '@mux/mux-node';
import type { Upload } from '@mux/mux-node/resources/video/uploads';
import { z } from 'zod';
import { isSignedAhead } from '../../../platform/http/signing.ts';
import type { DirectUploadState, Provider, Delivered } from '../port.ts';
import { callMux, callMuxIfPresent, callMuxOnce, checkMuxName } from './calls.ts';
import { readAssetRemote, putTextTrack } from './read-asset.ts';
import { type MuxSettings, buildMuxCspSources } from './settings.ts';
import { day, hour } from '@lectern/contract/rules/durations';
import type { OpenObject } from '../../storage/port.ts';

/** Bytes of a PUT: a multiple of 256 KiB, as resumable uploads of Google Cloud Storage want. */
const chunk = 8 * 1024 ** 2;

/** Milliseconds a PUT may take. */
const patience = 300_000;

/**
 * Sends a recording to a direct upload URL by PUTs with Content-Range, resuming an earlier try. Throws
 * `storage_unavailable` when another try may succeed.
 */
async function sendFileToMux(url: string, file: OpenObject, signal?: AbortSignal): Promise<void> {
  const { size } = file;
  const piece = Buffer.alloc(Math.min(chunk, size));
  let stored = await put(url, { range: `bytes */${size}`, size }, signal);
  while (stored < size) {
    const bytes = piece.subarray(0, await file.read(piece, stored));
    const range = `bytes ${stored}-${stored + bytes.length - 1}/${size}`;
    const now = await put(url, { range, size, bytes }, signal);
    if (now <= stored) throw new Problem('storage_unavailable', { cause: `The upload did not take ${range}.` });
    stored = now;
  }
}

/** Resolves with how many bytes are there then. */
async function put(
  url: string,
  { range, size, bytes }: { range: string; size: number; bytes?: Buffer<ArrayBuffer> },
  signal: AbortSignal | undefined,
): Promise<number> {
  const reply = await fetch(url, {
    method: 'PUT',
    headers: { 'content-range': range },
    ...(bytes ? { body: bytes } : {}),
    // 308 says here that more is to come.
    redirect: 'manual',
    signal: AbortSignal.any([AbortSignal.timeout(patience), ...(signal ? [signal] : [])]),
  }).catch((cause: unknown) => {
    signal?.throwIfAborted();
    throw new Problem('storage_unavailable', { cause });
  });
  await reply.body?.cancel();
  if (reply.ok) return size;
  if (reply.status !== 308)
    throw new Problem('storage_unavailable', { cause: `The upload was answered ${reply.status}.` });
  const last = /^bytes=0-(\d+)$/.exec(reply.headers.get('range') ?? '')?.[1];
  return last === undefined ? 0 : Number(last) + 1;
}

/**
 * Mux totals deliveries hourly and reports the 90 days that ended 12 hours ago. An hour and a day of margin allow for
 * clock differences.
 */
const deliveryReportWindowMs = { knownAfter: 13 * hour, keptFor: 89 * day } as const;

/** The most that Mux lists on a page. */
const limit = 100;

const seconds = (date: Date): string => String(Math.floor(date.getTime() / 1000));

/**
 * Reads pages until one is empty; the SDK's paging needs numbered answers. Assets that move to a later page count
 * once, because Mux sorts by most delivered.
 */
const deliveredBetween = (mux: Mux, from: Date, to: Date): Promise<Delivered[]> =>
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

/** Seconds an address for an upload opens: a week, the longest there is, as our own unfinished uploads are kept. */
const openFor = 604_800;

/** Characters of an address for an upload, which is signed. */
const longestAddress = 8_000;

/** Uploads that are looked through for one whose name was lost, newest first. */
const pageSize = 100;
const mostPages = 20;

/** Mux calls its objects and events by short names. */
const Id = boundedText(255);

/** Reads only the ids of the object an event is about. */
const Event = z.object({
  type: Id,
  object: z.object({ type: Id, id: Id }).optional(),
  data: z.object({
    id: Id.optional(),
    passthrough: Id.optional(),
    asset_id: Id.optional(),
    upload_id: Id.optional(),
    new_asset_settings: z.object({ passthrough: Id.optional() }).optional(),
  }),
});

/** Receives and keeps recordings through the Mux API. */
export function createProvider(
  mux: Mux,
  settings: MuxSettings,
  { fetch, download }: Pick<Provider, 'fetch' | 'download'>,
): Provider {
  async function becameOf(upload: Upload | undefined): Promise<DirectUploadState> {
    // Mux keeps what it knows of an upload, whatever became of it.
    if (!upload) return { state: 'unknown' };
    if (upload.status === 'waiting') return { state: 'waiting' };
    if (upload.status === 'errored') return { state: 'gone', problem: 'broken_media' };
    const { asset_id: asset } = upload;
    if (upload.status !== 'asset_created' || !asset) return { state: 'gone' };
    const found = await callMuxIfPresent(() => mux.video.assets.retrieve(asset));
    if (!found) return { state: 'gone' };
    const remote = readAssetRemote(found);
    return { state: 'made', asset: checkMuxName(asset), ...(remote ? { remote } : {}) };
  }
  const became = async (id: string): Promise<DirectUploadState> =>
    becameOf(await callMuxIfPresent(() => mux.video.uploads.retrieve(id)));

  return {
    kind: 'mux',
    sources: buildMuxCspSources(settings),
    dataKey: settings.dataKey,
    fetch,
    download,
    became,
    send: sendFileToMux,
    begin: ({ id, origin }) =>
      callMuxOnce(async (options) => {
        const upload = await mux.video.uploads.create(
          {
            cors_origin: origin,
            timeout: openFor,
            new_asset_settings: {
              passthrough: id,
              playback_policies: ['signed'],
              static_renditions: [{ resolution: 'highest' }, { resolution: 'audio-only' }],
            },
          },
          options,
        );
        if (!upload.url) throw new Error(`The upload ${upload.id} has no address.`);
        return { upload: checkMuxName(upload.id), url: checkMuxName(upload.url, longestAddress) };
      }),
    // Mux lists uploads without telling when they were made; an asset of ours is found by its passthrough all the same.
    begunFor: (id) =>
      callMux(async () => {
        const found: string[] = [];
        let pages = 0;
        for await (const page of (await mux.video.uploads.list({ limit: pageSize })).iterPages()) {
          for (const upload of page.getPaginatedItems())
            if (upload.new_asset_settings?.passthrough === id) found.push(upload.id);
          if ((pages += 1) === mostPages) break;
        }
        return found;
      }),
    async cancel(id) {
      try {
        await mux.video.uploads.cancel(id);
      } catch {
        // It was not waiting any more, or Mux did not answer: what became of it tells.
      }
      return became(id);
    },
    putCaptions: (asset, captions) => putTextTrack(mux, asset, captions),
    has: async (asset) => (await callMuxIfPresent(() => mux.video.assets.retrieve(asset))) !== undefined,
    remove: async (asset) => (await callMuxIfPresent(() => mux.video.assets.delete(asset).then(() => true))) === true,
    delivered: (from, to) => deliveredBetween(mux, from, to),
    deliveries: deliveryReportWindowMs,
    async readEvent(body, headers) {
      try {
        await mux.webhooks.verifySignature(body, headers as Record<string, string | string[] | undefined>);
      } catch (cause) {
        throw new Problem('bad_signature', { cause });
      }
      if (isSignedAhead(String(headers['mux-signature']), Date.now())) throw new Problem('bad_signature');
      const { success, data: event, error } = Event.safeParse(parsed(body));
      if (!success) throw new Problem('bad_request', { cause: error });
      const { data, object, type } = event;
      const kind = object?.type ?? (type.startsWith('video.upload.') ? 'upload' : 'asset');
      return {
        id: data.passthrough ?? data.new_asset_settings?.passthrough,
        upload: data.upload_id ?? (kind === 'upload' ? (object?.id ?? data.id) : undefined),
        asset: data.asset_id ?? (kind === 'asset' ? (object?.id ?? data.id) : undefined),
      };
    },
  };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
