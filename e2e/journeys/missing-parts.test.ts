// full: parts of the page that do not come
/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { openBrowser } from '../browser.ts';
import { expect } from '../expect.ts';
import { enter, openStage, type Stage } from '../stage.ts';

describe('parts of the application that do not come', () => {
  let stage: Stage;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  before(async () => {
    stage = await openStage();
    browser = await openBrowser({ viewport: { width: 1024, height: 768 } });
  });
  after(async () => {
    await browser?.close();
    await stage?.close();
  });

  const open = async (as?: keyof Stage['people']): Promise<Page> => {
    const page = await browser.context.newPage();
    await enter(page, stage.origin, { session: as && stage.people[as].session });
    return page;
  };

  it('a page that does not come within 120 s is an unexpected error', async () => {
    const page = await open();
    await page.clock.install();
    const asked = Promise.withResolvers<void>();
    await page.route(/\/assets\/login-[\w-]{8}\.js$/, () => asked.resolve());
    await page.goto(`${stage.origin}/login`, { waitUntil: 'commit' });
    // Starts the clock after the login chunk is requested, so only that chunk is late.
    await asked.promise;
    await page.waitForFunction(() => document.querySelector('[aria-busy]') !== null);
    await page.clock.runFor(121_000);
    await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor();
    await page.getByText('A part of this page could not be loaded.').waitFor();
    await page.getByRole('button', { name: 'Load the page again' }).waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.close();
  });

  it('a dialog that does not come leaves the page as it is, and is fetched when it is opened again', async () => {
    const page = await open('member');
    await page.goto(`${stage.origin}/asset/view`);
    await page.getByRole('article').first().waitFor();
    await page.route(/\/assets\/(open-menu|feedback-dialog)-.*\.js$/, (route) => route.abort());
    const button = page.getByRole('contentinfo').getByRole('button', { name: 'Send Feedback' });
    await button.click();
    await page.getByText('A part of this page could not be loaded.').waitFor();
    await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toHaveCount(0);
    await page.getByRole('article').first().waitFor();
    await page.getByRole('button', { name: 'Load the page again' }).waitFor();
    const told = await page.getByText('A part of this page could not be loaded.').boundingBox();
    assert.ok(told && told.width > 200, `a column of words, ${told?.width} pixels wide`);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await button.click();
    await page.getByRole('dialog').getByLabel('Subject').waitFor();
    await page.close();
  });
});
