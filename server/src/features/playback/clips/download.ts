import { Problem, problems, type ProblemCode } from '@lectern/contract/problem';
import { hour } from '@lectern/contract/rules/durations';
import type { Context, HttpExchange } from '../../../platform/http/context.ts';
import { attachment, sendObject } from '../../../platform/http/send-object.ts';
import { screenshotOf } from '../screenshots/take-screenshot.ts';
import { storageKeys } from '../../storage/keys.ts';
import { sendRecording } from '../../storage/recording.ts';
import { activeVideoById, type VideoRow } from '../../videos/find-video.ts';
import { isSigned, type SignedDownload } from '../../storage/signed-url.ts';
import { clipById, noteFetched } from './store.ts';

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

async function findClip(ctx: Context<'capability'>, id: string): Promise<Found | undefined> {
  const clip = await clipById(ctx.database.kysely, id);
  if (!clip || !(await activeVideoById(ctx.database.kysely, 'id', clip.video_id))) return undefined;
  if (clip.state === 'failed')
    throw new Problem(clip.problem && isProblem(clip.problem) ? clip.problem : 'clip_failed');
  if (clip.state !== 'done') return undefined;
  await noteFetch(ctx, id);
  return { clip: storageKeys.clip(clip.video_id, id) };
}

async function findFile(ctx: Context<'capability'>, filename: string): Promise<Found | undefined> {
  const db = ctx.database.kysely;
  const clip = clipName.exec(filename)?.[1];
  if (clip) return findClip(ctx, clip);
  const [, pictured, milliseconds] = screenshotName.exec(filename) ?? [];
  const screenshot = pictured && (await activeVideoById(db, 'id', pictured));
  if (screenshot) return { screenshot, milliseconds: Number(milliseconds) };
  const asset = originalName.exec(filename)?.[1];
  const video = asset && (await activeVideoById(db, 'asset_id', asset));
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
export async function sendDownload(
  ctx: Context<'capability'>,
  signed: SignedDownload,
  wire: HttpExchange,
): Promise<void> {
  if (!isSigned(ctx, signed)) throw new Problem('not_found');
  const found = await findFile(ctx, signed.filename);
  if (!found) throw new Problem('not_found');
  const name = signed.name ?? signed.filename;
  if ('recording' in found) await sendRecording(ctx, wire, found.recording, name);
  else if ('clip' in found)
    await sendObject(ctx, wire, found.clip, { type: name.endsWith('.m4a') ? 'audio/mp4' : 'video/mp4', name });
  else await sendScreenshot(ctx, wire, found, name);
}
