import { lastStartedIndex } from './last-started-index.ts';
import type { Tab } from './panel-tabs.tsx';

/**
 * The last of some elements that begins at a time or before it, by the seconds in an attribute; the first before any.
 */
function elementAt(list: HTMLElement, attribute: string, seconds: number): Element | null {
  const elements = list.querySelectorAll(`[${attribute}]`);
  return (
    elements[lastStartedIndex(elements.length, (n) => Number(elements[n]!.getAttribute(attribute)), seconds)] ?? null
  );
}

/** Finds each tab's element for a time: the chapter, cue, quote or slide that plays or came last before it. */
export const findCurrentElement: Readonly<Record<Tab, (list: HTMLElement, seconds: number) => Element | null>> = {
  chapters: (list) => list.querySelector('[data-current-chapter]'),
  transcript: (list, seconds) => elementAt(list, 'data-line-from', seconds),
  quotes: (list, seconds) => elementAt(list, 'data-quote', seconds),
  slides: (list, seconds) => elementAt(list, 'data-slide', seconds),
};
