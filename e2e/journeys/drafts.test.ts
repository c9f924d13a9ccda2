// full: unsaved texts after a reload; transcript-editing.test.ts saves them
/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { eventually } from '@lectern/server/test/member';
import { fetchAsset } from '@lectern/server/test/upload';
import type { Page } from 'playwright-core';
import { atRest } from '../at-rest.ts';
import { openBrowser } from '../browser.ts';
import { expect } from '../expect.ts';
import { changes, holdResponses } from '../held-answers.ts';
import { waitForTexts } from '../reads.ts';
import { enter, openStage, type Stage } from '../stage.ts';

describe('what somebody is writing', () => {
  let stage: Stage;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let page: Page;
  before(async () => {
    stage = await openStage();
    browser = await openBrowser();
    page = await browser.context.newPage();
    await enter(page, stage.origin, { session: stage.people.member.session });
  });
  after(async () => {
    await browser?.close();
    await stage?.close();
  });

  const address = () => `${stage.origin}/asset/${stage.webinar}`;
  const webinar = () => fetchAsset(stage.people.member, stage.webinar);
  const editor = (label: string) => page.getByRole('textbox', { name: `Edit ${label}`, exact: true });
  const edit = async (label: string, text: string): Promise<void> => {
    await page.getByRole('button', { name: `Edit ${label}`, exact: true }).click();
    await editor(label).fill(text);
  };
  /** Another tab, or another machine, saves a title. */
  const elsewhere = (title: string) =>
    stage.people.member.call(videoRoutes.save, { passthrough: stage.webinar, title });

  it('offers a draft again in its place and in a notice, when the browser has crashed', async () => {
    await page.goto(address());
    await edit('summary of chapter 1', 'Half a summary');
    const crashed = page;
    const other = await browser.context.newPage();
    await other.goto(address());
    await other.getByRole('heading', { level: 1 }).waitFor();
    await expect(other.getByText('Half a summary'), 'another tab does not offer what is being written').toHaveCount(0);
    await other.close();
    await crashed.goto('chrome://crash').catch(() => undefined);

    page = await browser.context.newPage();
    await page.goto(address());
    await waitForTexts(
      page,
      'You have unsaved changes here. You will find each one where you wrote it:',
      /The summary of chapter 1:/,
    );
    const offer = page.getByRole('group', { name: 'Unsaved summary of chapter 1' });
    await offer.getByRole('button', { name: 'Continue writing' }).click();
    await expect(editor('summary of chapter 1')).toHaveValue('Half a summary');
    await editor('summary of chapter 1').press('Control+Enter');
    await waitForTexts(page, 'Saved the summary of chapter 1.');
    assert.equal((await webinar()).chapters[0]!.summary, 'Half a summary');
    await page.reload();
    await waitForTexts(page, 'Half a summary');
    await expect(offer, 'what was saved is no draft any more').toHaveCount(0);
  });

  it('discards a saved draft, when the user left before the answer came', async () => {
    await page.goto(address());
    const held = await holdResponses(page, changes);
    await edit('title of chapter 1', 'Saved on the way out');
    await editor('title of chapter 1').press('Enter');
    await eventually(
      async () => (await webinar()).chapters[0]!.title === 'Saved on the way out' || undefined,
      'the title on the server',
    );
    await page.goto(`${stage.origin}/asset/view`);
    held.release();
    await page.goto(address());
    await waitForTexts(page, 'Saved on the way out');
    await atRest(page);
    await expect(page.getByText('You have unsaved changes here')).toHaveCount(0);
  });

  it('never takes the place of what was saved elsewhere meanwhile: both are shown, and one is chosen', async () => {
    for (const [choice, kept] of [
      ['Replace it with mine', 'Mine'],
      ['Keep the other text', 'Theirs'],
    ] as const)
      for (const place of [address(), `${stage.origin}/asset/view`]) {
        await elsewhere('As it was');
        await page.goto(place);
        await page.getByRole('heading', { name: 'As it was' }).waitFor();
        await edit('title', 'Mine');
        await elsewhere('Theirs');
        await editor('title').press('Enter');
        await waitForTexts(page, /It now reads: “Theirs”/);
        await expect(editor('title')).toHaveValue('Mine');
        assert.equal((await webinar()).title, 'Theirs', 'nothing is overwritten unseen');
        await page.getByRole('button', { name: choice }).click();
        await page.getByRole('heading', { name: kept }).waitFor();
        if (kept === 'Mine') await waitForTexts(page, 'Saved the title.');
        assert.equal((await webinar()).title, kept);
      }
  });

  it('undoes saved edits with Ctrl+Z, latest first, and names each one, when focus is outside a field', async () => {
    await elsewhere('The first');
    await page.goto(address());
    for (const title of ['The second', 'The third']) {
      await edit('title', title);
      await editor('title').press('Enter');
      await page.getByRole('heading', { name: title }).waitFor();
      await eventually(async () => (await webinar()).title === title || undefined, 'the title to be saved');
    }
    await page.getByRole('heading', { level: 1 }).click();
    for (const title of ['The second', 'The first']) {
      await page.keyboard.press('Control+z');
      await waitForTexts(page, 'Undone: title.');
      await page.getByRole('heading', { name: title }).waitFor();
    }
    assert.equal((await webinar()).title, 'The first');
  });

  it('waits behind the sign-in when the session has ended, and goes with who signs out', async () => {
    await page.goto(address());
    await edit('title', 'Written while signed out');
    await stage.server.world.database.kysely.deleteFrom('sessions').execute();
    await editor('title').press('Enter');
    await page.waitForURL(/\/login$/);
    const { email, password } = stage.people.member;
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await page.waitForURL(address());
    const offer = page.getByRole('group', { name: 'Unsaved title' });
    await waitForTexts(offer, /Written while signed out/);
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.waitForURL(/\/login$/);
    const left = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft')));
    assert.deepEqual(left, []);
  });
});
