// full: presses while an answer is under way; transcript-editing.test.ts and library-pages.test.ts save and undo
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { accountRoutes } from '@lectern/contract/accounts/accounts';
import { glossaryRoutes } from '@lectern/contract/transcripts/glossary';
import { highlightRoutes } from '@lectern/contract/editing/highlights';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { eventually } from '@lectern/server/test/member';
import { getSamplePath } from '@lectern/server/test/sample';
import { fetchAsset } from '@lectern/server/test/upload';
import { drawTwice } from '../at-rest.ts';
import { expect, waitForTexts } from '../expect.ts';
import { changes, holdResponses } from '../held-answers.ts';
import { watching } from '../watching.ts';

describe('somebody who goes on while the server still answers', () => {
  const { stage, page, visitAs, open: openWebinar } = watching();

  const webinar = () => fetchAsset(stage.people.member, stage.webinar);
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  /** Opens a page of the member, in a browser without a past. */
  const open = (path: string) => visitAs(stage.people.member, path);

  it('gets one chapter more of those that an undo has brought back, and no refusal for a press too many', async () => {
    const before = (await webinar()).chapters.length;
    await openWebinar();
    const count = page.getByRole('group', { name: 'Number of chapters' });
    const first = await holdResponses(page, changes);
    for (let n = 0; n <= before; n += 1) await button(/^Fewer chapters/).click();
    first.release();
    await waitForTexts(count, '1 chapter');
    await eventually(async () => (await webinar()).chapters.length === 1 || undefined, 'one chapter');

    const held = await holdResponses(page, changes);
    await button('Undo').click();
    await button(/^More chapters/).click();
    held.release();
    await waitForTexts(page, 'The previous chapters are back.');
    await eventually(async () => (await webinar()).chapters.length !== 1 || undefined, 'the previous chapters');
    await expect(page.getByText('changed somewhere else')).toHaveCount(0);
  });

  it('takes back two titles of a card by two presses that follow at once', async () => {
    const titles = ['As it was', 'The second', 'The third'];
    await stage.people.member.call(videoRoutes.save, { passthrough: stage.webinar, title: titles[0]! });
    await open('/asset/view');
    for (const title of titles.slice(1)) {
      await button('Edit title').click();
      await page.getByRole('textbox', { name: 'Edit title' }).fill(title);
      await page.keyboard.press('Enter');
      await eventually(async () => (await webinar()).title === title || undefined, 'the title to be saved');
      await page.getByRole('heading', { name: title }).waitFor();
    }
    const held = await holdResponses(page, changes);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await held.begun();
    held.release();
    await page.getByRole('heading', { name: titles[0]! }).waitFor();
    assert.equal((await webinar()).title, titles[0]);
    await expect(page.getByText('changed somewhere else')).toHaveCount(0);
  });

  it('takes back by Ctrl+Z what is still being saved, not what was saved before it', async () => {
    await open('/asset/view');
    const write = async (title: string): Promise<void> => {
      await button('Edit title').click();
      await page.getByRole('textbox', { name: 'Edit title' }).fill(title);
      await page.keyboard.press('Enter');
    };
    await write('Saved before');
    await waitForTexts(page, 'Saved the title.');
    const held = await holdResponses(page, changes);
    await write('Being saved');
    await held.begun();
    await page.keyboard.press('Control+z');
    held.release();
    await waitForTexts(page, 'Undone: title.');
    await page.getByRole('heading', { name: 'Saved before' }).waitFor();
    assert.equal((await webinar()).title, 'Saved before');
  });

  it('keeps the focus when a text that was saved before is refused, or a highlight that was removed goes', async () => {
    await open('/asset/view');
    const lost = await holdResponses(page, changes, { lost: true });
    await button('Edit title').click();
    await page.getByRole('textbox', { name: 'Edit title' }).fill('Never arrives');
    await page.keyboard.press('Enter');
    await lost.begun();
    await button('Edit description').click();
    const description = page.getByRole('textbox', { name: 'Edit description' });
    await description.fill('Half a descr');
    lost.release();
    await page.getByRole('textbox', { name: 'Edit title' }).waitFor();
    await page.keyboard.type('iption');
    await expect(description).toHaveValue('Half a description');
    await expect(page.getByRole('textbox', { name: 'Edit title' })).toHaveValue('Never arrives');

    const lines = webvttCues((await webinar()).vtt);
    for (const n of [1, 3]) {
      const { start, text: words } = lines[n]!;
      const mark = { passthrough: stage.webinar, first: n, last: n, start, words };
      await stage.people.member.call(highlightRoutes.highlight, mark);
    }
    await open('/asset/highlights');
    const held = await holdResponses(page, changes);
    await button(/^Remove /)
      .first()
      .click();
    await held.begun();
    await button(/^Edit note/)
      .last()
      .click();
    await page.keyboard.type('Half a');
    held.release();
    await waitForTexts(page, 'Highlight removed.');
    await page.getByRole('listitem').filter({ hasText: lines[1]!.text }).waitFor({ state: 'detached' });
    await page.keyboard.type(' note');
    await expect(page.getByRole('textbox', { name: /^Edit note/ })).toHaveValue('Half a note');
  });

  it('reports a failure after its dialog is closed, and leaves the next dialog unchanged', async () => {
    const { member } = stage.people;
    for (const term of ['Alpha', 'Beta']) await member.call(glossaryRoutes.addTerm, { term, wrong: [`${term} wrong`] });
    const dialog = page.getByRole('dialog');
    const spelling = dialog.getByLabel('Correct spelling');
    const change = async (term: string, to: string): Promise<void> => {
      await button(`Change “${term}”`).click();
      await spelling.fill(to);
      await dialog.getByRole('button', { name: 'Save' }).click();
    };
    await open('/asset/glossary');
    const held = await holdResponses(page, changes);
    await change('Alpha', 'Alphabet');
    await held.begun();
    await page.keyboard.press('Escape');
    await button('Change “Beta”').click();
    await spelling.fill('Half a w');
    held.release();
    await waitForTexts(page, '“Alphabet” is in the glossary.');
    await page.keyboard.type('ord');
    await expect(spelling).toHaveValue('Half a word');
    await page.keyboard.press('Escape');
    await button('Discard').click();

    const lost = await holdResponses(page, changes, { lost: true });
    await change('Beta', 'Never arrives');
    await lost.begun();
    await page.keyboard.press('Escape');
    lost.release();
    await waitForTexts(page, /^The term “Never arrives” was not saved\./);
  });

  it('stays on the page opened since, when the answer to an earlier press arrives', async () => {
    await stage.people.member.call(glossaryRoutes.addTerm, { term: 'Delta', wrong: ['dellta'] });
    await open('/asset/glossary');
    const held = await holdResponses(page, changes);
    await button('Scan the library').click();
    await held.begun();
    await page.getByRole('link', { name: 'Highlights' }).click();
    await page.getByRole('heading', { level: 1, name: 'Highlights' }).waitFor();
    const answered = page.waitForResponse(/glossary\/rewrites$/);
    held.release();
    await answered;
    await page.getByRole('link', { name: 'Glossary' }).click();
    await page.getByRole('heading', { level: 1, name: 'Glossary' }).waitFor();
    assert.match(page.url(), /\/asset\/glossary$/);
  });

  it('pays once: the dialog stays while the payment is under way', async () => {
    await open('/asset/upload');
    await button(/50K tokens/).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /^Succeeds/ }).click();
    const held = await holdResponses(page, (request) => request.url().endsWith('/payments/confirm'));
    await dialog.getByRole('button', { name: /^Pay/ }).dblclick();
    await held.begun();
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Close' }).click({ force: true });
    await expect(dialog).toBeVisible();
    held.release();
    await waitForTexts(dialog, '🎉 Payment successful!');
    assert.equal(held.asked.length, 1);
    const before = page.waitForResponse(/dashboard/);
    await page.keyboard.press('Escape');
    await before;
  });

  it('cancels an upload that is starting, here and on the server', async () => {
    const { newcomer } = stage.people;
    await visitAs(newcomer, '/asset/upload');
    for (const path of [/\/muxupload\?name=/, /\/muxupload\/save$/]) {
      const held = await holdResponses(page, (request) => path.test(request.url()));
      await page.getByLabel('Recording', { exact: true }).setInputFiles(getSamplePath('short.mp4'));
      await held.begun();
      await button('Cancel upload').click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel upload' }).click();
      await button('Upload a video').waitFor();
      held.release();
      await eventually(
        async () => (await newcomer.call(uploadRoutes.open, undefined)).data.length === 0 || undefined,
        'nothing to be left on the server',
      );
      await button('Upload a video').waitFor();
    }
  });

  it('begins nothing a second time, and loses no press of another button', async () => {
    const { member } = stage.people;
    await member.call(glossaryRoutes.addTerm, { term: 'Gamma', wrong: ['gama'] });
    await open('/asset/glossary');
    const looks = await holdResponses(page, changes);
    await button('Scan the library').dblclick();
    await looks.begun();
    await expect(button('Scan the library')).toHaveAttribute('aria-disabled', 'true');
    looks.release();
    await page.waitForURL(/\/asset\/glossary\/.+/);
    assert.equal(looks.asked.length, 1);

    const { email, password } = member;
    for (let n = 0; n < 2; n += 1) await stage.server.call(accountRoutes.login, { email, password });
    await open('/asset/account');
    const devices = page.getByRole('list', { name: 'Devices' });
    const signOut = devices.getByRole('button', { name: /^Sign out/ });
    await signOut.nth(1).waitFor();
    const others = await signOut.count();
    const held = await holdResponses(page, changes);
    await signOut.nth(0).click();
    await signOut.nth(1).click();
    await held.begun();
    held.release();
    await eventually(async () => (await signOut.count()) === others - 2 || undefined, 'both to be signed out');

    await open('/asset/view');
    const again = await holdResponses(page, changes);
    const actions = button('Video actions');
    const rechapter = page.getByRole('menuitem', { name: 'ReChapter' });
    await actions.click();
    await rechapter.click();
    await button('Regenerate').click();
    await again.begun();
    await actions.click();
    await expect(rechapter).toHaveAttribute('aria-disabled', 'true');
    again.release();
    await waitForTexts(page, /^The chapters are being rewritten/);
    assert.equal(again.asked.length, 1);
  });

  it('sees a link that was made before the list of links had come', async () => {
    await openWebinar();
    const held = await holdResponses(page, (request) => request.method() === 'GET' && /\/shares/.test(request.url()));
    await button('Actions for chapter 1').click();
    await page.getByRole('menuitem', { name: 'Share chapter' }).click();
    const dialog = page.getByRole('dialog');
    await held.begun();
    // The list is on its way, as it was before.
    await eventually(async () => held.answered.length > 0 || undefined, 'the list to be read');
    await dialog.getByRole('button', { name: 'Create link' }).click();
    await waitForTexts(page, 'Link created and copied.');
    const listed = page.waitForResponse((response) => held.asked.includes(response.request()));
    held.release();
    await listed;
    await drawTwice(page);
    await expect(dialog.getByRole('button', { name: /^Copy the link to: Chapter/ })).toHaveCount(1);
  });
});
