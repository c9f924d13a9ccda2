import { Problem } from '@lectern/contract/problem';
import type { Input } from '@lectern/contract/route';
import type { transcriptRoutes } from '@lectern/contract/transcripts/transcripts';
import type { VideoDetail } from '@lectern/contract/videos/videos';
import type { Context } from '../../platform/http/context.ts';
import { loadVideoAsset } from './asset.ts';
import { ownVideo } from '../videos/find-video.ts';
import { lockVideo } from '../videos/lock-video.ts';
import { changeSpeaker, cuesOf } from '../transcripts/cues.ts';
import { transcriptChanged } from './transcript-changed.ts';

/**
 * Renames a speaker throughout a video or in the listed cues, so that a merge can be taken back. Throws
 * `speaker_changed` when that speaker no longer exists.
 */
export async function renameSpeaker(
  ctx: Context<'member'>,
  { passthrough, from, to: name, cues: chosen }: Input<typeof transcriptRoutes.renameSpeaker>,
): Promise<{ data: VideoDetail; cues: number[] }> {
  return ctx.database.transaction(async (tx) => {
    await lockVideo(tx, passthrough);
    const video = await ownVideo(tx, ctx.member.id, passthrough);
    const before = await cuesOf(tx, video.id);
    const cues = await changeSpeaker(tx, video.id, { from, to: name, cues: chosen });
    if (cues.length === 0) throw new Problem('speaker_changed');
    const changed = await transcriptChanged(tx, video, before);
    const learn = { tx, member: video.user_id };
    if (ctx.speakers)
      for (const each of new Set([from, name]))
        await ctx.jobs.enqueue('learn-voice', { videoId: video.id, name: each }, learn);
    // Nobody can listen to what is still theirs: what the voice sounded like of whom the name is taken is forgotten.
    else if (name !== from)
      await ctx.jobs.enqueue('learn-voice', { videoId: video.id, name: from, taken: true }, learn);
    return { data: await loadVideoAsset(tx, changed), cues };
  });
}
