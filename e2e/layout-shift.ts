/// <reference lib="dom" />
import type { Page } from 'playwright-core';

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

/** The sum by now, in the document that is open. */
export const shiftsOf = (page: Page): Promise<number> => page.evaluate(() => (window as Shifting).shift!);
