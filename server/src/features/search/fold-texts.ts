import { folding } from '@lectern/contract/rules/folded-text';
import type { Queryable } from '../../platform/database/database.ts';
import { foldChapters } from '../chapters/chapters-of.ts';
import { foldHighlights } from '../highlights/fold-highlights.ts';
import { foldSlides } from '../slides/kept-slides.ts';
import { foldTranscript } from '../transcripts/fold-transcript.ts';
import { foldingOf, saveFolding } from '../videos/facts.ts';

/**
 * Puts the transcript of a locked video into the search, where it is to be in it, and its other texts where these are not folded
 * as today: whoever writes them folds them.
 */
export async function foldTexts(tx: Queryable, videoId: string, transcript: boolean): Promise<void> {
  if (transcript) await foldTranscript(tx, videoId);
  if ((await foldingOf(tx, videoId)) === folding) return;
  await foldSlides(tx, videoId);
  await foldChapters(tx, videoId);
  await foldHighlights(tx, videoId);
  await saveFolding(tx, videoId, folding);
}
