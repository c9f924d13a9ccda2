import { createHmac, generateKeyPairSync } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readFile, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Asset, AssetOptions, Track } from '@mux/mux-node/resources/video/assets';
import type { Upload } from '@mux/mux-node/resources/video/uploads';
import { storyboardVtt } from '../../src/features/playback/storyboard-vtt.ts';
import type { MediaInfo } from '../../src/ports/media/port.ts';
import { startLocalServer } from '../local-server.ts';
import { openTestMedia } from '../media.ts';
import {
  type Delivery,
  deliveryUsage,
  breakConnection,
  type PlannedFault,
  takePlannedFault,
  assumedMediaInfo,
  type FakeMuxAsset,
  describeMuxTracks,
  removeTrack,
  createMuxId,
  verifyMuxToken,
} from './parts.ts';

/** Where a piece of a stream is: `/stream/PLAYBACK/TOKEN/NAME`. */
const piece = /^\/stream\/(\w+)\/([\w.-]+\.[\w.-]+\.[\w-]+)\/(\w+)(?:-(\d+|picture))?\.(m3u8|mp4|m4s)$/;

/**
 * Local stand-in for Mux: uses the SDK types, plays HLS from our engine, checks tokens, fails on demand. Built from
 * Mux's documentation, never compared with real Mux.
 */
