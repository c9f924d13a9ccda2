/** A slide as it was read, and the seconds in which it is shown; `title` may be empty. */
export type ShownSlide = { start: number; end: number; title: string };

/** Titles without which a recording's slides tell nothing of its subjects. */
const FEWEST = 3;

/** What makes two readings of a title the same one. */
export const titleKey = (title: string): string => title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/**
 * The seconds at which the slides come to another subject: where their titles change. A line that is added to a slide, or a
 * camera shown between two, changes the picture and nothing else. Where hardly any has a title, every change of the picture.
 */
export function subjectChanges(changes: readonly number[], shown: readonly ShownSlide[]): number[] {
  const titled = shown.filter(({ title }) => titleKey(title) !== '').toSorted((a, b) => a.start - b.start);
  const starts = titled.filter(({ title }, n) => titleKey(title) !== titleKey(titled[n - 1]?.title ?? ''));
  return starts.length >= FEWEST ? starts.map(({ start }) => start) : [...changes];
}
