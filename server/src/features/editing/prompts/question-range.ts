import { Problem } from '@lectern/contract/problem';
import { parseTimecode } from '@lectern/contract/rules/timecode';
import type { ShownChapter } from '../../../platform/database/stored-outline.ts';

export type TimeRange = { start: number; end: number };

/** A page sends whole seconds of exact times. */
const isAbout = (exact: number, second: number): boolean => Math.abs(Math.floor(exact) - second) <= 1;

function secondsOf(time: string): number {
  const seconds = parseTimecode(time);
  if (seconds === undefined) throw new Problem('bad_request', { detail: `${time} is not a time in HH:MM:SS format.` });
  return seconds;
}

/**
 * Returns a chapter up to `end`, or all of it when `end` is beyond. Throws `not_found` when no chapter begins at
 * `start`, `bad_request` for times out of order.
 */
export function resolveChapterRange(
  chapter: ShownChapter | undefined,
  start: string,
  end: string | undefined,
): TimeRange {
  const from = secondsOf(start);
  // The list may have changed since the page was loaded.
  if (!chapter || !isAbout(chapter.start, from))
    throw new Problem('not_found', { detail: 'This chapter has changed. Please reload the page.' });
  const to = end === undefined ? Number.POSITIVE_INFINITY : secondsOf(end);
  if (to <= from) throw new Problem('bad_request', { detail: 'end must be later than start.' });
  return { start: chapter.start, end: isAbout(chapter.end, to) ? chapter.end : Math.min(chapter.end, to) };
}

/** Subject of a question: the whole recording, a chapter, or a time range. */
export type QuestionTarget = { stretch: TimeRange; chapter: ShownChapter | undefined };

/**
 * Throws `not_found` for a start without an end at which no chapter begins, and `bad_request` for times in disorder.
 */
export function questionTarget(
  { start, end }: { start?: string | undefined; end?: string | undefined },
  chapters: readonly ShownChapter[],
  duration: number,
): QuestionTarget {
  if (start === undefined && end === undefined) return { stretch: { start: 0, end: duration }, chapter: undefined };
  const from = start === undefined ? 0 : secondsOf(start);
  const chapter = chapters.find((each) => isAbout(each.start, from));
  if (end === undefined) return { stretch: resolveChapterRange(chapter, start!, undefined), chapter };
  const to = Math.min(secondsOf(end), duration);
  if (to <= from) throw new Problem('bad_request', { detail: 'end must be later than start.' });
  if (chapter && isAbout(chapter.end, to)) return { stretch: chapter, chapter };
  return { stretch: { start: from, end: to }, chapter: undefined };
}
