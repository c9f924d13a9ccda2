import { dirname, extname } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { Problem } from '@lectern/contract/problem';
import type Mux from '@mux/mux-node';
import type { Asset } from '@mux/mux-node/resources/video/assets';
import { boundedFetch } from '../../../platform/http/outside-call.ts';
import { createLocalObjectCache, type OpenedObject } from '../../../platform/cache/local-object-cache.ts';
import type { DiskCache } from '../../../platform/cache/disk-cache.ts';
import { createMemoryCache } from '../../../platform/cache/memory-cache.ts';
import type { LocalCopy } from '../../storage/port.ts';
import type { Media, PlayableRecording, Remote, LinkTarget } from '../port.ts';
import { callMux, callMuxIfPresent, createMuxClient } from './calls.ts';
import { createProvider } from './provider.ts';
import { readDownloadFileName, readAsset, readAudioRenditionState } from './read-asset.ts';
import { muxHostsForSettings, type MuxSettings, type MuxHosts } from './settings.ts';

/** Seconds for which an address opens at most: longer than anybody watches a recording of three hours. */
const lifetime = 12 * 3600;

/**
 * Signs URLs of an asset. Image parameters go into the token; Mux ignores the URL's (docs.mux.com, Secure video
 * playback). `file` names a static rendition. URLs expire at `until`.
 */
function createMuxUrls(mux: Mux, { stream, image }: MuxHosts) {
  function sign(
    { playback }: Remote,
    type: 'video' | 'thumbnail' | 'storyboard',
    { until, params = {} }: { until?: Date | undefined; params?: Record<string, string> },
  ): Promise<string> {
    const left = until === undefined ? lifetime : Math.floor((until.getTime() - Date.now()) / 1000);
    const seconds = Math.max(1, Math.min(lifetime, left));
    return mux.jwt.signPlaybackId(playback, { type, expiration: `${seconds}s`, params });
  }

  const picture = async (
    remote: Remote,
    type: 'jpg' | 'png',
    params: Record<string, string>,
    until?: Date,
  ): Promise<string> =>
    `${image}/${remote.playback}/thumbnail.${type}?token=${await sign(remote, 'thumbnail', { until, params })}`;

  return {
    picture,
    async file(remote: Remote, file: string, { name, until }: { name?: string; until?: Date | undefined } = {}) {
      const download = name === undefined ? '' : `&download=${encodeURIComponent(name)}`;
      return `${stream}/${remote.playback}/${file}?token=${await sign(remote, 'video', { until })}${download}`;
    },
    async of(remote: Remote, what: Exclude<LinkTarget, { kind: 'file' }>, until?: Date): Promise<string> {
      switch (what.kind) {
        case 'stream':
          return `${stream}/${remote.playback}.m3u8?token=${await sign(remote, 'video', { until })}`;
        case 'storyboard':
          return `${image}/${remote.playback}/storyboard.vtt?token=${await sign(remote, 'storyboard', { until })}`;
        case 'thumbnail':
          return picture(remote, 'jpg', { time: String(what.time), width: String(what.width) }, until);
      }
    },
  };
}

export type MuxMediaOptions = MuxSettings & {
  /** The engine of this machine, for recordings that lie here and for what needs exact frames. */
  local: Media;
  cache: DiskCache;
  /** Folder of this process for copies of recordings, and the bytes they may take while nobody uses them. */
  copies: { folder: string; most: number };
};

/** Bytes of the largest picture: a screenshot in 4K. */
const largestPicture = 64 * 1024 ** 2;

/** Copies of which it is known how they are played. */
const mostPrepared = 32;

/** Milliseconds a picture may take. */
const patience = 60_000;

const elsewhere = (): Problem => new Problem('not_found', { cause: 'Mux delivers this itself.' });

/**
 * Stores and plays recordings with Mux. The local engine does frame-exact work (clips, slide changes) on Mux's master,
 * and handles recordings stored here.
 */
