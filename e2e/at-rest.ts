/// <reference lib="dom" />
import type { Page } from 'playwright-core';

/**
 * Waits until a page shows all it has: nothing is still coming, letters and pictures are there, and it was drawn so.
 */
export async function atRest(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('[aria-busy=true]') === null &&
      document.fonts.status === 'loaded' &&
      [...document.images].every(({ complete, loading }) => complete || loading === 'lazy'),
  );
  await drawTwice(page);
}

/** Waits for two frames: what a change moves is measured with the second. */
export const drawTwice = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  });

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
