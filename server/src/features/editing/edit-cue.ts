import { Problem } from '@lectern/contract/problem';
import type { TermSuggestion } from '@lectern/contract/transcripts/glossary';
import type { Input } from '@lectern/contract/route';
import type { transcriptRoutes } from '@lectern/contract/transcripts/transcripts';
import type { VideoDetail } from '@lectern/contract/videos/videos';
import type { Context } from '../../platform/http/context.ts';
import { visibleText } from '@lectern/contract/rules/visible-text';
import { noteCorrection } from '../transcripts/glossary/rules-of.ts';
import { loadVideoAsset } from './asset.ts';
import { ownVideo } from '../videos/find-video.ts';
import { lockVideo } from '../videos/lock-video.ts';
import { correctLines } from './correct-lines.ts';
import { cuesOf, originalCueText } from '../transcripts/cues.ts';

/** Times in WebVTT have three digits after the point. */
const precision = 0.002;

/**
 * Changes a cue, its search index, and quotes and highlights cut from it; may offer a rule. Throws `line_changed` with
 * the present text when the cue changed meanwhile.
 */
export async function editCue(
  ctx: Context<'member'>,
  { passthrough, n, start, before, text: wanted }: Input<typeof transcriptRoutes.editCue>,
): Promise<{ data: VideoDetail; offer?: TermSuggestion | undefined }> {
  return ctx.database.transaction(async (tx) => {
    await lockVideo(tx, passthrough);
    const video = await ownVideo(tx, ctx.member.id, passthrough);
    const cues = await cuesOf(tx, video.id);
    const cue = cues[n];
    if (!cue || Math.abs(cue.start - start) > precision) throw new Problem('line_changed');
    if (visibleText(cue.text) !== visibleText(before))
      throw new Problem('line_changed', {
        detail: `This line has been changed somewhere else. It now reads: “${cue.text}” Save again to overwrite it.`,
      });
    if (cue.text === wanted) return { data: await loadVideoAsset(tx, video) };
    const changed = await correctLines(tx, video, cues, [{ n, text: wanted }], 'person');
    const heard = (await originalCueText(tx, video.id, n)) ?? cue.text;
    const line = { userId: ctx.member.id, videoId: video.id, start: cue.start, heard, now: wanted };
    const offer = await noteCorrection(tx, line);
    return { data: await loadVideoAsset(tx, changed), ...(offer ? { offer } : {}) };
  });
}
