import { Problem } from '@lectern/contract/problem';
import { screenshotTime } from '@lectern/contract/rules/clip-range';
import type { Context } from '../../../platform/http/context.ts';
import type { ByteStream } from '../../../ports/media/port.ts';
import { createSemaphore } from '../../../platform/limits/semaphore.ts';
import { signDownloadUrl, fileNameFrom } from '../../storage/signed-url.ts';
import { playableOf } from '../../videos/renditions/playable.ts';
import { storageKeys } from '../../storage/keys.ts';
import { ownVideo, type VideoRow } from '../../videos/find-video.ts';

/** Pictures in full resolution that are asked for, each held in memory until it is kept. */
const places = createSemaphore({ maxConcurrent: 16, maxQueued: 200, maxPerOwner: 4 });

/**
 * Serves the exact frame shown at a time from a bounded cache, so screenshots cannot fill the disk; missing ones are
 * taken again. Throws `bad_request`.
 */
export function screenshotOf(
  { media, pictures, storage, signal }: Pick<Context<'capability'>, 'media' | 'pictures' | 'storage' | 'signal'>,
  video: VideoRow,
  milliseconds: number,
): Promise<ByteStream> {
  const take = async (signal: AbortSignal): Promise<Buffer> => {
    const how = { owner: video.workspace_id, signal };
    const picture = await media.screenshot(playableOf({ storage }, video), milliseconds / 1000, how);
    if (picture) return picture;
    throw new Problem('bad_request', { detail: 'This is an audio recording: there is no picture in it.' });
  };
  return pictures.stream(storageKeys.folder(video.id), `screenshot-${milliseconds}.png`, take, signal);
}

type Wish = { passthrough: string; time: string };
type Taken = { data: { url: string; filename: string } };

/** Takes the picture of exactly the frame shown at a time and answers where it can be downloaded. Throws `busy`. */
export const takeScreenshot = (ctx: Context<'active'>, wish: Wish): Promise<Taken> =>
  places(() => take(ctx, wish), { owner: ctx.workspace.id });

async function take(ctx: Context<'active'>, { passthrough, time: text }: Wish): Promise<Taken> {
  const video = await ownVideo(ctx.database.kysely, ctx.workspace.id, passthrough);
  const at = screenshotTime(text, video.duration);
  if (!at.ok) throw new Problem(at.code, { detail: at.message });
  const milliseconds = Math.round(at.time * 1000);
  const { content } = await screenshotOf(ctx, video, milliseconds);
  // The download reads the file again.
  content.destroy();
  const filename = fileNameFrom(video.title, ` ${text.replaceAll(':', '.')}.png`);
  return { data: { url: signDownloadUrl(ctx, `screenshot-${video.id}-${milliseconds}.png`, filename), filename } };
}
