import { Problem } from '@lectern/contract/problem';
import type { Input } from '@lectern/contract/route';
import type { transcriptRoutes } from '@lectern/contract/transcripts';
import type { VideoAsset } from '@lectern/contract/videos';
import type { Context } from '../../platform/context.ts';
import { recutChapterQuotes } from '../chapters/recut-chapter-quotes.ts';
import { recutHighlights } from '../highlights/recut-highlights.ts';
import { assetOf } from '../videos/asset.ts';
import { ownVideo } from '../videos/find.ts';
import { lockVideo } from '../videos/lock.ts';
import { changeText, cuesOf } from './cues.ts';
import { joinLines, visibleLines } from './formats/plain-text.ts';
import { transcriptChanged } from './transcript-changed.ts';

/** Times in WebVTT have three digits after the point. */
const precision = 0.002;

const oneLine = (text: string): string => joinLines(visibleLines(text));

/**
 * Changes what a cue says, at once in the index of the search, and cuts the quotes and highlights taken from it anew. Throws
 * `line_changed` with what it says by now when it is not any more as the person saw it.
 */
export async function editCue(
  ctx: Context<'member'>,
  { passthrough, n, start, before, text }: Input<typeof transcriptRoutes.editCue>,
): Promise<{ data: VideoAsset }> {
  const wanted = oneLine(text);
  if (wanted === '') throw new Problem('bad_request', { detail: 'A line of the transcript cannot be empty.' });
  return ctx.database.transaction(async (tx) => {
    await lockVideo(tx, passthrough);
    const video = await ownVideo(tx, ctx.member.id, passthrough);
    const cues = await cuesOf(tx, video.id);
    const cue = cues[n];
    if (!cue || Math.abs(cue.start - start) > precision) throw new Problem('line_changed');
    if (oneLine(cue.text) !== oneLine(before))
      throw new Problem('line_changed', {
        detail: `This line was changed elsewhere in the meantime. It reads now: “${cue.text}” Save again to replace it.`,
      });
    if (cue.text === wanted) return { data: await assetOf(tx, video) };
    const after = cues.with(n, { ...cue, text: wanted });
    await changeText(tx, video.id, n, after);
    const change = { before: cues, after, n };
    await recutChapterQuotes(tx, video.id, change);
    await recutHighlights(tx, video.id, change);
    return { data: await assetOf(tx, await transcriptChanged(tx, video, cues)) };
  });
}
