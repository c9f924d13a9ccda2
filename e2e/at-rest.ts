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
