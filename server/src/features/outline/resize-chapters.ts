import type { StoredBoundaries, StoredChapter } from '../../platform/database/stored-outline.ts';
import { mostChapters } from '@lectern/contract/rules/longest';

/** Chapters shorter than this, in seconds, are not drawn. */
const shortest = 30;

export type ChapterRange = { start: number; end: number };
/** A chapter that stays as it is, or a span to be written; of its id and answer the one that began there. */
export type ResizedChapter = { kept: StoredChapter } | { written: ChapterRange; id?: string };

/**
 * Returns starts for as close to `wanted` chapters as possible, dropping least needed or adding most wanted. Edited
 * chapters and unranked starts, set by a person, stay.
 */
export function resizedStarts(
  chapters: readonly StoredChapter[],
  { present, further }: StoredBoundaries,
  duration: number,
  wanted: number,
): number[] {
  const ranked = [...present, ...further];
  const rank = (start: number): number => ranked.findIndex((place) => Math.abs(place - start) < 0.5);
  const edited = chapters.filter((chapter) => chapter.edited.length > 0);
  const isBorder = (start: number): boolean =>
    edited.some((chapter) => chapter.start === start || chapter.end === start);
  const starts = chapters.slice(1).map(({ start }) => start);
  const removable = starts
    .filter((start) => rank(start) >= 0 && !isBorder(start))
    .toSorted((a, b) => rank(b) - rank(a));
  for (const start of removable) {
    if (starts.length + 1 <= wanted) break;
    starts.splice(starts.indexOf(start), 1);
  }
  for (const place of ranked) {
    if (starts.length + 1 >= wanted) break;
    const free = [0, ...starts, duration].every((other) => Math.abs(other - place) >= shortest);
    const inside = edited.some(({ start, end }) => place > start && place < end);
    if (free && !inside) starts.push(place);
  }
  return starts.toSorted((a, b) => a - b);
}

/**
 * Builds chapters between these starts. Chapters with the same time range stay; ones of `earlier` come back, so fewer
 * after more restores the same text.
 */
export function planResize(
  chapters: readonly StoredChapter[],
  earlier: readonly StoredChapter[],
  starts: readonly number[],
  duration: number,
): ResizedChapter[] {
  const edges = [0, ...starts, duration];
  const spans = edges.slice(0, -1).map((start, n) => ({ start, end: edges[n + 1]! }));
  return spans.map((span) => {
    const same = (chapter: StoredChapter): boolean => chapter.start === span.start && chapter.end === span.end;
    const kept = chapters.find(same);
    if (kept) return { kept };
    const began = chapters.find(({ start }) => start === span.start);
    const was = earlier.find(same);
    if (was) return { kept: { ...was, id: began?.id ?? was.id } };
    return { written: span, ...(began ? { id: began.id } : {}) };
  });
}

/** The fewest and the most chapters that can be drawn; null where no places are known. */
export function chapterCounts(
  chapters: readonly StoredChapter[],
  places: StoredBoundaries | undefined,
  duration: number,
): { fewest: number; most: number } | null {
  if (!places || chapters.length === 0) return null;
  const count = (wanted: number): number => resizedStarts(chapters, places, duration, wanted).length + 1;
  return { fewest: count(1), most: count(mostChapters) };
}
