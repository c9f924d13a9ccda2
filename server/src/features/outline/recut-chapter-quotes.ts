import type { StoredChapter } from '../../platform/database/stored-outline.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { chaptersOf, replaceChapters } from './chapters-of.ts';
import { replaceOutlineHistory, earlierOutline } from './outline-history.ts';
import { recutQuotes, type WordsChange } from './recut-quotes.ts';

/**
 * Recuts quotes after cues changed so that they stay verbatim, also in the earlier outline that can be brought back.
 */
export async function recutChapterQuotes(tx: Queryable, videoId: string, change: WordsChange): Promise<void> {
  const chapters = recut(await chaptersOf(tx, videoId), change);
  if (chapters) await replaceChapters(tx, videoId, chapters);
  const earlier = await earlierOutline(tx, videoId);
  const kept = earlier && recut(earlier.outline.chapters, change);
  if (kept) await replaceOutlineHistory(tx, videoId, { ...earlier.outline, chapters: kept }, earlier.restored);
}

/** The chapters with their quotes cut again; undefined when none of them is touched. */
function recut<C extends StoredChapter>(chapters: readonly C[], change: WordsChange): C[] | undefined {
  let isTouched = false;
  const made = chapters.map((chapter) => {
    const quotes = recutQuotes<C['quotes'][number]>(chapter.quotes, change, chapter.start);
    isTouched ||= quotes.length < chapter.quotes.length || quotes.some((quote, n) => quote !== chapter.quotes[n]);
    return { ...chapter, quotes };
  });
  return isTouched ? made : undefined;
}
