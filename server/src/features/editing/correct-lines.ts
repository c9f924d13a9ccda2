import type { Cue } from '@lectern/contract/transcripts/cue';
import type { Queryable } from '../../platform/database/database.ts';
import { recutChapterQuotes } from '../outline/recut-chapter-quotes.ts';
import { wordsChange } from '../outline/recut-quotes.ts';
import { recutHighlights } from './highlights/recut-highlights.ts';
import type { VideoRow } from '../videos/find-video.ts';
import { changeTexts } from '../transcripts/cues.ts';
import { transcriptChanged, transcriptRewritten } from './transcript-changed.ts';

/**
 * Gives lines of a video's transcript other words, each once: in the transcript `cues`, in the index of the search, and in
 * what was cut from them. The video is locked. What a person corrects makes chapters out of date; a glossary changes them
 * alike. Returns the video as it is now.
 */
export async function correctLines(
  tx: Queryable,
  video: VideoRow,
  cues: readonly Cue[],
  lines: readonly { n: number; text: string }[],
  by: 'person' | 'glossary',
): Promise<VideoRow> {
  const after = [...cues];
  for (const { n, text } of lines) after[n] = { ...after[n]!, text };
  const numbers = lines.map(({ n }) => n);
  await changeTexts(tx, video.id, numbers, after);
  const change = wordsChange(cues, after, numbers);
  await recutChapterQuotes(tx, video.id, change);
  await recutHighlights(tx, video.id, change);
  return by === 'person' ? transcriptChanged(tx, video, cues) : transcriptRewritten(tx, video, cues, after);
}
