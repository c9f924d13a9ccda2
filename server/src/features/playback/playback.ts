import { buffer } from 'node:stream/consumers';
import { playbackRoutes } from '@lectern/contract/playback/playback';
import { Problem } from '@lectern/contract/problem';
import { chapterThumbnailTime } from '@lectern/contract/rules/timecode';
import { boundsOf, toSource } from '@lectern/contract/rules/timeline';
import { formatWebvtt } from '@lectern/contract/rules/webvtt';
import type { World, HttpExchange } from '../../platform/http/context.ts';
import { feature } from '../../platform/http/serve.ts';
import { sharedBytes } from '../../platform/http/shared-bytes.ts';
import type { LinkTarget, PlayableRecording, ByteStream } from '../../ports/media/port.ts';
import { headingsOfAll } from '../outline/chapters-of.ts';
import { clipToRange, playedSeconds } from '../publishing/shares/shared-range.ts';
import { storageKeys } from '../storage/keys.ts';
import { askToLook } from '../storage/recording.ts';
import type { VideoRow } from '../videos/find-video.ts';
import { captionText, captionsBandwidth, captionsPlaylist } from './captions.ts';
import { type PlaybackTarget, resolvePlaybackId } from './resolve-playback-id.ts';
import { findArrivingByPlaybackId } from '../uploads/arriving.ts';
import { segmentSourceOf, playableOf } from '../videos/renditions/playable.ts';
import { storyboardVtt } from './storyboard-vtt.ts';

/** Playlists and texts change when a video is processed again; bytes of segments and pictures do not. */
const changing = 'private, no-cache';
const lasting = 'private, max-age=86400';

function send({ reply }: HttpExchange, type: string, body: string | Buffer, cache: string): void {
  void reply
    .type(type)
    .header('cache-control', cache)
    .send(typeof body === 'string' ? sharedBytes(body) : body);
}

/** Streams a segment, and checks the video for missing bytes when reading fails, since its index may be outdated. */
function stream(ctx: World, video: VideoRow | undefined, { reply }: HttpExchange, { size, content }: ByteStream): void {
  if (video) content.once('error', (reason) => void lookIfMissing(ctx, video, reason));
  void reply.type('video/iso.segment').header('cache-control', lasting).header('content-length', size).send(content);
}

const hls = 'application/vnd.apple.mpegurl';
const vtt = 'text/vtt; charset=utf-8';

/** How long a redirect to a provider's address may be kept: that opens for longer. */
const linked = 'private, max-age=3600';

/**
 * Redirects a player to the provider; false when this server delivers. Only for whole recordings, since the provider
 * would deliver all of it.
 */
async function sendElsewhere(
  ctx: World,
  { video, part, until }: PlaybackTarget,
  what: LinkTarget,
  { reply }: HttpExchange,
): Promise<boolean> {
  const link = part ? undefined : await ctx.media.link(playableOf(ctx, video), what, until);
  if (link === undefined) return false;
  const lasts = what.kind === 'thumbnail' && until === undefined;
  void reply.header('cache-control', lasts ? linked : changing).redirect(link, 302);
  return true;
}

/** Reads something of a video; where that is not there, it is looked for. */
async function noticing<T>(ctx: World, video: VideoRow, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    await lookIfMissing(ctx, video, error);
    throw error;
  }
}

/** Has a recording looked for that was not found. That it cannot be asked for changes no answer. */
async function lookIfMissing(ctx: World, { id }: VideoRow, reason: unknown): Promise<void> {
  if (!(reason instanceof Problem) || reason.code !== 'not_found') return;
  try {
    await askToLook(ctx, id);
  } catch (error) {
    ctx.log.warn({ err: error, video: id }, 'A recording could not be looked for.');
  }
}

const cut = <T>(ctx: World, video: VideoRow, ask: (playable: PlayableRecording) => Promise<T>): Promise<T> =>
  noticing(ctx, video, async () => ask(await segmentSourceOf(ctx, video)));

/** Answers with what has come of a recording that is on its way, where `whole` finds none that plays. */
async function orArriving<T>(
  ctx: World,
  playbackId: string,
  whole: () => Promise<T>,
  arriving: (playable: PlayableRecording) => Promise<T>,
): Promise<T> {
  try {
    return await whole();
  } catch (error) {
    const code = error instanceof Problem ? error.code : undefined;
    if (code !== 'not_found' && code !== 'not_ready') throw error;
    const found = await findArrivingByPlaybackId(ctx, playbackId, code === 'not_found' ? 'open' : 'complete');
    if (!found) throw error;
    return await arriving(found.playable);
  }
}

/** A video that an address opens as a whole: what shows all of it is not there for a part. Throws `not_found`. */
async function whole(world: World, playbackId: string): Promise<PlaybackTarget> {
  const found = await resolvePlaybackId(world, playbackId);
  if (found.part) throw new Problem('not_found');
  return found;
}

/** Whether a client takes Brotli; with `q=0` it says that it does not. */
const takesBrotli = (accepted: string | string[] | undefined): boolean =>
  String(accepted)
    .split(',')
    .map((each) => each.trim().split(/\s*;\s*q=/))
    .some(([name, q = '1']) => name === 'br' && Number(q) > 0);