export async function startFakeMux() {
  const { media, folder, close: closeMedia } = await openTestMedia();
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const webhookSecret = 'webhook-secret-of-tests';
  const uploads = new Map<string, Upload & { received: number; total?: number }>();
  const assets = new Map<string, FakeMuxAsset>();
  const asked: string[] = [];
  /** Captions that were fetched, by the ids of their tracks. */
  const texts = new Map<string, string>();
  const deliveries: Delivery[] = [];
  /** The next calls that fail. */
  const faults: PlannedFault[] = [];
  /**
   * Switches for tests: asset readiness, number and order of events, polls until later files exist, Mux's time,
   * whether it accepts anything unseen, and its findings.
   */
  const ways = {
    ready: true,
    errored: false as boolean | 'once',
    events: 1,
    early: false,
    webhook: '',
    masterTries: 1,
    fileTries: 0,
    now: () => Date.now(),
    believes: false,
    altered: (info: MediaInfo, _asset: Asset): MediaInfo => info,
  };
  const working = new Set<Promise<unknown>>();

  async function tell(type: string, data: object): Promise<void> {
    const body = JSON.stringify({ type, object: { type: type.split('.')[1], id: (data as { id: string }).id }, data });
    const t = Math.floor(Date.now() / 1000);
    const v1 = createHmac('sha256', webhookSecret).update(`${t}.${body}`).digest('hex');
    for (let n = 0; n < ways.events && ways.webhook !== ''; n += 1)
      await fetch(ways.webhook, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'mux-signature': `t=${t},v1=${v1}` },
        body,
      }).catch(() => undefined);
  }

  async function make(kept: FakeMuxAsset): Promise<void> {
    const { asset, file } = kept;
    try {
      const seen = ways.believes ? undefined : await media.inspect(file);
      // A folder of its own, by which our engine keeps pictures.
      const own = join(folder, `${asset.id}-made`);
      await mkdir(own);
      const where = { rendition: join(own, 'rendition.mp4'), index: join(own, 'index.json') };
      if (seen) Object.assign(kept, { info: seen, playable: await media.prepare(file, seen, where) });
      const info = ways.altered(seen ?? assumedMediaInfo, asset);
      asset.status = 'ready';
      asset.duration = info.duration;
      Object.assign(asset, describeMuxTracks(info));
    } catch (error) {
      asset.status = 'errored';
      asset.errors = { type: 'invalid_input', messages: [String(error)] };
    }
    await tell(asset.status === 'ready' ? 'video.asset.ready' : 'video.asset.errored', asset);
  }

  function createAsset(
    id: string,
    { passthrough, playback_policies: policies }: AssetOptions,
    file: string,
  ): FakeMuxAsset {
    const asset: Asset = {
      id: createMuxId(),
      created_at: String(Math.floor(Date.now() / 1000)),
      encoding_tier: 'smart',
      master_access: 'none',
      max_resolution_tier: '1080p',
      progress: { progress: 0, state: 'ingesting' },
      status: 'preparing',
      upload_id: id,
      playback_ids: (policies ?? []).map((policy) => ({ id: createMuxId(), policy })),
      static_renditions: { status: 'preparing', files: [] },
      ...(passthrough === undefined ? {} : { passthrough }),
    };
    const kept = { asset, file };
    assets.set(asset.id, kept);
    return kept;
  }

  /** Begins to make what was held back. */
  function release(): void {
    ways.ready = true;
    for (const kept of assets.values())
      if (kept.asset.status === 'preparing' && !kept.making) {
        kept.making = true;
        const work = make(kept).finally(() => working.delete(work));
        working.add(work);
      }
  }

  /** The whole of an upload has come. */
  async function arrive(upload: Upload): Promise<void> {
    upload.status = 'asset_created';
    const kept = createAsset(upload.id, upload.new_asset_settings ?? {}, join(folder, upload.id));
    upload.asset_id = kept.asset.id;
    const { errored } = ways;
    if (errored === 'once') ways.errored = false;
    if (errored) {
      kept.asset.status = 'errored';
      kept.asset.errors = { type: 'invalid_input', messages: ['The input is no recording.'] };
      kept.playable = { file: '', index: '' };
    }
    const told = tell('video.upload.asset_created', upload);
    if (errored) void told.then(() => tell('video.asset.errored', kept.asset));
    if (ways.ready) release();
    if (ways.early) await Promise.all([told, ...working]);
  }

  async function receive(request: IncomingMessage, reply: ServerResponse, id: string): Promise<void> {
    const upload = uploads.get(id);
    const cors = {
      'access-control-allow-origin': upload?.cors_origin ?? 'null',
      'access-control-allow-methods': 'PUT',
      'access-control-allow-headers': 'content-range, content-type',
      'access-control-expose-headers': 'range',
    };
    if (request.method === 'OPTIONS') return void reply.writeHead(204, cors).end();
    if (!upload || upload.status === 'cancelled') return void reply.writeHead(404, cors).end();
    const next = takePlannedFault(faults, `PUT /upload/${id} ${request.headers['content-range']}`);
    if (next?.fault === 'reset') return breakConnection(request, next);
    const range = /^bytes (?:\*|(\d+)-(\d+))\/(\d+|\*)$/.exec(request.headers['content-range'] ?? '');
    const body = await buffer(request);
    const first = Number(range?.[1] ?? 0);
    const total = range?.[3] === undefined ? body.length : Number(range[3]);
    if (body.length > 0 && first <= upload.received) {
      await using file = await open(join(folder, id), upload.received === 0 ? 'w' : 'r+');
      await file.write(body, 0, body.length, first);
      upload.received = Math.max(upload.received, first + body.length);
    }
    if (upload.received >= total && upload.status === 'waiting') await arrive(upload);
    if (next?.fault === 'lost') return breakConnection(request, next);
    if (upload.received < total) {
      const known = upload.received > 0 ? { range: `bytes=0-${upload.received - 1}` } : {};
      return void reply.writeHead(308, { ...cors, ...known }).end();
    }
    reply.writeHead(200, cors).end();
  }

  /** Answers an API call; undefined when the API has no such resource. */
  function api(method: string, path: string, body: Record<string, unknown>): object | undefined {
    const [, kind, id, verb, part] =
      /^\/video\/v1\/(uploads|assets)(?:\/(\w+)(?:\/([\w-]+)(?:\/(\w+))?)?)?$/.exec(path) ?? [];
    if (kind === 'uploads' && method === 'POST') {
      const upload = {
        id: createMuxId(),
        status: 'waiting' as const,
        timeout: 3600,
        cors_origin: String(body.cors_origin),
        new_asset_settings: body.new_asset_settings as AssetOptions,
        received: 0,
      };
      const kept = Object.assign(upload, { url: `${server.url}/upload/${upload.id}` });
      uploads.set(upload.id, kept);
      return kept;
    }
    if (kind === 'uploads' && id === undefined) return [...uploads.values()].toReversed();
    const upload = kind === 'uploads' ? uploads.get(id ?? '') : undefined;
    if (upload && verb === 'cancel') {
      if (upload.status !== 'waiting') return undefined;
      upload.status = 'cancelled';
    }
    if (upload) return upload;
    const kept = assets.get(id ?? '');
    if (!kept) return undefined;
    const { asset } = kept;
    if (verb === 'tracks') return part ? removeTrack(asset, part) : addTrack(asset, body);
    if (method === 'DELETE') {
      assets.delete(asset.id);
      void tell('video.asset.deleted', asset);
      return {};
    }
    if (verb === 'master-access') {
      asset.master_access = 'temporary';
      asset.master = { status: 'preparing' };
    }
    countDown(asset);
    return asset;
  }

  /** A text track, which is fetched from where it lies after the answer. */
  function addTrack(
    asset: Asset,
    { url, name, language_code, passthrough }: Record<string, unknown>,
  ): Track | undefined {
    if (asset.tracks?.some((track) => track.name === name)) return undefined;
    const track: Track = {
      id: createMuxId(),
      type: 'text',
      text_type: 'subtitles',
      status: 'preparing',
      name: String(name),
      language_code: String(language_code),
      passthrough: String(passthrough),
    };
    asset.tracks = [...(asset.tracks ?? []), track];
    const work = fetchText(track, String(url), asset.id).finally(() => working.delete(work));
    working.add(work);
    return track;
  }

  async function fetchText(track: Track, url: string, asset: string): Promise<void> {
    const reply = await fetch(url).catch(() => undefined);
    if (reply?.ok) texts.set(track.id!, await reply.text());
    track.status = reply?.ok ? 'ready' : 'errored';
    await tell(`video.asset.track.${track.status}`, { ...track, asset_id: asset });
  }

  /** Brings files that are made later one poll closer to ready. */
  function countDown(asset: Asset): void {
    if (asset.status === 'ready' && asset.static_renditions?.status === 'preparing' && (ways.fileTries -= 1) < 0) {
      asset.static_renditions.status = 'ready';
      for (const file of asset.static_renditions.files ?? []) if (file.status === 'preparing') file.status = 'ready';
    }
    if (asset.master?.status === 'preparing' && (ways.masterTries -= 1) < 0)
      asset.master = { status: 'ready', url: `${server.url}/master/${asset.id}.mp4` };
  }

  async function answerApi(request: IncomingMessage, reply: ServerResponse, url: URL): Promise<void> {
    const { method = '' } = request;
    const { pathname: path } = url;
    const text = (await buffer(request)).toString();
    const next = takePlannedFault(faults, `${method} ${path}`);
    if (next?.fault === 'hang') return;
    if (next?.fault === 'reset') return breakConnection(request, next);
    if (typeof next?.fault === 'object') {
      const { status, retryAfter } = next.fault;
      const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
      return void reply.writeHead(status, headers).end('{"error":{"type":"fake","messages":["A fake failure."]}}');
    }
    const authorised =
      request.headers.authorization === `Basic ${Buffer.from('token-id:token-secret').toString('base64')}`;
    if (authorised && path === '/video/v1/delivery-usage') {
      const usage = deliveryUsage(deliveries, url.searchParams, { now: ways.now(), kept: new Set(assets.keys()) });
      if (next?.fault === 'lost') return breakConnection(request, next);
      return void reply
        .writeHead(usage ? 200 : 400, { 'content-type': 'application/json' })
        .end(JSON.stringify(usage ?? {}));
    }
    const data = authorised
      ? api(method, path, text === '' ? {} : (JSON.parse(text) as Record<string, unknown>))
      : undefined;
    if (ways.early && data && method === 'POST') await tell('video.upload.created', data);
    if (next?.fault === 'lost') return breakConnection(request, next);
    reply.writeHead(data ? 200 : authorised ? 404 : 401, { 'content-type': 'application/json' });
    reply.end(JSON.stringify(data ? { data } : { error: { type: 'not_found', messages: [] } }));
  }

  const byPlayback = (id: string): FakeMuxAsset | undefined =>
    [...assets.values()].find(({ asset }) => asset.playback_ids?.some((each) => each.id === id));

  async function stream(reply: ServerResponse, url: URL): Promise<Buffer | string | undefined> {
    const [, playback = '', token = '', name = '', n = '', ending] = piece.exec(url.pathname) ?? [];
    const kept = byPlayback(playback);
    if (!kept?.playable || !verifyMuxToken(keys.publicKey, token, { sub: playback, aud: 'v' })) return undefined;
    const { playable } = kept;
    if (ending === 'm3u8') {
      reply.setHeader('content-type', 'application/vnd.apple.mpegurl');
      return name === 'iframes' ? media.iframePlaylist(playable) : media.mediaPlaylist(playable);
    }
    reply.setHeader('content-type', 'video/mp4');
    if (name === 'init') return n === '' ? media.initSegment(playable) : media.pictureInit(playable);
    const part = name === 'segment' ? media.segment(playable, Number(n)) : media.keyframe(playable, Number(n));
    return buffer((await part).content);
  }

  async function deliver(reply: ServerResponse, url: URL): Promise<Buffer | string | undefined> {
    if (piece.test(url.pathname)) return stream(reply, url);
    const [, host, playback = '', file = ''] =
      /^\/(stream|image)\/(\w+)(?:\/([\w-]+\.\w+))?(?:\.m3u8)?$/.exec(url.pathname) ?? [];
    const kept = byPlayback(playback);
    const token = url.searchParams.get('token') ?? '';
    const aud = host === 'stream' ? 'v' : file.startsWith('storyboard') ? 's' : 't';
    const claims = verifyMuxToken(keys.publicKey, token, { sub: playback, aud });
    if (!kept?.playable || !claims) return undefined;
    if (host === 'stream' && file === '') {
      reply.setHeader('content-type', 'application/vnd.apple.mpegurl');
      const playlist = await media.multivariantPlaylist(kept.playable);
      return playlist.replaceAll(/[\w-]+\.m3u8/g, (name) => `${server.url}/stream/${playback}/${token}/${name}`);
    }
    if (host === 'stream') return readFile(file === 'audio.m4a' ? await soundOf(kept) : kept.file);
    if (file === 'storyboard.vtt') return storyboard(reply, kept, token);
    if (file.startsWith('storyboard-')) return readFile(join(kept.sheets!, file.replace('storyboard-', 'sheet-')));
    reply.setHeader('content-type', 'image/jpeg');
    const at = { time: Number(claims.time ?? 0), width: Number(claims.width ?? 640) };
    return (await media.thumbnail(kept.playable, at)) ?? undefined;
  }

  /** Made when it is asked for, which takes a busy machine long. */
  async function soundOf({ asset, file, info }: FakeMuxAsset): Promise<string> {
    const sound = join(folder, `${asset.id}.m4a`);
    await media.speechFile(file, { start: 0, end: info!.duration }, sound);
    return sound;
  }

  async function storyboard(reply: ServerResponse, kept: FakeMuxAsset, token: string) {
    reply.setHeader('content-type', 'text/vtt');
    kept.sheets ??= join(folder, `${kept.asset.id}-sheets`);
    const made = kept.board ? undefined : await media.storyboard(kept.playable!, kept.sheets);
    if (made) kept.board = storyboardVtt(made.storyboard, kept.info!.duration);
    return kept.board?.replaceAll(/storyboard-\d+\.jpg/g, (name) => `${name}?token=${token}`);
  }

  async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', server.url);
    const { pathname } = url;
    asked.push(`${request.method} ${pathname}`);
    const upload = /^\/upload\/(\w+)$/.exec(pathname)?.[1];
    if (upload) return receive(request, reply, upload);
    if (pathname.startsWith('/video/')) return answerApi(request, reply, url);
    reply.setHeader('access-control-allow-origin', '*');
    if (request.method === 'OPTIONS')
      return void reply.writeHead(204, { 'access-control-allow-headers': 'range' }).end();
    const master = /^\/master\/(\w+)\.mp4$/.exec(pathname)?.[1];
    if (master && assets.has(master)) {
      const { file } = assets.get(master)!;
      reply.writeHead(200, { 'content-length': (await stat(file)).size });
      return pipeline(createReadStream(file), reply);
    }
    if (pathname.endsWith('thumbnail.png')) return still(reply, url);
    const body = await deliver(reply, url);
    reply.writeHead(body === undefined ? 403 : 200).end(body);
  }

  async function still(reply: ServerResponse, url: URL): Promise<void> {
    const playback = url.pathname.split('/')[2]!;
    const claims = verifyMuxToken(keys.publicKey, url.searchParams.get('token') ?? '', { sub: playback, aud: 't' });
    const playable = byPlayback(playback)?.playable;
    const picture = claims && playable && (await media.screenshot(playable, Number(claims.time)));
    reply.writeHead(picture ? 200 : 403, { 'content-type': 'image/png' }).end(picture ?? undefined);
  }

  const server = await startLocalServer((request, reply) => void answer(request, reply).catch(() => reply.destroy()));
  return {
    url: server.url,
    uploads,
    assets,
    asked,
    texts,
    deliveries,
    faults,
    ways,
    release,
    tell,
    /** The settings with which the product takes it for Mux. */
    env: {
      MEDIA_BACKEND: 'mux',
      MUX_TOKEN_ID: 'token-id',
      MUX_TOKEN_SECRET: 'token-secret',
      MUX_SIGNING_KEY_ID: 'signing-key',
      MUX_SIGNING_PRIVATE_KEY: Buffer.from(keys.privateKey.export({ type: 'pkcs1', format: 'pem' })).toString('base64'),
      MUX_WEBHOOK_SECRET: webhookSecret,
      MUX_BASE_URL: server.url,
    },
    async close() {
      await Promise.all(working);
      await server.close();
      await closeMedia();
    },
  };
}
