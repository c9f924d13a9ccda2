/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { drawTwice } from './at-rest.ts';

/**
 * Selects words of the transcript as with a mouse, from the middle of one line to the middle of another; their tools
 * are at rest then.
 */
export async function dragLines(page: Page, from: number, to: number): Promise<void> {
  const { mouse } = page;
  const ends = (n: number) =>
    page.locator(`[data-line="${n}"]`).evaluate((line) => {
      const [first, last] = [line.getClientRects()[0]!, [...line.getClientRects()].at(-1)!];
      // The left half of the first letter, after a space.
      return { x: first.x + 7, y: first.y + 8, endX: last.right - 4, endY: last.bottom - 8 };
    });
  // Opening may take the list to where one left off.
  for (let before = ''; ; await drawTwice(page)) {
    const now = JSON.stringify(await ends(from));
    if (now === before) break;
    before = now;
  }
  const [start, end] = [await ends(from), await ends(to)];
  await mouse.move(start.x, start.y);
  await mouse.down();
  await mouse.move(start.x + 12, start.y, { steps: 3 });
  await mouse.move(end.endX, end.endY, { steps: 6 });
  await mouse.up();
  if (JSON.stringify(await ends(from)) === JSON.stringify(start)) return toolsAtRest(page);
  // It moved under the hand all the same: once more, and not as a drag of what is selected now.
  await page.evaluate(() => getSelection()?.removeAllRanges());
  return dragLines(page, from, to);
}

/**
 * Waits until the tools stop moving: a click during the animation is retried, and from the third try Playwright
 * scrolls the list under them.
 */
const toolsAtRest = (page: Page): Promise<void> =>
  page.getByRole('toolbar', { name: 'Selected words' }).evaluate(async (shown) => {
    await Promise.all(shown.getAnimations().map(({ finished }) => finished));
  });
