// full: what the landing page shows of the product
/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { openPagesPlace } from '@lectern/server/test/databases';
import { assertEvery } from '@lectern/server/test/assert-every';
import { openTestWorld, type TestWorld } from '@lectern/server/test/world';
import type { Page } from 'playwright-core';
import { atRest } from '../at-rest.ts';
import { openBrowser } from '../browser.ts';
import { pictures } from '../landing/pictures.ts';
import { enter } from '../stage.ts';

describe('the strips of the landing page', () => {
  let server: TestWorld;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let page: Page;
  before(async () => {
    server = await openTestWorld({ open: openPagesPlace });
  });
  after(() => server?.close());
  // A page takes at once, in whichever theme, the pictures that its browser has in memory.
  beforeEach(async () => {
    browser = await openBrowser();
    page = browser.context.pages()[0]!;
  });
  afterEach(() => browser?.close());

  for (const theme of ['light', 'dark'] as const)
    it(`show each part of the product in a picture of its own, when the page is ${theme}`, async () => {
      const loaded: string[] = [];
      await enter(page, server.origin, { theme });
      page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
      await page.goto(server.origin);
      const strips = page.locator('#product').getByRole('listitem');
      await strips.first().waitFor();
      await atRest(page);
      assert.ok(!loaded.includes(`/landing/${pictures.at(-1)!.name}-${theme}.webp`), 'not before it is scrolled to');
      const shown = strips.getByRole('img');
      for (const strip of await shown.all()) await strip.scrollIntoViewIfNeeded();
      await page.waitForFunction(() =>
        [...document.querySelectorAll<HTMLImageElement>('#product img')]
          .filter((image) => image.checkVisibility())
          .every(({ complete, naturalWidth }) => complete && naturalWidth > 0),
      );
      const sources = await shown.evaluateAll((all) => all.map((image) => image.getAttribute('src')));
      assert.deepEqual(
        sources,
        pictures.map(({ name }) => `/landing/${name}-${theme}.webp`),
      );
      assertEvery(
        await shown.evaluateAll((all) => all.map((image) => image.getAttribute('alt') ?? '')),
        (alt) => alt.length > 10,
      );
      assert.deepEqual(
        loaded.filter((path) => path.startsWith('/landing/') && !path.includes(`-${theme}.`)),
        [],
        'pictures of the other theme',
      );
    });
});
