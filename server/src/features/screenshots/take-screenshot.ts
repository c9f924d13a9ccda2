import { Problem } from '@lectern/contract/problem';
import { screenshotTime } from '@lectern/contract/rules/clip-range';
import type { Context } from '../../platform/context.ts';
import { downloadAddress, fileNameFrom } from '../clips/download-address.ts';
import { playableOf } from '../playback/playable.ts';
import { keyOf } from '../storage/keys.ts';
import { ownVideo } from '../videos/find.ts';

/** Takes the picture of exactly the frame shown at a time and answers where it can be downloaded. */
export async function takeScreenshot(
  ctx: Context<'active'>,
  { passthrough, time: text }: { passthrough: string; time: string },
): Promise<{ data: { url: string; filename: string } }> {
  const video = await ownVideo(ctx.database.kysely, ctx.member.id, passthrough);
  const at = screenshotTime(text, video.duration);
  if (!at.ok) throw new Problem(at.code, { detail: at.message });
  const picture = await ctx.media.screenshot(playableOf(ctx, video), at.time);
  if (!picture) throw new Problem('bad_request', { detail: 'This is an audio recording: there is no picture in it.' });
  const milliseconds = Math.round(at.time * 1000);
  await ctx.storage.put(keyOf.screenshot(video.id, milliseconds), picture);
  const filename = fileNameFrom(video.title, ` ${text.replaceAll(':', '.')}.png`);
  return { data: { url: downloadAddress(ctx, `screenshot-${video.id}-${milliseconds}.png`, filename), filename } };
}
