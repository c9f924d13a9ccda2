import type { Queryable } from '../../platform/database/database.ts';
import { chaptersOf, replaceChapters } from './chapters-of.ts';
import { changeEarlier, earlierOutline } from './earlier-outline.ts';
import { type CueChange, recutQuotes } from './recut-quotes.ts';
import type { StoredChapter } from '../../platform/database/stored-outline.ts';

/**
 * Keeps the quotes of a video word for word what its transcript says after cues were changed, also those of the outline
 * that a regeneration has replaced and that can be brought back.
 */
export async function recutChapterQuotes(tx: Queryable, videoId: string, changes: readonly CueChange[]): Promise<void> {
  const chapters = recut(await chaptersOf(tx, videoId), changes);
  if (chapters) await replaceChapters(tx, videoId, chapters);
  const earlier = await earlierOutline(tx, videoId);
  const kept = earlier && recut(earlier.outline.chapters, changes);
  if (kept) await changeEarlier(tx, videoId, { ...earlier.outline, chapters: kept }, earlier.restored);
}

/** The chapters with their quotes cut again; undefined when none of them is touched. */
function recut(chapters: readonly StoredChapter[], changes: readonly CueChange[]): StoredChapter[] | undefined {
  const made = chapters.map((chapter) => ({
    ...chapter,
    quotes: changes.reduce((quotes, change) => recutQuotes(quotes, change, chapter.start), chapter.quotes),
  }));
  return JSON.stringify(made) === JSON.stringify(chapters) ? undefined : made;
}
