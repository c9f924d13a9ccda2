import { clipRoutes } from '@lectern/contract/playback/clips';
import { type ProblemCode, Problem, problems } from '@lectern/contract/problem';
import { clipRange } from '@lectern/contract/rules/clip-range';
import { formatExactTimecode } from '@lectern/contract/rules/timecode';
import { mostUncutClips } from '@lectern/contract/rules/most-uncut-clips';
import { hour, day } from '@lectern/contract/rules/durations';
import { feature } from '../../../platform/http/serve.ts';
import { takeScreenshot, screenshotOf } from '../screenshots/take-screenshot.ts';
import { type VideoRow, videoOfAssetId, ownVideo, videoForMember } from '../../videos/find-video.ts';
import { type SignedDownload, signDownloadUrl, fileNameFrom, isSignedDownload } from '../../storage/signed-url.ts';
import { mediaEnding } from '../../storage/media-ending.ts';
import type { Context, HttpExchange, World } from '../../../platform/http/context.ts';
import { whyNotPlayable } from '../../videos/renditions/playable.ts';
import { lockWorkspace } from '../../accounts/workspaces/workspace.ts';
import { lockVideo, lockVideoIfThere } from '../../videos/lock-video.ts';
import { clipKey } from './clip.job.ts';
import { placeForClip, finishClipRemovals } from './make-place.ts';
import {
  clipOfRange,
  type ClipRow,
  countUncut,
  requestClip,
  clipById,
  noteFetched,
  dropClips,
  unwantedClips,
  videosWithUnwanted,
} from './store.ts';
import { attachment, sendObject } from '../../../platform/http/send-object.ts';
import { storageKeys } from '../../storage/keys.ts';
import { sendRecording } from '../../storage/recording.ts';

type ClipWish = { passthrough: string; timeIn: string; timeOut: string };

/** Where a clip is, or will be, under a name that says its times. */
const clipUrl = (ctx: Context<'member'>, { title, kind }: VideoRow, clipId: string, times: string): string =>
  signDownloadUrl(
    ctx,
    `clip-${clipId}.mp4`,
    fileNameFrom(title, ` ${times.replaceAll(':', '.')}${kind === 'audio' ? '.m4a' : '.mp4'}`),
  );

/** Starts the cut of a clip. The same range is cut once. */
export async function cutClip(
  ctx: Context<'active'>,
  { passthrough, timeIn, timeOut }: ClipWish,
): Promise<{ clip: ClipRow; video: VideoRow }> {
  if (!passthrough || !timeIn || !timeOut) throw new Problem('clip_parts_missing');
  const video = await ownVideo(ctx.database.kysely, ctx.workspace.id, passthrough);
  if (!video.playable) throw whyNotPlayable(video);
  const range = clipRange(timeIn, timeOut, video.duration);
  if (!range.ok) throw new Problem(range.code, { detail: range.message });
  const clip = await ctx.database.transaction(async (tx) => {
    await lockVideo(tx, video.id);
    const there = await clipOfRange(tx, video.id, range);
    if (!there || there.state === 'failed') {
      await lockWorkspace(tx, ctx.workspace.id);
      if ((await countUncut(tx, ctx.workspace.id)) >= mostUncutClips) throw new Problem('clips_unfinished');
    }
    if (!there) await placeForClip(tx, video.id);
    const wanted = await requestClip(tx, { videoId: video.id, createdBy: ctx.member.id }, range, ctx.now());
    if (wanted.state !== 'done')
      await ctx.jobs.enqueue('clip', { clipId: wanted.id }, { tx, key: clipKey(wanted.id), member: ctx.workspace.id });
    return wanted;
  });
  return { clip, video };
}

/** A clip of the workspace's recordings, with where it is once it is cut. Throws `not_found`. */
export async function findOwnClip(ctx: Context<'member'>, id: string): Promise<{ clip: ClipRow; url: string | null }> {
  const clip = await clipById(ctx.database.kysely, id);
  if (!clip) throw new Problem('not_found');
  const video = await ownVideo(ctx.database.kysely, ctx.workspace.id, clip.video_id);
  const times = `${formatExactTimecode(clip.start_s)}-${formatExactTimecode(clip.end_s)}`;
  return { clip, url: clip.state === 'done' ? clipUrl(ctx, video, id, times) : null };
}

type Found = { clip: string } | { screenshot: VideoRow; milliseconds: number } | { recording: VideoRow };

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const clipName = new RegExp(`^clip-(${uuid})\\.mp4$`);
const screenshotName = new RegExp(`^screenshot-(${uuid})-(\\d{1,9})\\.png$`);
const originalName = /^([\w-]{20,64})\.mp4$/;

