import type { Page } from 'playwright-core';

/**
 * Stops the page's clock, installed before, half a second ahead. From here time passes by `page.clock.runFor` only,
 * on every page of the browser, until `page.clock.resume`.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 500);
}
