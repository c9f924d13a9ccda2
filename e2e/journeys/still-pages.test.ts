// full: layout shift of pages
/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { portalOwnerRoutes } from '@lectern/contract/publishing/portal';
import type { Page } from 'playwright-core';
import { atRest } from '../at-rest.ts';
import { openBrowser } from '../browser.ts';
import { delayResources, readLayoutShift, watchShifts } from '../layout-shift.ts';
import { enter, openStage, type Stage } from '../stage.ts';

/**
 * Pages of a subscriber whose content comes after them. The library and the page of a video are in their own journeys.
 */
const pages = ['upload', 'highlights', 'glossary', 'statistics', 'portal', 'plan', 'account'];

describe('the pages of a subscriber', () => {
  let stage: Stage;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let page: Page;
  before(async () => {
    [stage, browser] = await Promise.all([openStage(), openBrowser()]);
    const { member } = stage.people;
    await stage.server.world.database.kysely
      .updateTable('users')
      .set({ plan: 'professional' })
      .where('id', '=', member.session.id)
      .execute();
    await member.call(portalOwnerRoutes.generate, {});
    page = browser.context.pages()[0]!;
    await enter(page, stage.origin, { session: { ...member.session, plan: 'professional' } });
    await watchShifts(page);
    await delayResources(page, /\/api\//);
  });
  after(async () => {
    await page?.unrouteAll({ behavior: 'ignoreErrors' });
    await browser?.close();
    await stage?.close();
  });

  for (const width of [390, 1440])
    it(`move nothing while they come, in a window ${width} wide`, async () => {
      await page.setViewportSize({ width, height: 900 });
      const shifts = new Map<string, number>();
      for (const name of pages) {
        await page.goto(`${stage.origin}/asset/${name}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.getByRole('contentinfo').waitFor();
        await atRest(page);
        shifts.set(name, await readLayoutShift(page));
      }
      const moved = [...shifts].filter(([, shift]) => shift >= 0.02);
      assert.deepEqual(moved, []);
    });
});
