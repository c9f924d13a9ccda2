import { createHash } from 'node:crypto';
import type { StoredChapter } from '../../platform/database/stored-outline.ts';

/** Tells one state of a video's chapters from another: whoever saves a whole list says which one it was made from. */
export function chaptersVersion(chapters: readonly StoredChapter[]): string {
  const texts = chapters.map(({ id, start, title, summary, quotes, search }) => [
    id,
    start,
    title,
    summary,
    quotes.map(({ quote }) => quote),
    search,
  ]);
  return createHash('sha256').update(JSON.stringify(texts)).digest('base64url');
}
