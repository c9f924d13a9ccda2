import type { outlineRoutes } from '@lectern/contract/outlines';
import { Problem } from '@lectern/contract/problem';
import type { Input } from '@lectern/contract/route';
import type { VideoAsset } from '@lectern/contract/videos';
import type { Context } from '../../platform/context.ts';
import type { Outline } from '../../platform/database/stored-outline.ts';
import { cuesOf } from '../transcripts/cues.ts';
import { assetOf } from './asset.ts';
import { ownVideo } from '../videos/find.ts';
import { lockVideo } from '../videos/lock.ts';
import { forgetPlaces } from '../chapters/chapter-places.ts';
import { changeEarlier, earlierOutline, outlineOf, putOutline } from '../chapters/earlier-outline.ts';
import { isBeingWritten } from '../chapters/is-being-written.ts';
import { provenChapters } from '../chapters/prove-quotes.ts';

/**
 * Undoes the last regeneration of a video, or takes that back: what is there and what is kept change places. Doing it
 * twice does it once. Throws `nothing_to_undo`, also when another regeneration has come since, and `not_ready` while
 * chapters are being written.
 */
export async function restoreOutline(
  ctx: Context<'member'>,
  { passthrough, at, restored }: Input<typeof outlineRoutes.restore>,
): Promise<{ data: VideoAsset }> {
  return ctx.database.transaction(async (tx) => {
    await lockVideo(tx, passthrough);
    const video = await ownVideo(tx, ctx.member.id, passthrough);
    const kept = await earlierOutline(tx, video.id);
    if (kept?.regenerated_at.getTime() !== new Date(at).getTime()) throw new Problem('nothing_to_undo');
    if (await isBeingWritten(tx, video.id))
      throw new Problem('not_ready', { detail: 'The chapters are being written. Please try again in a moment.' });
    if (kept.restored !== restored) {
      const present = await outlineOf(tx, video.id);
      const cues = await cuesOf(tx, video.id);
      const chapters = provenChapters(kept.outline.chapters, cues);
      await putOutline(tx, video.id, chosen(kept.kind, { ...kept.outline, chapters }, present));
      // Chapters of another run begin elsewhere: they are ranked when somebody wants to redraw them.
      if (kept.kind === 'chapters') await forgetPlaces(tx, video.id);
      await changeEarlier(tx, video.id, present, restored);
    }
    return { data: await assetOf(tx, await ownVideo(tx, ctx.member.id, passthrough)) };
  });
}

/** Of a summary that was rewritten only the summary comes back. */
const chosen = (kind: 'chapters' | 'summary' | 'redrawn' | 'titled', kept: Outline, present: Outline): Outline =>
  kind !== 'summary' ? kept : { ...present, summary: kept.summary, summary_by_person: kept.summary_by_person };