const isProblem = (code: string): code is ProblemCode => code in problems;

/** Milliseconds within which a second fetch is not noted again: clips are played in many pieces. */
const noteEvery = hour;

async function noteFetch({ database, now, log }: Context<'capability'>, clipId: string): Promise<void> {
  const at = now();
  const since = new Date(at.getTime() - noteEvery);
  // It is sent all the same, also where the disk is full.
  await noteFetched(database.kysely, clipId, { at, since }).catch((error: unknown) =>
    log.warn({ err: error, clip: clipId }, 'That a clip was fetched could not be noted.'),
  );
}

async function findClip(ctx: Context<'capability'>, id: string, by: string): Promise<Found | undefined> {
  const clip = await clipById(ctx.database.kysely, id);
  if (!clip || !(await videoForMember(ctx.database.kysely, 'id', clip.video_id, by))) return undefined;
  if (clip.state === 'failed')
    throw new Problem(clip.problem && isProblem(clip.problem) ? clip.problem : 'clip_failed');
  if (clip.state !== 'done') return undefined;
  await noteFetch(ctx, id);
  return { clip: storageKeys.clip(clip.video_id, id) };
}

/** The file of this name, as long as the member it was signed for may see its video. */
async function findFile(ctx: Context<'capability'>, { filename, by }: SignedDownload): Promise<Found | undefined> {
  const db = ctx.database.kysely;
  const clip = clipName.exec(filename)?.[1];
  if (clip) return findClip(ctx, clip, by);
  const [, pictured, milliseconds] = screenshotName.exec(filename) ?? [];
  const screenshot = pictured && (await videoForMember(db, 'id', pictured, by));
  if (screenshot) return { screenshot, milliseconds: Number(milliseconds) };
  const asset = originalName.exec(filename)?.[1];
  const video = asset && (await videoForMember(db, 'asset_id', asset, by));
  return video ? { recording: video } : undefined;
}

async function sendScreenshot(
  ctx: Context<'capability'>,
  { request, reply }: HttpExchange,
  { screenshot, milliseconds }: Extract<Found, { screenshot: VideoRow }>,
  name: string,
): Promise<void> {
  const { size, content } = await screenshotOf(ctx, screenshot, milliseconds);
  reply
    .header('content-disposition', attachment(name))
    .header('cache-control', 'private, no-cache')
    .header('content-length', size)
    .type('image/png');
  if (request.method !== 'HEAD') return void reply.send(content);
  content.destroy();
  void reply.send();
}

/**
 * Sends an original, a clip or a screenshot for a signed URL. Throws `not_found` for an unfinished clip, and the
 * clip's own problem for a failed one.
 */
async function sendDownload(ctx: Context<'capability'>, signed: SignedDownload, wire: HttpExchange): Promise<void> {
  if (!isSignedDownload(ctx, signed)) throw new Problem('not_found');
  const found = await findFile(ctx, signed);
  if (!found) throw new Problem('not_found');
  const name = signed.name ?? signed.filename;
  if ('recording' in found) await sendRecording(ctx, wire, found.recording, name);
  else if ('clip' in found)
    await sendObject(ctx, wire, found.clip, { type: name.endsWith('.m4a') ? 'audio/mp4' : 'video/mp4', name });
  else await sendScreenshot(ctx, wire, found, name);
}

/** Milliseconds for which a clip is kept after somebody last wanted or fetched it. The same range can be cut again. */
const keptFor = 30 * day;

/** Removes the clips that nobody has wanted for long, and the files of those whose removal was cut off. */
export async function sweepClips(world: World): Promise<void> {
  const since = new Date(world.now().getTime() - keptFor);
  for (const videoId of await videosWithUnwanted(world.database.kysely, since))
    await world.database.transaction(async (tx) => {
      if (await lockVideoIfThere(tx, videoId)) await dropClips(tx, videoId, await unwantedClips(tx, videoId, since));
    });
  await finishClipRemovals(world);
}

export const clips = feature(clipRoutes, {
  async cut(ctx, wish) {
    const { clip, video } = await cutClip(ctx, wish);
    return { data: { data: clipUrl(ctx, video, clip.id, `${wish.timeIn}-${wish.timeOut}`) } };
  },
  screenshot: takeScreenshot,
  async downloadLink(ctx, { filename }) {
    const video = await videoOfAssetId(ctx.database.kysely, ctx.workspace.id, filename.replace(/\.mp4$/, ''));
    const name = fileNameFrom(video.title, mediaEnding(video.file_name));
    return { url: signDownloadUrl(ctx, `${video.asset_id}.mp4`, name) };
  },
  download: sendDownload,
  downloadCheck: sendDownload,
});
