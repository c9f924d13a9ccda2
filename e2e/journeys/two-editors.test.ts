/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { fetchAsset } from '@lectern/server/test/upload';
import type { BrowserContext, Page } from 'playwright-core';
import { assertAccessible } from '../axe.ts';
import { openBrowser } from '../browser.ts';
import { expect, waitForTexts } from '../expect.ts';
import { openMenuItem } from '../places.ts';
import { enter } from '../stage.ts';
import { canPlay, chooseTab, watching } from '../watching.ts';

/** Two people of one workspace, each in a browser of their own, at one recording. */
describe('two people who edit one recording', () => {
  const { stage, page: grace, open } = watching();
  let browser: { context: BrowserContext; close: () => Promise<void> };
  let nora: Page;
  const asset = () => fetchAsset(stage.people.member, stage.webinar);
  const said = async (n: number) => webvttCues((await asset()).vtt)[n]!.text;
  const titleOf = async (chapter: number) => (await asset()).chapters[chapter]!.title;
  const spoken = /^Before our last launch we interviewed thirty/;
  const name = 'Edit line at 00:00:21';
  /** Begins to write over a line. */
  const begin = async (page: Page, line: string | RegExp, text: string): Promise<void> => {
    await page.getByRole('link', { name: line }).dblclick();
    await page.getByRole('textbox', { name }).fill(text);
  };
  const title = (page: Page, chapter: number) =>
    page.getByRole('textbox', { name: `Edit title of chapter ${chapter}` });
  const beginTitle = async (page: Page, chapter: number, text: string): Promise<void> => {
    await page.getByRole('button', { name: `Edit title of chapter ${chapter}`, exact: true }).click();
    await title(page, chapter).fill(text);
  };
  const enterTab = (tab: 'Chapters' | 'Transcript') => Promise.all([grace, nora].map((page) => chooseTab(page, tab)));

  before(async () => {
    browser = await openBrowser();
    const names = { member: ['Grace', 'Hopper'], newcomer: ['Nora', 'Noether'] } as const;
    for (const [who, [firstname, lastname]] of Object.entries(names))
      await stage.server.world.database.kysely
        .updateTable('users')
        .set({ firstname, lastname })
        .where('id', '=', stage.people[who as keyof typeof names].session.id)
        .execute();
    nora = browser.context.pages()[0]!;
  });
  after(() => browser.close());

  it('asks and shows nothing of it, when one works alone', async () => {
    const asked: string[] = [];
    grace.on('request', (request) => {
      if (/presence|history/.test(request.url())) asked.push(request.url());
    });
    await open({ tab: 'Transcript' });
    await grace.getByRole('button', { name: 'Video actions' }).click();
    await grace.getByRole('menuitem', { name: 'ReChapter' }).waitFor();
    await expect(grace.getByRole('menuitem', { name: 'History' })).toHaveCount(0);
    await grace.keyboard.press('Escape');
    await expect(grace.getByRole('list', { name: 'Also here' })).toHaveCount(0);
    assert.deepEqual(asked, []);
  });

  it('shows each of them who else is there', async () => {
    const membership = {
      workspace_id: stage.people.member.session.id,
      user_id: stage.people.newcomer.session.id,
      role: 'editor' as const,
    };
    await stage.server.world.database.kysely.insertInto('workspace_members').values(membership).execute();
    await enter(nora, stage.origin, { session: stage.people.newcomer.session });
    await nora.goto(`${stage.origin}/asset/${stage.webinar}`);
    await canPlay(nora);
    await open();
    for (const [page, other] of [
      [grace, 'Nora'],
      [nora, 'Grace'],
    ] as const) {
      await page.bringToFront();
      await page.getByRole('list', { name: 'Also here' }).getByText(other).waitFor();
    }
    await assertAccessible(grace, 'two people at a recording');
  });

  it('names the other to the later one, and loses no line', async () => {
    await enterTab('Transcript');
    await grace.bringToFront();
    await begin(grace, spoken, 'What Grace hears.');
    await begin(nora, spoken, 'What Nora hears.');
    await grace.keyboard.press('Enter');
    await grace.getByRole('link', { name: 'What Grace hears.' }).waitFor();
    await nora.bringToFront();
    await nora.keyboard.press('Enter');
    await nora
      .getByRole('alert')
      .getByText('Grace changed this line just now. It now reads: “What Grace hears.”')
      .waitFor();
    await expect(nora.getByRole('textbox', { name })).toHaveValue('What Nora hears.');
    assert.equal(await said(5), 'What Grace hears.');
    await nora.getByRole('button', { name: 'Replace it with mine' }).click();
    await nora.getByRole('link', { name: 'What Nora hears.' }).waitFor();
    assert.equal(await said(5), 'What Nora hears.');

    await grace.bringToFront();
    const told = grace.getByRole('status').filter({ hasText: 'Nora changed the transcript.' });
    await told.waitFor();
    await told.getByRole('button', { name: 'Show' }).click();
    await grace.getByRole('link', { name: 'What Nora hears.' }).waitFor();
    await told.waitFor({ state: 'detached' });
  });

  it('keeps the titles of both, and lets the later one keep the other’s', async () => {
    await enterTab('Chapters');
    await nora.bringToFront();
    await beginTitle(nora, 1, 'As Nora calls it');
    await nora.keyboard.press('Enter');
    await expect.poll(() => titleOf(0)).toBe('As Nora calls it');
    await grace.bringToFront();
    await beginTitle(grace, 2, 'As Grace calls it');
    await grace.keyboard.press('Enter');
    await expect.poll(() => titleOf(1)).toBe('As Grace calls it');
    assert.equal(await titleOf(0), 'As Nora calls it');

    await nora.bringToFront();
    await beginTitle(nora, 2, 'Nora’s other title');
    await nora.keyboard.press('Enter');
    await nora.getByRole('alert').getByText('Grace changed this').waitFor();
    await nora.getByRole('button', { name: 'Keep the other text' }).click();
    await nora.getByRole('heading', { name: 'As Grace calls it' }).waitFor();
    assert.equal(await titleOf(1), 'As Grace calls it');
  });

  it('shows who changed what, and takes one change back', async () => {
    await grace.bringToFront();
    await grace.reload();
    await canPlay(grace);
    await openMenuItem(grace, 'History');
    const dialog = grace.getByRole('dialog', { name: 'History' });
    await waitForTexts(dialog, /^Nora .* changed the title of a chapter$/, /^Grace .* changed the title of a chapter$/);
    await assertAccessible(grace, 'history');
    const entry = dialog.getByRole('listitem').filter({ hasText: 'What Nora hears.' });
    await waitForTexts(entry, /^Nora .* changed the line at /, 'What Grace hears.');
    await entry.getByRole('button', { name: 'Undo' }).click();
    await grace.getByLabel('Notifications').getByText('The text before is back.').waitFor();
    assert.equal(await said(5), 'What Grace hears.');
    // Undone once more it would take back what is not there any more.
    const older = dialog
      .getByRole('listitem')
      .filter({ hasText: /changed the line/ })
      .last();
    await older.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => said(5)).toMatch(spoken);
    await entry.first().getByRole('button', { name: 'Undo' }).last().click();
    await grace.getByLabel('Notifications').getByText('This line has been changed').waitFor();
    await dialog
      .getByLabel('Person')
      .selectOption({ label: await dialog.getByLabel('Person').locator('option').nth(2).innerText() });
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Grace' })).toHaveCount(0);
  });
});
