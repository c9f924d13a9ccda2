import type { Queryable } from '../../platform/database/database.ts';
import { changeOutlineTexts } from '../videos/outline-texts.ts';
import { replaceChapters } from './chapters-of.ts';
import { outlineOf } from './earlier-outline.ts';

const texts = ['title', 'description', 'summary'] as const;
const chapterTexts = ['title', 'summary'] as const;

/** Which text of a video: one of its own, or one of a chapter. */
type Place = { field: (typeof texts)[number] | `chapter_${(typeof chapterTexts)[number]}`; chapterId?: string };

/** A text that an engine wrote; `start` is where its chapter begins. */
export type OutlineWords = Place & { start: number; text: string };

/** What an engine has written of a video and no person has edited. */
export async function uneditedTexts(db: Queryable, videoId: string): Promise<OutlineWords[]> {
  const outline = await outlineOf(db, videoId);
  return [
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
}

type Change = Place & { before: string; after: string };

const isPlace = (one: Place, other: Place): boolean => one.field === other.field && one.chapterId === other.chapterId;

/**
 * Gives texts of an engine other words. The video is locked. Returns which of them are as they are wanted now: one that
 * does not read as before any more, or that a person has edited, stays.
 */
export async function changeWords<C extends Change>(
  tx: Queryable,
  videoId: string,
  changes: readonly C[],
): Promise<C[]> {
  if (changes.length === 0) return [];
  const present = await uneditedTexts(tx, videoId);
  const due = changes.filter((change) =>
    present.some((known) => isPlace(known, change) && known.text === change.before),
  );
  const own = due.flatMap(({ field, after }) => texts.filter((each) => each === field).map((each) => [each, after]));
  if (own.length > 0) await changeOutlineTexts(tx, videoId, Object.fromEntries(own));
  const ofChapters = due.filter(({ chapterId }) => chapterId !== undefined);
  if (ofChapters.length > 0) {
    const { chapters } = await outlineOf(tx, videoId);
    const changed = chapters.map((chapter) => {
      const made = chapterTexts.map((field) => [
        field,
        ofChapters.find((each) => isPlace(each, { field: `chapter_${field}`, chapterId: chapter.id }))?.after ??
          chapter[field],
      ]);
      return { ...chapter, ...Object.fromEntries(made) };
    });
    await replaceChapters(tx, videoId, changed);
  }
  return due;
}
