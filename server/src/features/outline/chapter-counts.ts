import { mostChapters } from '@lectern/contract/rules/longest';
import type { StoredBoundaries, StoredChapter } from '../../platform/database/stored-outline.ts';
import { resizedStarts } from './resize-chapters.ts';

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
