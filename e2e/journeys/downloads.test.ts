import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../axe.ts';
import { openBrowser } from '../browser.ts';
import { openMenuItem } from '../places.ts';
import { enter, openStage, type Stage } from '../stage.ts';

describe('what can be taken away', () => {
  let stage: Stage;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let page: Page;

  before(async () => {
    [stage, browser] = await Promise.all([openStage(), openBrowser()]);
    page = browser.context.pages()[0]!;
    await enter(page, stage.origin, { session: stage.people.member.session });
  });
  after(async () => {
    await browser?.close();
    await stage?.close();
  });

  const takes = async (button: string | RegExp): Promise<string> => {
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: button }).click();
    const download = await downloading;
    assert.equal(await download.failure(), null);
    return download.suggestedFilename();
  };

  for (const [where, path] of [
    ['the library', () => '/asset/view'],
    ['the page of a video', () => `/asset/${stage.webinar}`],
  ] as const)
    it(`gives every text of a video from the menu in ${where}`, async () => {
      await page.goto(stage.origin + path());
      await openMenuItem(page, 'More Downloads');
      const dialog = page.getByRole('dialog', { name: 'Download' });
      await dialog.getByText('For YouTube').waitFor();
      const names: string[] = [];
      for (const button of [
        /^WebVTT/,
        /^SubRip/,
        /^Word/,
        /^Markdown/,
        /^Plain text/,
        /^For YouTube/,
        /^Show notes/,
        /^JSON/,
      ])
        names.push(await takes(button));
      assert.deepEqual(
        names.map((name) => name.replace(/^.*?(?=( - [a-z ]+)?\.\w+$)/, '')),
        ['.vtt', '.srt', '.docx', '.md', '.txt', ' - chapters.txt', ' - show notes.md', ' - chapters.json'],
      );
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await page.locator('[aria-label="Video actions"]:focus').waitFor();
    });

  it('offers them in both themes to everybody', async () => {
    for (const theme of ['dark', 'light'] as const) {
      await enter(page, stage.origin, { session: stage.people.member.session, theme });
      await page.goto(`${stage.origin}/asset/view`);
      await openMenuItem(page, 'More Downloads');
      await page.getByRole('dialog', { name: 'Download' }).getByText('For YouTube').waitFor();
      await page.waitForFunction(() => document.getAnimations().length === 0);
      await assertAccessible(page, `the downloads, ${theme}`);
    }
  });

  it('exports everything from the dashboard, and says when it is there', async () => {
    await page.goto(`${stage.origin}/asset/upload`);
    assert.match(await takes('Export everything'), /^Lectern export \d{4}-\d\d-\d\d\.zip$/);
    await page.getByText('The export has been downloaded.').waitFor();
    await assertAccessible(page, 'the dashboard after an export');
  });
});
