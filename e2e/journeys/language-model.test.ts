// full: the page with a model; model-outline.test.ts holds what it writes
/// <reference lib="dom" />
import { after, before, describe, it } from 'node:test';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { good } from '@lectern/server/test/language/model-outlines';
import { type ModelServer, openModelServer } from '@lectern/server/test/language/model-server';
import { signUp, type TestMember } from '@lectern/server/test/member';
import { getSamplePath } from '@lectern/server/test/sample';
import { uploadFile, waitUntilProcessed } from '@lectern/server/test/upload';
import { openPagesPlace } from '@lectern/server/test/databases';
import { openTestWorld, type TestWorld } from '@lectern/server/test/world';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../axe.ts';
import { openBrowser } from '../browser.ts';
import { expect } from '../expect.ts';
import { waitForTexts } from '../reads.ts';
import { enter } from '../stage.ts';

/** Covers what members see while a language model works or is down; a fault server replaces the model. */
describe('a video written by a language model', () => {
  let model: ModelServer;
  let server: TestWorld;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let page: Page;
  let member: TestMember;
  let id: string;

  before(async () => {
    model = await openModelServer((asked) => ({ answer: good(asked) }));
    const env = { LANGUAGE: 'openai-compatible', LANGUAGE_MODEL: 'model-of-tests', LANGUAGE_BASE_URL: model.url };
    [server, browser] = await Promise.all([openTestWorld({ open: openPagesPlace, env }), openBrowser()]);
    page = browser.context.pages()[0]!;
    member = await signUp(server.origin, server.letters);
    id = await uploadFile(member, getSamplePath('webinar.mp4'), { captions: getSamplePath('webinar.vtt') });
    await waitUntilProcessed(member, id);
    await enter(page, server.origin, { session: member.session });
    await page.goto(`${server.origin}/asset/${id}`);
  });
  after(async () => {
    await browser?.close();
    await server?.close();
    await model?.close();
  });

  const chapter = (name: string) => page.getByRole('region', { name: 'Chapters and transcript' }).getByText(name);

  it('answers a question in its own words, on moments that play', async () => {
    await chapter('Subject 2 of the Model').first().waitFor();
    model.react = () => ({
      answer: {
        answer: 'They plan the launch in steps [10].\n\nThe rest comes later.',
        citations: [{ first: 12, last: 12 }],
      },
    });
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    const modal = page.getByRole('dialog', { name: 'AI search' });
    await modal.getByLabel('Your question').fill('How do they plan the launch?');
    await modal.getByRole('button', { name: 'Ask', exact: true }).click();
    await waitForTexts(modal, /^model-of-tests answered about this recording\./, 'Final answer', 'It rests on');
    await waitForTexts(modal, /They plan the launch in steps \(00:00:\d\d\)\.\s+The rest comes later\./);
    await expect(modal.getByRole('button', { name: /^Play from/ })).toHaveCount(2);
    await assertAccessible(page, 'the answer of a language model');
    await modal
      .getByRole('button', { name: /^Play from/ })
      .last()
      .click();
    await modal.waitFor({ state: 'detached' });
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 20);
  });

  it('says when the model did not answer, and lets the member try again', async () => {
    model.react = () => ({ status: 503, headers: { 'retry-after-ms': '5' } });
    await member.call(videoRoutes.regenerateChapters, { passthrough: id });
    await waitUntilProcessed(member, id);
    await page.reload();
    const note =
      'Written by the built-in engine because the language model did not answer. Choose ReChapter to try again.';
    await waitForTexts(page, note);
    await assertAccessible(page, 'the note on a model that did not answer');
    await expect(chapter('Subject 2 of the Model')).toHaveCount(0);
    model.react = (asked) => ({ answer: good(asked) });
    await page.getByRole('button', { name: 'ReChapter' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Regenerate' }).click();
    await chapter('Subject 2 of the Model').first().waitFor();
    await page.getByText(note).waitFor({ state: 'detached' });
  });
});
