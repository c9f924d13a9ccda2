import type { outlineRoutes } from '@lectern/contract/outline/outlines';
import { Problem } from '@lectern/contract/problem';
import type { Input } from '@lectern/contract/route';
import type { VideoDetail } from '@lectern/contract/videos/videos';
import type { Context } from '../../platform/http/context.ts';
import type { StoredOutline } from '../../platform/database/stored-outline.ts';
import { cuesOf } from '../transcripts/cues.ts';
import { loadVideoAsset } from './asset.ts';
import { ownVideo } from '../videos/find-video.ts';
import { lockVideo } from '../videos/lock-video.ts';
import { forgetPlaces } from '../outline/boundary-candidates.ts';
import { recordChapters } from '../outline/chapters-of.ts';
import { replaceOutlineHistory, earlierOutline, outlineOf, replaceOutline } from '../outline/outline-history.ts';
import { carryEdits } from '../outline/outline-changes.ts';
import { isOutlineRunning } from '../videos/step-jobs.ts';
import { provenChapters } from '../outline/verify-quotes.ts';

/**
 * Idempotently swaps present and kept outline, carrying edits over. Throws `edits_left` for unmatched edits,
 * `nothing_to_undo` also after newer regenerations, `not_ready` while chapters are being written.
 */
export async function restoreOutline(
  ctx: Context<'member'>,
  { passthrough, at, restored, leaving }: Input<typeof outlineRoutes.restore>,
): Promise<{ data: VideoDetail }> {
  return ctx.database.transaction(async (tx) => {
    await lockVideo(tx, passthrough);
    const video = await ownVideo(tx, ctx.member.id, passthrough);
    const kept = await earlierOutline(tx, video.id);
    if (kept?.regenerated_at.getTime() !== new Date(at).getTime()) throw new Problem('nothing_to_undo');
    if (await isOutlineRunning(tx, video.id))
      throw new Problem('not_ready', { detail: 'The chapters are being written. Please try again in a moment.' });
    if (kept.restored !== restored) {
      const present = await outlineOf(tx, video.id);
      const cues = await cuesOf(tx, video.id);
      const { outline, left } = backWithEdits(kept.kind, kept.outline, present);
      if (left.length > 0 && !leaving) throw new Problem('edits_left', { detail: told(left) });
      await replaceOutline(tx, video.id, { ...outline, chapters: provenChapters(outline.chapters, cues) });
      if (kept.kind !== 'summary') await recordChapters(ctx, tx, video, 'member');
      // Chapters of another run begin elsewhere: they are ranked when somebody wants to redraw them.
      if (kept.kind === 'chapters') await forgetPlaces(tx, video.id);
      await replaceOutlineHistory(tx, video.id, present, restored);
    }
    return { data: await loadVideoAsset(tx, await ownVideo(tx, ctx.member.id, passthrough)) };
  });
}

/** After a rewritten summary only the summary comes back; it replaces one that a person has written since. */
function backWithEdits(
  kind: 'chapters' | 'summary' | 'redrawn' | 'titled',
  kept: StoredOutline,
  present: StoredOutline,
): { outline: StoredOutline; left: string[] } {
  if (kind !== 'summary') return carryEdits(present, kept);
  const { summary, summary_by_person } = kept;
  const left = present.summary_by_person && present.summary !== summary ? ['the summary'] : [];
  return { outline: { ...present, summary, summary_by_person }, left };
}

const told = (left: readonly string[]): string =>
  `Your changes to these have no place in what comes back: ${new Intl.ListFormat('en').format(left)}. They are kept with what is there now, and come back with it.`;
