import { Problem } from '@lectern/contract/problem';
import { screenshotTime } from '@lectern/contract/rules/clip-range';
import type { Context } from '../../platform/context.ts';
import { createSemaphore } from '../../platform/semaphore.ts';
import { downloadAddress, fileNameFrom } from '../storage/download-address.ts';
import { playableOf } from '../renditions/playable.ts';
import { keyOf } from '../storage/keys.ts';
import { ownVideo } from '../videos/find.ts';

/** Pictures in full resolution that are asked for, each held in memory until it is kept. */
const places = createSemaphore({ atOnce: 16, waiting: 200, each: 4 });

type Wish = { passthrough: string; time: string };
type Taken = { data: { url: string; filename: string } };

/** Takes the picture of exactly the frame shown at a time and answers where it can be downloaded. Throws `busy`. */
export const takeScreenshot = (ctx: Context<'active'>, wish: Wish): Promise<Taken> =>
  places(() => take(ctx, wish), { owner: ctx.member.id });

async function take(ctx: Context<'active'>, { passthrough, time: text }: Wish): Promise<Taken> {
  const video = await ownVideo(ctx.database.kysely, ctx.member.id, passthrough);
  const at = screenshotTime(text, video.duration);
  if (!at.ok) throw new Problem(at.code, { detail: at.message });
  const picture = await ctx.media.screenshot(playableOf(ctx, video), at.time, { owner: ctx.member.id });
  if (!picture) throw new Problem('bad_request', { detail: 'This is an audio recording: there is no picture in it.' });
  const milliseconds = Math.round(at.time * 1000);
  await ctx.storage.put(keyOf.screenshot(video.id, milliseconds), picture);
  const filename = fileNameFrom(video.title, ` ${text.replaceAll(':', '.')}.png`);
  return { data: { url: downloadAddress(ctx, `screenshot-${video.id}-${milliseconds}.png`, filename), filename } };
}
