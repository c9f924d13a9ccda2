// full: the page of the glossary; its rules are held by the tests of the server
/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isVerbatim } from '@lectern/chaptering/verbatim';
import { glossaryRoutes } from '@lectern/contract/transcripts/glossary';
import { type Rewrite, rewriteRoutes } from '@lectern/contract/editing/rewrites';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { fetchAsset } from '@lectern/server/test/upload';
import { axeFindings } from '../axe.ts';
import { expect } from '../expect.ts';
import { search } from '../places.ts';
import { changes, holdResponses } from '../held-answers.ts';
import { watching } from '../watching.ts';

/** Names written right once: from two corrections to the whole library, and back. */
describe('a glossary', () => {
  const { stage, page, open } = watching();

  const webinar = () => fetchAsset(stage.people.member, stage.webinar);
  const lines = async (): Promise<string[]> => webvttCues((await webinar()).vtt).map(({ text }) => text);
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const message = (text: string | RegExp) => page.getByLabel('Notifications').getByText(text).first();
  const place = (text: string | RegExp) => page.getByRole('checkbox', { name: text });
  const all = async (): Promise<void> => {
    await page.goto(`${stage.origin}/asset/glossary`);
    await page.getByRole('heading', { name: 'Glossary', level: 1 }).waitFor();
  };
  /** Corrects a line as a person does. */
  const correct = async (n: number, from: string, to: string): Promise<void> => {
    const text = (await lines())[n]!;
    await page.locator(`[data-line="${n}"]`).dblclick();
    const editor = page.getByRole('textbox', { name: /^Edit line at / });
    await expect(editor).toHaveValue(text);
    await editor.fill(text.replace(from, to));
    await page.keyboard.press('Enter');
    await editor.waitFor({ state: 'detached' });
    await message(/^Saved the line at/).waitFor();
  };
  /** Waits until what is said of a rewrite has the focus: the button that was pressed is gone. */
  const keepsFocus = () =>
    page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Progress');
  let before: string[];

  it('offers a term and lists all rewrites, when the same correction was made twice', async () => {
    before = await lines();
    await open({ tab: 'Transcript' });
    await correct(3, 'launch', 'Blastoff');
    await expect(button(/^Always write/)).toHaveCount(0);
    await correct(5, 'launch', 'Blastoff');
    await message('You changed “launch” to “Blastoff” in 2 lines.').waitFor();
    await button('Always write Blastoff').click();
    await page.getByRole('heading', { name: 'Changes in the library' }).waitFor();
    await button(/^Change \d+ occurrences$/).waitFor();
    await place(/goodbye, and good luck with your instead of launch now Blastoff/).waitFor();
    assert.deepEqual(
      await lines(),
      before.with(3, before[3]!.replace('launch', 'Blastoff')).with(5, before[5]!.replace('launch', 'Blastoff')),
    );
    const [link] = await page.getByRole('link', { name: /^\d\d:\d\d$/ }).all();
    await expect(link!).toHaveAttribute('href', /^\/asset\/[\w-]+\?t=[\d.]+&q=launch/);
  });

  it('changes what is chosen, by keys alone, and leaves the rest', async () => {
    const held = await holdResponses(page, changes);
    await place(/goodbye/).focus();
    await page.keyboard.press('Space');
    await held.begun();
    await expect(place(/goodbye/), 'what is chosen is shown before the answer').not.toBeChecked();
    held.release();
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('section > div > input')?.indeterminate);
    await expect(place(/goodbye/)).not.toBeChecked();
    await button(/^Change \d+ occurrences$/).focus();
    await page.keyboard.press('Enter');
    await page.getByText(/^Changed in \d+ occurrences\.$/).waitFor();
    await keepsFocus();
    const now = await lines();
    assert.deepEqual(
      now,
      before.map((text, n) => (n === before.length - 1 ? text : text.replace(/\blaunch\b/g, 'Blastoff'))),
    );
    const video = await webinar();
    for (const { quote, cues } of video.chapters.flatMap((chapter) => chapter.quote))
      if (cues) assert.ok(isVerbatim(quote, now.join(' ')), `“${quote}” is not said`);
    await page.goto(`${stage.origin}/asset/view`);
    await search(page, 'Blastoff day');
    await page.getByRole('dialog').getByText('Blastoff day').first().waitFor();
  });

  it('gives everything back but what was written by hand, after it has asked', async () => {
    await all();
    await page.getByRole('link', { name: 'Blastoff' }).click();
    await button('Undo all changes').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click();
    await page.getByText(/^Undone in \d+ occurrences\.$/).waitFor();
    await keepsFocus();
    const now = await lines();
    assert.deepEqual(
      now,
      before.map((text, n) => (n === 3 || n === 5 ? text.replace('launch', 'Blastoff') : text)),
    );
  });

  it('changes a term, rejects contradictory spellings, and removes it with an undo', async () => {
    await all();
    await button('Add a term').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Correct spelling').fill('Lancering');
    await dialog.getByLabel('Written wrongly as').fill('launch\nlancer ring');
    await page.keyboard.press('Tab');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').getByText('“launch” already belongs to the term “Blastoff”.').waitFor();
    await dialog.getByLabel('Written wrongly as').fill('lancer ring');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('instead of “lancer ring”').waitFor();
    await button('Remove “Lancering”').click();
    await page.getByText('instead of “lancer ring”').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await page.getByText('instead of “lancer ring”').waitFor();
    await button('Show what “Lancering” changes in the library').click();
    await page.getByText('Nothing to change.').waitFor();
  });

  it('goes on with a look that was cut off, and offers to undo nothing', async () => {
    const [{ id }] = (await stage.people.member.call(rewriteRoutes.rewrites, undefined)).data as [Rewrite];
    await stage.server.world.database.kysely
      .updateTable('rewrites')
      .set({ state: 'looking', problem: 'The disk is full.', videos_scanned: 0 })
      .where('id', '=', id)
      .execute();
    await page.reload();
    await page.getByText('The library scan did not finish. The disk is full.').waitFor();
    assert.deepEqual(await axeFindings(page), []);
    await expect(button(/^Undo/)).toHaveCount(0);
    await button('Continue').focus();
    await page.keyboard.press('Enter');
    await page.getByText('Nothing to change.').waitFor();
    await keepsFocus();
  });

  it('says what a term reads that was changed elsewhere, and is saved over it when that is wanted', async () => {
    const { member } = stage.people;
    await all();
    await button('Change “Lancering”').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Correct spelling').fill('Lancement');
    const { terms } = (await member.call(glossaryRoutes.glossary, undefined)).data;
    const { id, term, wrong } = terms.find((each) => each.term === 'Lancering')!;
    await member.call(glossaryRoutes.changeTerm, { id, term: 'Lanzamiento', wrong: [], before: { term, wrong } });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').getByText('It now reads: “Lanzamiento”.').waitFor();
    await expect(dialog.getByLabel('Correct spelling')).toHaveValue('Lancement');
    await dialog.getByLabel('Written wrongly as').fill('');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Lancement' })
      .getByText('replaces nothing', { exact: true })
      .waitFor();
  });
});
