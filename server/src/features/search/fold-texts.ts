import { folding } from '@lectern/contract/rules/folded-text';
import type { Queryable } from '../../platform/database/database.ts';
import { foldChapters } from '../chapters/chapters-of.ts';
import { foldHighlights } from '../highlights/fold-highlights.ts';
import { foldSlides } from '../slides/kept-slides.ts';
import { cuesOf, saveSpans } from '../transcripts/cues.ts';
import { spansOf } from '../transcripts/spans.ts';
import { saveFolding } from '../videos/facts.ts';

/** Puts the texts of a locked video into the search as they are folded today, its transcript where that is to be in it. */
export async function foldTexts(tx: Queryable, videoId: string, transcript: boolean): Promise<void> {
  if (transcript) await saveSpans(tx, videoId, spansOf(await cuesOf(tx, videoId)));
  await foldSlides(tx, videoId);
  await foldChapters(tx, videoId);
  await foldHighlights(tx, videoId);
  await saveFolding(tx, videoId, folding);
}
