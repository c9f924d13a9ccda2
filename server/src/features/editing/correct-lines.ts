import type { Cue } from '@lectern/contract/cue';
import type { Queryable } from '../../platform/database/database.ts';
import { recutChapterQuotes } from '../chapters/recut-chapter-quotes.ts';
import type { CueChange } from '../chapters/recut-quotes.ts';
import { recutHighlights } from '../highlights/recut-highlights.ts';
import type { VideoRow } from '../videos/find.ts';
import { changeTexts } from '../transcripts/cues.ts';
import { transcriptChanged } from './transcript-changed.ts';

/**
 * Gives lines of a video's transcript other words, each once: in the transcript `cues`, in the index of the search, and in
 * what was cut from them. The video is locked. Returns it as it is now.
 */
export async function correctLines(
  tx: Queryable,
  video: VideoRow,
  cues: readonly Cue[],
  lines: readonly { n: number; text: string }[],
): Promise<VideoRow> {
  let after = cues;
  const changes = lines.map(({ n, text }): CueChange => {
    const before = after;
    after = before.with(n, { ...before[n]!, text });
    return { before, after, n };
  });
  await changeTexts(
    tx,
    video.id,
    lines.map(({ n }) => n),
    after,
  );
  await recutChapterQuotes(tx, video.id, changes);
  await recutHighlights(tx, video.id, changes);
  return transcriptChanged(tx, video, cues);
}
