import { Problem } from '@lectern/contract/problem';
import { clipRange } from '@lectern/contract/rules/clip-range';
import { mostUncutClips } from '@lectern/contract/rules/most-uncut-clips';
import type { Context } from '../../../platform/http/context.ts';
import { whyNotPlayable } from '../../videos/renditions/playable.ts';
import { lockMember } from '../../videos/plan-limit.ts';
import { ownVideo } from '../../videos/find-video.ts';
import { lockVideo } from '../../videos/lock-video.ts';
import { signDownloadUrl, fileNameFrom } from '../../storage/signed-url.ts';
import { clipKey } from './stop-clips.ts';
import { placeForClip } from './make-place.ts';
import { clipOfRange, countUncut, requestClip } from './store.ts';

/** Starts the cut of a clip and answers the address at which it will be. The same range is cut once. */
export async function cutClip(
  ctx: Context<'active'>,
  { passthrough, timeIn, timeOut }: { passthrough: string; timeIn: string; timeOut: string },
): Promise<{ data: { data: string } }> {
  if (!passthrough || !timeIn || !timeOut) throw new Problem('clip_parts_missing');
  const video = await ownVideo(ctx.database.kysely, ctx.member.id, passthrough);
  if (!video.playable) throw whyNotPlayable(video);
  const range = clipRange(timeIn, timeOut, video.duration);
  if (!range.ok) throw new Problem(range.code, { detail: range.message });
  const clip = await ctx.database.transaction(async (tx) => {
    await lockVideo(tx, video.id);
    const there = await clipOfRange(tx, video.id, range);
    if (!there || there.state === 'failed') {
      await lockMember(tx, ctx.member.id);
      if ((await countUncut(tx, ctx.member.id)) >= mostUncutClips) throw new Problem('clips_unfinished');
    }
    if (!there) await placeForClip(tx, video.id);
    const wanted = await requestClip(tx, video.id, range, ctx.now());
    if (wanted.state !== 'done')
      await ctx.jobs.enqueue('clip', { clipId: wanted.id }, { tx, key: clipKey(wanted.id), member: ctx.member.id });
    return wanted;
  });
  const times = `${timeIn}-${timeOut}`.replaceAll(':', '.');
  const name = fileNameFrom(video.title, ` ${times}${video.kind === 'audio' ? '.m4a' : '.mp4'}`);
  return { data: { data: signDownloadUrl(ctx, `clip-${clip.id}.mp4`, name) } };
}