export const playback = feature(playbackRoutes, {
  async multivariant(ctx, { playbackId }, wire) {
    const { multivariantPlaylist } = ctx.media;
    const whole = async (): Promise<string | undefined> => {
      const target = await resolvePlaybackId(ctx, playbackId);
      const { video, part } = target;
      if (await sendElsewhere(ctx, target, { kind: 'stream' }, wire)) return undefined;
      const bandwidth = await captionsBandwidth(ctx, target);
      const language = video.transcript_language ?? undefined;
      const captions = bandwidth === undefined ? undefined : { language, bandwidth };
      const playable = playableOf(ctx, video);
      return noticing(ctx, video, () => multivariantPlaylist(playable, part?.kept, captions));
    };
    const playlist = await orArriving(ctx, playbackId, whole, (playable) => multivariantPlaylist(playable));
    if (playlist !== undefined) send(wire, hls, playlist, changing);
  },
  async playlist(ctx, { playbackId }, wire) {
    const { mediaPlaylist } = ctx.media;
    const whole = async (): Promise<string> => {
      const { video, part } = await resolvePlaybackId(ctx, playbackId);
      return cut(ctx, video, (playable) => mediaPlaylist(playable, part?.kept));
    };
    const playlist = await orArriving(ctx, playbackId, whole, (playable) => mediaPlaylist(playable));
    send(wire, hls, playlist, changing);
  },
  async init(ctx, { playbackId }, wire) {
    const { initSegment } = ctx.media;
    const whole = async (): Promise<Buffer> => cut(ctx, (await resolvePlaybackId(ctx, playbackId)).video, initSegment);
    send(wire, 'video/mp4', await orArriving(ctx, playbackId, whole, initSegment), lasting);
  },
  async segment(ctx, { playbackId, n }, wire) {
    let found: VideoRow | undefined;
    const segment = (playable: PlayableRecording): Promise<ByteStream> => ctx.media.segment(playable, n);
    const whole = async (): Promise<ByteStream> => {
      const { video, part } = await resolvePlaybackId(ctx, playbackId);
      if (part && !part.played.some(({ first, last }) => n >= first && n <= last)) throw new Problem('not_found');
      found = video;
      return cut(ctx, video, segment);
    };
    const bytes = await orArriving(ctx, playbackId, whole, segment);
    stream(ctx, found, wire, bytes);
  },
  async iframes(ctx, { playbackId }, wire) {
    send(wire, hls, await cut(ctx, (await whole(ctx, playbackId)).video, ctx.media.iframePlaylist), changing);
  },
  async pictureInit(ctx, { playbackId }, wire) {
    send(wire, 'video/mp4', await cut(ctx, (await whole(ctx, playbackId)).video, ctx.media.pictureInit), lasting);
  },
  async keyframe(ctx, { playbackId, n }, wire) {
    const { video } = await whole(ctx, playbackId);
    stream(ctx, video, wire, await cut(ctx, video, (playable) => ctx.media.keyframe(playable, n)));
  },
  async thumbnail(ctx, { playbackId, time, width = 640 }, wire) {
    const target = await resolvePlaybackId(ctx, playbackId);
    const { video, part } = target;
    const wanted = part
      ? Math.min(toSource(part.played, time ?? 0), boundsOf(part.played).end - 0.1)
      : (time ?? chapterThumbnailTime(0, video.duration));
    const playable = playableOf(ctx, video);
    const at = { time: wanted, width };
    if (video.kind === 'video' && (await sendElsewhere(ctx, target, { kind: 'thumbnail', ...at }, wire))) return;
    const picture = await noticing(ctx, video, () =>
      ctx.media.thumbnail(playable, at, { turn: ctx.turn, signal: ctx.signal }),
    );
    if (!picture) throw new Problem('not_found');
    send(wire, 'image/jpeg', picture, lasting);
  },
  async storyboard(ctx, { playbackId }, wire) {
    const found = await whole(ctx, playbackId);
    const { storyboard, duration } = found.video;
    if (!storyboard) throw new Problem('not_found');
    if (await sendElsewhere(ctx, found, { kind: 'storyboard' }, wire)) return;
    send(wire, vtt, storyboardVtt(storyboard, duration), changing);
  },
  async storyboardSheet(ctx, { playbackId, n }, wire) {
    const { id, storyboard } = (await whole(ctx, playbackId)).video;
    if (!storyboard || n >= storyboard.sheets) throw new Problem('not_found');
    send(wire, 'image/jpeg', await buffer(await ctx.storage.read(storageKeys.sheet(id, n))), lasting);
  },
  async captionsPlaylist(ctx, { playbackId }, wire) {
    const target = await resolvePlaybackId(ctx, playbackId);
    playableOf(ctx, target.video);
    send(wire, hls, captionsPlaylist(playedSeconds(target)), changing);
  },
  async captions(ctx, { playbackId }, wire) {
    const { request, reply } = wire;
    const encoding = takesBrotli(request.headers['accept-encoding']) ? 'br' : undefined;
    const { size, content } = await captionText(ctx, await resolvePlaybackId(ctx, playbackId), encoding);
    if (encoding) void reply.header('content-encoding', encoding);
    void reply
      .type(vtt)
      .header('cache-control', changing)
      .header('vary', 'accept-encoding')
      .header('content-length', size)
      .send(content);
  },
  async chapters(ctx, { playbackId }, wire) {
    const { video, part } = await resolvePlaybackId(ctx, playbackId);
    const chapters = (await headingsOfAll(ctx.database.kysely, [video.id])).get(video.id) ?? [];
    const cues = chapters.map(({ start, end, title }) => ({ start, end, text: title }));
    send(wire, vtt, formatWebvtt(clipToRange(part, cues)), changing);
  },
});
