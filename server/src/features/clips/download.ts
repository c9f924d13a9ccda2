import { Problem, problems, type ProblemCode } from '@lectern/contract/problem';
import type { Context } from '../../platform/context.ts';
import { sendObject } from '../../platform/send-object.ts';
import type { Wire } from '../../platform/serve.ts';
import { keyOf } from '../storage/keys.ts';
import { sendRecording } from '../storage/recording.ts';
import { videoOfAddress, type VideoRow } from '../videos/find.ts';
import { isSigned, type SignedDownload } from '../storage/download-address.ts';
import { clipById } from './store.ts';

type Found = { key: string; type: string } | { recording: VideoRow };

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const clipName = new RegExp(`^clip-(${uuid})\\.mp4$`);
const screenshotName = new RegExp(`^screenshot-(${uuid})-(\\d{1,9})\\.png$`);
const originalName = /^([\w-]{20,64})\.mp4$/;

const isProblem = (code: string): code is ProblemCode => code in problems;

async function findClip(ctx: Context<'capability'>, id: string): Promise<Found | undefined> {
  const clip = await clipById(ctx.database.kysely, id);
  if (!clip || !(await videoOfAddress(ctx.database.kysely, 'id', clip.video_id))) return undefined;
  if (clip.state === 'failed')
    throw new Problem(clip.problem && isProblem(clip.problem) ? clip.problem : 'clip_failed');
  return clip.state === 'done' ? { key: keyOf.clip(clip.video_id, id), type: 'video/mp4' } : undefined;
}

async function findFile(ctx: Context<'capability'>, filename: string): Promise<Found | undefined> {
  const db = ctx.database.kysely;
  const clip = clipName.exec(filename)?.[1];
  if (clip) return findClip(ctx, clip);
  const [, screenshotOf, milliseconds] = screenshotName.exec(filename) ?? [];
  if (screenshotOf && (await videoOfAddress(db, 'id', screenshotOf)))
    return { key: keyOf.screenshot(screenshotOf, Number(milliseconds)), type: 'image/png' };
  const asset = originalName.exec(filename)?.[1];
  const video = asset && (await videoOfAddress(db, 'asset_id', asset));
  return video ? { recording: video } : undefined;
}

/**
 * Sends an original, a clip or a screenshot to whoever holds its signed address. Throws `not_found` for a clip that
 * is not there yet, and its own problem for one that failed.
 */
export async function download(ctx: Context<'capability'>, signed: SignedDownload, wire: Wire): Promise<void> {
  if (!isSigned(ctx, signed)) throw new Problem('not_found');
  const found = await findFile(ctx, signed.filename);
  if (!found) throw new Problem('not_found');
  const name = signed.name ?? signed.filename;
  if ('recording' in found) await sendRecording(ctx, wire, found.recording, name);
  else await sendObject(ctx, wire, found.key, { type: found.type, name });
}
