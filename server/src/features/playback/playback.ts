import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { playbackRoutes } from '@lectern/contract/playback';
import { Problem } from '@lectern/contract/problem';
import { chapterThumbnailTime } from '@lectern/contract/rules/timecode';
import { formatWebvtt } from '@lectern/contract/rules/webvtt';
import type { World } from '../../platform/context.ts';
import { feature, type Wire } from '../../platform/serve.ts';
import type { Playable } from '../../ports/media/port.ts';
import { chaptersOf } from '../chapters/chapters-of.ts';
import { cuesOf } from '../transcripts/cues.ts';
import { isGrant, videoOfGrant } from '../portal/grant.ts';
import { type VideoRow, videoOfPlaybackId } from '../videos/find.ts';
import { playableOf } from './playable.ts';
import { storyboardVtt } from './storyboard-vtt.ts';

/** Playlists and texts change when a video is processed again; bytes of segments and pictures do not. */
const changing = 'private, no-cache';
const lasting = 'private, max-age=86400';

function send({ reply }: Wire, type: string, body: string | Buffer, cache: string): void {
  void reply.type(type).header('cache-control', cache).send(body);
}

const hls = 'application/vnd.apple.mpegurl';
const vtt = 'text/vtt; charset=utf-8';

/** The video whose media an address names: by its own playback id, or by one that was signed for a portal. */
const videoOf = (world: World, playbackId: string): Promise<VideoRow> =>
  isGrant(playbackId) ? videoOfGrant(world, playbackId) : videoOfPlaybackId(world.database.kysely, playbackId);

async function find(world: World, playbackId: string): Promise<Playable> {
  return playableOf(world, await videoOf(world, playbackId));
}

export const playback = feature(playbackRoutes, {
  async multivariant(ctx, { playbackId }, wire) {
    send(wire, hls, await ctx.media.multivariantPlaylist(await find(ctx, playbackId)), changing);
  },
  async playlist(ctx, { playbackId }, wire) {
    send(wire, hls, await ctx.media.mediaPlaylist(await find(ctx, playbackId)), changing);
  },
  async init(ctx, { playbackId }, wire) {
    send(wire, 'video/mp4', await ctx.media.initSegment(await find(ctx, playbackId)), lasting);
  },
  async segment(ctx, { playbackId, n }, wire) {
    send(wire, 'video/iso.segment', await ctx.media.segment(await find(ctx, playbackId), n), lasting);
  },
  async thumbnail(ctx, { playbackId, time, width = 640 }, wire) {
    const video = await videoOf(ctx, playbackId);
    const at = { time: time ?? chapterThumbnailTime(0, video.duration), width };
    const picture = await ctx.media.thumbnail(playableOf(ctx, video), at);
    if (!picture) throw new Problem('not_found');
    send(wire, 'image/jpeg', picture, lasting);
  },
  async storyboard(ctx, { playbackId }, wire) {
    const { storyboard, duration } = await videoOf(ctx, playbackId);
    if (!storyboard) throw new Problem('not_found');
    send(wire, vtt, storyboardVtt(storyboard, duration), changing);
  },
  async storyboardSheet(ctx, { playbackId, n }, wire) {
    const { id, storyboard } = await videoOf(ctx, playbackId);
    if (!storyboard || n >= storyboard.sheets) throw new Problem('not_found');
    send(wire, 'image/jpeg', await readFile(join(ctx.files.storyboard(id), `sheet-${n}.jpg`)), lasting);
  },
  async captions(ctx, { playbackId }, wire) {
    const { id } = await videoOf(ctx, playbackId);
    send(wire, vtt, formatWebvtt(await cuesOf(ctx.database.kysely, id)), changing);
  },
  async chapters(ctx, { playbackId }, wire) {
    const { id } = await videoOf(ctx, playbackId);
    const chapters = await chaptersOf(ctx.database.kysely, id);
    const cues = chapters.map(({ start, end, title }) => ({ start, end, text: title }));
    send(wire, vtt, formatWebvtt(cues), changing);
  },
});
