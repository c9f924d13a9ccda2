// full: the sample of an empty library; main-job.test.ts begins with a recording
/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { signUp, type TestMember } from '@lectern/server/test/member';
import { waitUntilProcessed } from '@lectern/server/test/upload';
import { openPagesPlace } from '@lectern/server/test/databases';
import { openTestWorld, type TestWorld } from '@lectern/server/test/world';
import type { Page } from 'playwright-core';
import { openBrowser } from '../browser.ts';
import { expect } from '../expect.ts';
import { waitForTexts } from '../reads.ts';
import { enter } from '../stage.ts';

describe('the first run', () => {
  let server: TestWorld;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let page: Page;
  let member: TestMember;
  before(async () => {
    server = await openTestWorld({ open: openPagesPlace });
    member = await signUp(server.origin, server.letters);
    browser = await openBrowser();
    page = browser.context.pages()[0] ?? (await browser.context.newPage());
    await enter(page, server.origin, { session: member.session });
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });

  const hints = () => page.getByRole('complementary', { name: 'Hint' });

  it('shows the product with a sample: one click, and it plays with its chapters', async () => {
    await page.goto(`${server.origin}/asset/view`);
    await waitForTexts(page, 'Welcome to Lectern', 'Quick start');
    await page.getByRole('button', { name: 'Look at a sample' }).click();
    await page.waitForURL(/\/asset\/[\da-f-]{36}$/);
    const passthrough = page.url().split('/').at(-1)!;
    await waitUntilProcessed(member, passthrough);
    await waitForTexts(page, /^Sample · 03:00 · \d chapters/);
    await page.getByRole('tab', { name: 'Transcript' }).click();
    await waitForTexts(page, /audience/);
  });

  it('shows three hints in place and dismisses them for good, one after the other, by keyboard', async () => {
    await hints().nth(2).waitFor();
    await hints().first().getByRole('button').focus();
    for (const left of [2, 1, 0]) {
      await page.keyboard.press('Enter');
      await page.waitForFunction((left) => document.querySelectorAll('[data-hint]').length === left, left);
      const inHint = await page.evaluate(() => document.activeElement?.closest('[data-hint]') !== null);
      assert.equal(inHint, left > 0, 'focus goes on to the next hint');
    }
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'main');
    await page.reload();
    await waitForTexts(page, /^Sample · 03:00/);
    await expect(hints()).toHaveCount(0);
  });

  it('marks it in the library, leaves the plan as it was, and takes it away again', async () => {
    await page.goto(`${server.origin}/asset/view`);
    const card = page.getByRole('article').first();
    await waitForTexts(card, /^Sample · 3 min/);
    await card.getByRole('button', { name: 'Video actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Look at a sample' }).waitFor();
  });
});
