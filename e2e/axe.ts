/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
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

/** axe as the package for Playwright brings it. */
const { source } = createRequire(import.meta.resolve('@axe-core/playwright'))('axe-core') as { source: string };

/** WCAG 2.2 AA, the size of targets included; nothing is left out. */
const options = {
  runOnly: { type: 'tag' as const, values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  rules: { 'target-size': { enabled: true } },
  // Of what passes, addresses of all its nodes are not made.
  resultTypes: ['violations' as const],
};

/** The rules among them whose outcome another theme alone can change: its elements are the same, in other colours. */
const ofColours = { ...options, runOnly: { type: 'rule' as const, values: ['color-contrast', 'link-in-text-block'] } };

/** What screen readers jump to: each named otherwise than the others, and everything within one. */
const ofLandmarks = { ...options, runOnly: { type: 'rule' as const, values: ['landmark-unique', 'region'] } };

type How = typeof options | typeof ofColours | typeof ofLandmarks;

type Violations = readonly { id: string; nodes: readonly { html: string }[] }[];

/**
 * A page with frames is looked at by the package. One without is asked itself: the package brings all of axe into it
 * at each look, and opens another page to put results together that are together already.
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

/** What axe finds on the page as it is. */
export async function axeFindings(page: Page): Promise<string[]> {
  return findingsBy(page, options);
}

/** What axe finds of the colours of a page that it has been asked about in the other theme. */
export async function axeFindingsOfColours(page: Page): Promise<string[]> {
  return findingsBy(page, ofColours);
}

/** What axe finds of the landmarks of a page, beyond WCAG. */
export async function axeFindingsOfLandmarks(page: Page): Promise<string[]> {
  return findingsBy(page, ofLandmarks);
}

async function findingsBy(page: Page, how: How): Promise<string[]> {
  await settled(page);
  const violations = await violationsOn(page, how);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

/** Expects that axe finds nothing. `where` names the page in the message. */
export const assertAccessible = async (page: Page, where: string): Promise<void> =>
  assert.deepEqual(await axeFindings(page), [], where);
