import { Problem } from '@lectern/contract/problem';
import { boundedText } from '@lectern/contract/text';
import type Mux from '@mux/mux-node';
import type { Upload } from '@mux/mux-node/resources/video/uploads';
import { z } from 'zod';
import { isSignedAhead } from '../../../platform/http/signed-ahead.ts';
import type { DirectUploadState, Provider } from '../port.ts';
import { callMux, callMuxIfPresent, callMuxOnce, checkMuxName } from './calls.ts';
import { deliveredBetween, deliveryReportWindowMs } from './delivery-report.ts';
import { readAssetRemote } from './read-asset.ts';
import { sendFileToMux } from './send-file.ts';
import { type MuxSettings, buildMuxCspSources } from './settings.ts';
import { putTextTrack } from './text-track.ts';

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
