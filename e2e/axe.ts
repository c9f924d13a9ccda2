/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** Colours that are half faded in would be measured half way. What never ends, or follows scrolling, is not waited for. */
const settled = (page: Page): Promise<unknown> =>
  Promise.all(
    page.frames().map((frame) =>
      frame.waitForFunction(() =>
        document
          .getAnimations()
          .filter(({ timeline }) => timeline === document.timeline)
          .every(
            ({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity,
          ),
      ),
    ),
  );

/** What axe finds against WCAG 2.2 AA on the page as it is, the size of targets included; nothing is left out. */
export async function axeFindings(page: Page): Promise<string[]> {
  await settled(page);
  const { violations } = await new AxeBuilder({ page })
    .options({
      runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
      rules: { 'target-size': { enabled: true } },
    })
    .analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

/** Expects that axe finds nothing. `where` names the page in the message. */
export const assertAccessible = async (page: Page, where: string): Promise<void> =>
  assert.deepEqual(await axeFindings(page), [], where);
