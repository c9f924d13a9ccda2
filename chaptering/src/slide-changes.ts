/** A slide as it was read, and the seconds in which it is shown; `title` may be empty. */
export type ShownSlide = { start: number; end: number; title: string };

/** Titles without which a recording's slides tell nothing of its subjects. */
const FEWEST = 3;

/** Normalizes a title, so that two readings of it compare equal. */
export const normaliseTitle = (title: string): string => title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/**
 * Seconds at which slide titles change; added lines or camera shots do not count. Falls back to every picture change
 * when hardly any slide has a title.
 */
export function findSlideTitleChanges(changes: readonly number[], shown: readonly ShownSlide[]): number[] {
  const titled = shown.filter(({ title }) => normaliseTitle(title) !== '').toSorted((a, b) => a.start - b.start);
  const starts = titled.filter(({ title }, n) => normaliseTitle(title) !== normaliseTitle(titled[n - 1]?.title ?? ''));
  return starts.length >= FEWEST ? starts.map(({ start }) => start) : [...changes];
}
