import type { Queryable } from '../../platform/database/database.ts';
import { chaptersOf, replaceChapters } from './chapters-of.ts';
import { type CueChange, recutQuotes } from './recut-quotes.ts';

/** Keeps the quotes of a video word for word what its transcript says after a cue was changed. */
export async function recutChapterQuotes(tx: Queryable, videoId: string, change: CueChange): Promise<void> {
  const chapters = await chaptersOf(tx, videoId);
  const recut = chapters.map((chapter) => ({ ...chapter, quotes: recutQuotes(chapter.quotes, change, chapter.start) }));
  if (JSON.stringify(recut) !== JSON.stringify(chapters)) await replaceChapters(tx, videoId, recut);
}
