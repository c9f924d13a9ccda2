import type { Cue } from '@lectern/contract/transcripts/cue';
import type { Queryable } from '../../platform/database/database.ts';
import { recutChapterQuotes } from '../outline/prove-chapter-quotes.ts';
import { wordsChange } from '../outline/recut-quotes.ts';
import { recutHighlights } from './highlights/recut-highlights.ts';
import type { VideoRow } from '../videos/find-video.ts';
import { changeTexts } from '../transcripts/cues.ts';
import { transcriptChanged, transcriptRewritten } from './transcript-changed.ts';

/**
 * Rewrites cues in transcript, search index, quotes and highlights. The video must be locked. Corrections make
 * chapters outdated; a glossary changes them too. Returns the video.
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
