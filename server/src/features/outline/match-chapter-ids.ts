import type { StoredChapter } from '../../platform/database/stored-outline.ts';
import type { NewChapter } from './chapters-of.ts';
import type { Proven } from './verify-quotes.ts';

/** Seconds within which two chapters begin at the same moment. */
const slack = 1;

/**
 * Gives new chapters that begin where a chapter was its id; one that ends there too keeps the answer of its last
 * search.
 */
export function keepIds(
  chapters: readonly Proven<NewChapter>[],
  before: readonly StoredChapter[],
): Proven<NewChapter>[] {
  const taken = new Set(chapters.map(({ id }) => id));
  return chapters.map((chapter) => {
    if (chapter.id !== undefined) return chapter;
    const same = before.find(({ id, start }) => !taken.has(id) && Math.abs(start - chapter.start) <= slack);
    if (!same) return chapter;
    taken.add(same.id);
    const search = Math.abs(same.end - chapter.end) <= slack ? same.search : chapter.search;
    return { ...chapter, id: same.id, search };
  });
}
