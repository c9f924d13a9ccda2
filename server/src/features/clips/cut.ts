import { Problem } from '@lectern/contract/problem';
import { clipRange } from '@lectern/contract/rules/clip-range';
import type { Context } from '../../platform/context.ts';
import { ownVideo } from '../videos/find.ts';
import { lockVideo } from '../videos/lock.ts';
import { downloadAddress, fileNameFrom } from '../storage/download-address.ts';
import { clipKey } from './stop-clips.ts';
import { wantClip } from './store.ts';

/** Starts the cut of a clip and answers the address at which it will be. The same range is cut once. */
export async function cutClip(
  ctx: Context<'active'>,
  { passthrough, timeIn, timeOut }: { passthrough: string; timeIn: string; timeOut: string },
): Promise<{ data: { data: string } }> {
  if (!passthrough || !timeIn || !timeOut) throw new Problem('clip_parts_missing');
  const video = await ownVideo(ctx.database.kysely, ctx.member.id, passthrough);
  if (!video.playable) throw new Problem('not_ready');
  const range = clipRange(timeIn, timeOut, video.duration);
  if (!range.ok) throw new Problem(range.code, { detail: range.message });
  const clip = await ctx.database.transaction(async (tx) => {
    await lockVideo(tx, video.id);
    // It may have gone meanwhile.
    await ownVideo(tx, ctx.member.id, video.id);
    const wanted = await wantClip(tx, video.id, range);
    if (wanted.state !== 'done')
      await ctx.jobs.enqueue('clip', { clipId: wanted.id }, { tx, key: clipKey(wanted.id), member: ctx.member.id });
    return wanted;
  });
  const times = `${timeIn}-${timeOut}`.replaceAll(':', '.');
  const name = fileNameFrom(video.title, ` ${times}${video.kind === 'audio' ? '.m4a' : '.mp4'}`);
  return { data: { data: downloadAddress(ctx, `clip-${clip.id}.mp4`, name) } };
}
