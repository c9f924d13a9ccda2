import { folding } from '@lectern/contract/rules/folded-text';
import type { Queryable } from '../../../platform/database/database.ts';
import { foldChapters } from '../../outline/chapters-of.ts';
import { foldHighlights } from '../../editing/highlights/fold-highlights.ts';
import { foldSlides } from '../../outline/slides/stored-slides.ts';
import { foldTranscript } from '../../transcripts/search-query.ts';
import { searchFoldingOf, saveFolding } from '../../videos/update-video.ts';

/**
 * Folds a locked video's transcript if asked, and its other texts only when their folding is outdated, since every
 * write folds them.
 */
export async function foldTexts(tx: Queryable, videoId: string, transcript: boolean): Promise<void> {
  if (transcript) await foldTranscript(tx, videoId);
  if ((await searchFoldingOf(tx, videoId)) === folding) return;
  await foldSlides(tx, videoId);
  await foldChapters(tx, videoId);
  await foldHighlights(tx, videoId);
  await saveFolding(tx, videoId, folding);
}
