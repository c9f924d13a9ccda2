import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';

/**
 * Stops the page's installed clock five seconds ahead. Until `page.clock.resume`, time passes only by
 * `page.clock.runFor`, on every page of the browser.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5_000);
}

/** Lets time pass in small steps until something is seen: at most one step ago it was not, however slow the machine. */
export async function advanceClockUntil(page: Page, seen: Locator): Promise<void> {
  const until = performance.now() + 60_000;
  while (!(await seen.isVisible()) && performance.now() < until) await page.clock.runFor(20);
  assert.ok(await seen.isVisible(), 'It was not seen.');
}
