import type { Queryable } from '../../platform/database/database.ts';
import type { StoredOutline } from '../../platform/database/stored-outline.ts';
import { replaceOutlineHistory, earlierOutline, outlineOf, replaceOutline } from './outline-history.ts';

const texts = ['title', 'description', 'summary'] as const;
const chapterTexts = ['title', 'summary'] as const;

/** Which text of a video: one of its own, or one of a chapter. */
type Place = { field: (typeof texts)[number] | `chapter_${(typeof chapterTexts)[number]}`; chapterId?: string };

/** A text that an engine wrote; `start` is where its chapter begins. */
export type OutlineWords = Place & { start: number; text: string };

/** Lists the texts of an outline that an engine wrote and no person has edited. */
const uneditedIn = (outline: StoredOutline): OutlineWords[] => [
  ...texts
    .filter((field) => !outline[`${field}_by_person`])
    .map((field) => ({ field, start: 0, text: outline[field] })),
  ...outline.chapters.flatMap((chapter) =>
    chapterTexts
      .filter((field) => !chapter.edited.includes(field))
      .map((field) => ({
        field: `chapter_${field}` as const,
        chapterId: chapter.id,
        start: chapter.start,
        text: chapter[field],
      })),
  ),
];

const isPlace = (one: Place, other: Place): boolean => one.field === other.field && one.chapterId === other.chapterId;

/**
 * Lists engine-written texts that no person has edited. Entries marked `earlier` follow; they differ only in the
 * replaced outline that can be brought back.
 */
export async function uneditedTexts(db: Queryable, videoId: string): Promise<(OutlineWords & { earlier: boolean })[]> {
  const present = uneditedIn(await outlineOf(db, videoId));
  const kept = await earlierOutline(db, videoId);
  const others = (kept ? uneditedIn(kept.outline) : []).filter(
    (words) => !present.some((known) => isPlace(known, words) && known.text === words.text),
  );
  return [
    ...present.map((words) => ({ ...words, earlier: false })),
    ...others.map((words) => ({ ...words, earlier: true })),
  ];
}

type Change = Place & { before: string; after: string };

/**
 * Rewrites engine texts in the present and the earlier outline; the video must be locked. Returns the changes in
 * effect; texts edited or changed meanwhile stay.
 */
export async function rewriteOutlineTexts<C extends Change>(
  tx: Queryable,
  videoId: string,
  changes: readonly C[],
): Promise<C[]> {
  if (changes.length === 0) return [];
  const present = await outlineOf(tx, videoId);
  const due = dueIn(present, changes);
  if (due.length > 0) await replaceOutline(tx, videoId, withWords(present, due));
  const kept = await earlierOutline(tx, videoId);
  const dueThere = kept ? dueIn(kept.outline, changes) : [];
  if (kept && dueThere.length > 0)
    await replaceOutlineHistory(tx, videoId, withWords(kept.outline, dueThere), kept.restored);
  return changes.filter((change) => due.includes(change) || dueThere.includes(change));
}

function dueIn<C extends Change>(outline: StoredOutline, changes: readonly C[]): C[] {
  const words = uneditedIn(outline);
  return changes.filter((change) => words.some((known) => isPlace(known, change) && known.text === change.before));
}

function withWords<O extends StoredOutline>(outline: O, changes: readonly Change[]): O {
  const now = (place: Place, text: string): string => changes.find((each) => isPlace(each, place))?.after ?? text;
  return {
    ...outline,
    ...Object.fromEntries(texts.map((field) => [field, now({ field }, outline[field])])),
    chapters: outline.chapters.map((chapter) => ({
      ...chapter,
      title: now({ field: 'chapter_title', chapterId: chapter.id }, chapter.title),
      summary: now({ field: 'chapter_summary', chapterId: chapter.id }, chapter.summary),
    })),
  };
}
