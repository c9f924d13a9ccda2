// full: unsaved texts after a reload, and a server that goes and comes; transcript-editing.test.ts saves them
/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { eventually } from '@lectern/server/test/member';
import { fetchAsset } from '@lectern/server/test/upload';
import type { Page } from 'playwright-core';
import { atRest } from '../at-rest.ts';
import { expect, waitForTexts } from '../expect.ts';
import { changes, holdResponses } from '../held-answers.ts';
import { openOnStage } from '../journey.ts';
import { assertAccessible } from '../axe.ts';
import { watching } from '../watching.ts';

describe('what somebody is writing', () => {
  const { stage, page: first, context, visitAs } = openOnStage();
  let page: Page = first;

  const path = () => `/asset/${stage.webinar}`;
  const address = () => stage.origin + path();
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
    await visitAs(stage.people.member, path());
    await edit('summary of chapter 1', 'Half a summary');
    const crashed = page;
    await using other = await context.newPage();
    await other.goto(address());
    await other.getByRole('heading', { level: 1 }).waitFor();
    await expect(other.getByText('Half a summary'), 'another tab does not offer what is being written').toHaveCount(0);
    await crashed.goto('chrome://crash').catch(() => undefined);

    page = await context.newPage();
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

/** A server that is gone for a while, as during an update: nobody has to load a page again. */
describe('a server that is away', () => {
  const { page, open: openWebinar } = watching();
  const note = () => page.getByText(/^The server cannot be reached\. What you see/);
  /** Nothing it would have answered comes, nor what else is named. */
  const goes = (also = /^$/) =>
    page.route(
      ({ pathname }) => pathname.startsWith('/api/') || pathname === '/healthz' || also.test(pathname),
      (route) => route.abort(),
    );
  const comes = () => page.unrouteAll({ behavior: 'wait' });

  it('reports the missing server and reloads by itself, when the server is back', async () => {
    await openWebinar();
    for (const [name, empty] of [
      ['Statistics', 'Nothing was watched in this period'],
      ['Glossary', 'No terms yet'],
    ] as const) {
      await goes();
      await page.getByRole('navigation').getByRole('link', { name }).first().click();
      await page.getByRole('heading', { name, level: 1 }).waitFor();
      await waitForTexts(page, 'The server cannot be reached.');
      await note().waitFor();
      await comes();
      await page.getByText(empty).first().waitFor();
      await note().waitFor({ state: 'detached' });
    }
  });

  it('reports the lost connection on a page without content, when the browser is offline', async () => {
    await openWebinar();
    const nothing = page.getByText('Not loaded yet, opens when you are back.');
    const open = (name: string) => page.getByRole('navigation').getByRole('link', { name }).first().click();
    // The pages themselves are not there.
    for (const name of ['Plan Selection', 'Highlights', 'Statistics']) {
      await page.context().setOffline(true);
      await open(name);
      await nothing.waitFor();
      if (name === 'Highlights') await assertAccessible(page, 'a page that has not come');
      await page.context().setOffline(false);
      await page.getByRole('heading', { name, level: 1 }).waitFor();
    }
    // The page is there, and nothing it shows.
    await goes();
    await open('Glossary');
    await page.getByRole('heading', { name: 'Glossary', level: 1 }).waitFor();
    await open('Plan Selection');
    await page.context().setOffline(true);
    await comes();
    await open('Glossary');
    await nothing.waitFor();
    await page.getByRole('heading', { name: 'Glossary', level: 1 }).waitFor();
    await page.context().setOffline(false);
    await page.getByText('No terms yet').waitFor();
    await expect(nothing).toHaveCount(0);
  });

  it('does not keep a draft from being offered where it was written', async () => {
    await openWebinar();
    const offer = page.getByRole('group', { name: 'Unsaved title of chapter 1' });
    const fetched = page.waitForRequest(/\/assets\/draft-offer-/);
    await page.getByRole('button', { name: 'Edit title of chapter 1', exact: true }).click();
    await page.getByRole('textbox', { name: 'Edit title of chapter 1' }).fill('Half a title');
    await fetched;
    await page.route(/\/assets\/draft-offer-|\/healthz$/, (route) => route.abort());
    await page.reload();
    await waitForTexts(page, 'You have unsaved changes here. You will find each one where you wrote it:');
    await note().waitFor();
    await expect(offer).toHaveCount(0);
    await comes();
    // Chromium before 156 asks no more for what failed once.
    const reload = page.getByRole('button', { name: 'Load the page again' });
    await offer.or(reload).first().waitFor();
    if (await reload.isVisible()) await reload.click();
    await offer.waitFor();
    await offer.getByRole('button', { name: 'Discard' }).click();
  });
});
