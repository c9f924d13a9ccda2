import type { Tab } from './panel-tabs.tsx';

/** Seconds: a seek to the start of a line may land this much before it. */
const early = 0.05;

/** The last of some elements that begins at a time or before it, by the seconds in an attribute; the first before any. */
function lastBegun(list: HTMLElement, attribute: string, seconds: number): Element | null {
  const elements = list.querySelectorAll(`[${attribute}]`);
  let from = 0;
  let to = elements.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (Number(elements[middle]!.getAttribute(attribute)) <= seconds + early) from = middle + 1;
    else to = middle;
  }
  return elements[Math.max(0, from - 1)] ?? null;
}

/** What each tab shows of a time: the chapter, the line, the quote, the slide that plays or was last before it. */
export const placeIn: Readonly<Record<Tab, (list: HTMLElement, seconds: number) => Element | null>> = {
  chapters: (list) => list.querySelector('[data-current-chapter]'),
  transcript: (list, seconds) => lastBegun(list, 'data-line-from', seconds),
  quotes: (list, seconds) => lastBegun(list, 'data-quote', seconds),
  slides: (list, seconds) => lastBegun(list, 'data-slide', seconds),
};
