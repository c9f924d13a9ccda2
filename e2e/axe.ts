/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/**
 * Colours that are half faded in would be measured half way. What never ends, or follows scrolling, is not waited for.
 */
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

/** axe as the package for Playwright brings it. */
const { source } = createRequire(import.meta.resolve('@axe-core/playwright'))('axe-core') as { source: string };

/** WCAG 2.2 AA, the size of targets included; nothing is left out. */
const options = {
  runOnly: { type: 'tag' as const, values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  rules: { 'target-size': { enabled: true } },
  // Skips building selectors for all nodes of passed rules.
  resultTypes: ['violations' as const],
};

/** The rules among them whose outcome another theme alone can change: its elements are the same, in other colours. */
export const ofColours = {
  ...options,
  runOnly: { type: 'rule' as const, values: ['color-contrast', 'link-in-text-block'] },
};

/** Screen readers jump to landmarks: each needs a unique name, and all content must be inside one. */
export const ofLandmarks = { ...options, runOnly: { type: 'rule' as const, values: ['landmark-unique', 'region'] } };

type How = typeof options | typeof ofColours | typeof ofLandmarks;

type Violations = readonly { id: string; nodes: readonly { html: string }[] }[];

/**
 * Pages with frames use the package. Other pages run axe directly, because the package injects axe every time and
 * opens another page to merge results.
 */
async function violationsOn(page: Page, how: How): Promise<Violations> {
  if (page.frames().length > 1) return (await new AxeBuilder({ page }).options(how).analyze()).violations;
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(async (how) => {
    const { axe } = window as unknown as {
      axe: { run(where: Document, how: object): Promise<{ violations: Violations }> };
    };
    return (await axe.run(document, how)).violations;
  }, how);
}

/** Returns the findings of axe on a page: by all rules, or by some. */
export async function axeFindings(page: Page, how: How = options): Promise<string[]> {
  await settled(page);
  const violations = await violationsOn(page, how);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

/** Expects that axe finds nothing. `where` names the page in the message. */
export const assertAccessible = async (page: Page, where: string): Promise<void> =>
  assert.deepEqual(await axeFindings(page), [], where);
