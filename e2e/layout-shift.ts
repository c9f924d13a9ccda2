/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { drawTwice } from './at-rest.ts';

type Shifting = Window & { shift?: number };

/** Adds up, in every document that the page opens from now on, how far what it shows jumps while it comes. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifting = window as Shifting;
    shifting.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifting.shift! += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Lets each part that matches come only when the page was drawn without it. Ends with `unrouteAll`. */
export const delayResources = (page: Page, parts: RegExp): Promise<unknown> =>
  page.route(parts, async (route) => {
    // Where another page is on its way nothing can be drawn.
    await drawTwice(page).catch(() => undefined);
    await route.continue();
  });

/** The sum by now, in the document that is open. */
export const readLayoutShift = (page: Page): Promise<number> => page.evaluate(() => (window as Shifting).shift!);