export async function createMuxMedia(options: MuxMediaOptions): Promise<Media> {
  const { local, cache } = options;
  const mux: Mux = createMuxClient(options);
  const addresses = createMuxUrls(mux, muxHostsForSettings(options));
  const copies = await createLocalObjectCache(options.copies.folder, options.copies.most);
  /** By the path of the copy, which no other one has. */
  const prepared = createMemoryCache<PlayableRecording>(mostPrepared, () => 1);
  const picturesOf = boundedFetch(largestPicture);

  async function retrieve(asset: string): Promise<Asset> {
    const found = await callMuxIfPresent(() => mux.video.assets.retrieve(asset));
    if (!found) throw new Problem('recording_lost', { cause: `Mux has no asset ${asset}.` });
    return found;
  }

  /** Mux hands out the master for a day, some time after it was asked for. */
  async function masterOf(found: Asset): Promise<string> {
    const { id, master } =
      found.master_access === 'temporary'
        ? found
        : await callMux(() => mux.video.assets.updateMasterAccess(found.id, { master_access: 'temporary' }));
    if (master?.status === 'ready' && master.url) return master.url;
    if (master?.status === 'errored')
      throw new Problem('media_failed', { cause: `Mux could not make the master of the asset ${id}.` });
    throw new Problem('media_pending');
  }

  async function opened(url: string, signal?: AbortSignal): Promise<OpenedObject> {
    const reply = await callMux(() => fetch(url, { signal: signal ?? null }));
    if (!reply.ok || reply.body === null)
      throw new Problem('storage_unavailable', { cause: `${new URL(url).host} answered ${reply.status}.` });
    return {
      content: Readable.fromWeb(reply.body as ReadableStream),
      size: Number(reply.headers.get('content-length') ?? 0),
    };
  }

  async function fetchCopy(remote: Remote, what: 'whole' | 'sound', signal?: AbortSignal): Promise<LocalCopy> {
    const asset = await retrieve(remote.asset);
    if (what === 'sound') {
      const sound = readAudioRenditionState(asset);
      if (sound === 'preparing') throw new Problem('media_pending');
      if (sound === 'ready') {
        const url = await addresses.file(remote, 'audio.m4a');
        return copies.of({ key: asset.id, etag: 'sound' }, (signal) => opened(url, signal), signal);
      }
    }
    const url = await masterOf(asset);
    return copies.of({ key: asset.id, etag: 'master' }, (signal) => opened(url, signal), signal);
  }

  async function download(remote: Remote): Promise<{ ending: string; read(): Promise<Readable> }> {
    const file = readDownloadFileName(await retrieve(remote.asset));
    return { ending: extname(file), read: async () => (await opened(await addresses.file(remote, file))).content };
  }

  /** Does something with the master as the engine of this machine plays it. */
  async function withMaster<T>(
    remote: Remote,
    work: (playable: PlayableRecording) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    await using copy = await fetchCopy(remote, 'whole', signal);
    const playable = await prepared.through(copy.path, (signal) => prepareCopy(copy.path, signal), signal);
    // The copy is held until then.
    return await work(playable);
  }

  async function prepareCopy(path: string, signal: AbortSignal): Promise<PlayableRecording> {
    const info = await local.inspect(path, signal);
    return local.prepare(path, info, { rendition: `${path}.mp4`, index: `${path}.json` }, { signal });
  }

  async function picture(remote: Remote, type: 'jpg' | 'png', params: Record<string, string>, signal?: AbortSignal) {
    const url = await addresses.picture(remote, type, params);
    return callMux(async () => {
      const reply = await picturesOf(url, {
        signal: AbortSignal.any([AbortSignal.timeout(patience), ...(signal ? [signal] : [])]),
      });
      if (!reply.ok) throw new Error(`${new URL(url).host} answered ${reply.status}.`);
      return Buffer.from(await reply.arrayBuffer());
    });
  }

  /** Null for sound alone, of which Mux makes no pictures. */
  const hasPictures = async ({ asset }: Remote): Promise<boolean> =>
    readAsset(await retrieve(asset), Date.now()).kind === 'video';

  const here =
    <A extends unknown[], T>(ask: (playable: PlayableRecording, ...rest: A) => Promise<T>) =>
    async (playable: PlayableRecording, ...rest: A): Promise<T> => {
      if (playable.remote) throw elsewhere();
      return ask(playable, ...rest);
    };

  return {
    ...local,
    engine: `Mux, and ${local.engine}`,
    provider: createProvider(mux, options, { fetch: fetchCopy, download }),
    async inspect(source, signal, how) {
      return typeof source === 'string'
        ? local.inspect(source, signal, how)
        : readAsset(await retrieve(source.asset), Date.now());
    },
    async prepare(source, info, target, work) {
      if (typeof source === 'string') return local.prepare(source, info, target, work);
      return { file: target.rendition, index: target.index, remote: source, info, written: [] };
    },
    async link({ remote }, what, until) {
      if (!remote) return undefined;
      if (what.kind !== 'file') return addresses.of(remote, what, until);
      return addresses.file(remote, readDownloadFileName(await retrieve(remote.asset)), { name: what.name, until });
    },
    multivariantPlaylist: here(local.multivariantPlaylist),
    mediaPlaylist: here(local.mediaPlaylist),
    growToSegments: here(local.growToSegments),
    iframePlaylist: here(local.iframePlaylist),
    pictureInit: here(local.pictureInit),
    keyframe: here(local.keyframe),
    initSegment: here(local.initSegment),
    segment: here(local.segment),
    async thumbnail(playable, { time, width, keyframe }, how = {}) {
      const { remote } = playable;
      if (!remote)
        return local.thumbnail(playable, { time, width, ...(keyframe === undefined ? {} : { keyframe }) }, how);
      const tenths = Math.round(time * 10);
      const turn = how.turn ?? ((work) => work());
      const name = `${remote.asset}-${tenths}-${width}.jpg`;
      const make = (signal: AbortSignal) =>
        turn(
          async () =>
            (await hasPictures(remote))
              ? picture(remote, 'jpg', { time: String(tenths / 10), width: String(width) }, signal)
              : null,
          signal,
        );
      return cache.through(dirname(playable.index), name, make, how.signal);
    },
    async screenshot(playable, time, how = {}) {
      const { remote } = playable;
      if (!remote) return local.screenshot(playable, time, how);
      return (await hasPictures(remote)) ? picture(remote, 'png', { time: String(time) }, how.signal) : null;
    },
    async storyboard(playable, folder, work) {
      const { remote } = playable;
      if (!remote) return local.storyboard(playable, folder, work);
      return withMaster(remote, (master) => local.storyboard(master, folder, work), work?.signal);
    },
    async clip(playable, range, outFile, work) {
      const { remote } = playable;
      if (!remote) return local.clip(playable, range, outFile, work);
      return withMaster(remote, (master) => local.clip(master, range, outFile, work), work?.signal);
    },
    async close() {
      await local.close();
      await copies.close();
    },
  };
}
