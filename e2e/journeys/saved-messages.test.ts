// full: what each save says
/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { outlineRoutes } from '@lectern/contract/outline/outlines';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { fetchAsset, waitUntilProcessed } from '@lectern/server/test/upload';
import { expect } from '../expect.ts';
import { waitForTexts } from '../reads.ts';
import { watching } from '../watching.ts';

/** Offers each undo in one place at a time; no message offers an edit that is already undone. */
describe('messages that offer to undo', () => {
  const watch = watching();
  const messages = () => watch.page.getByLabel('Notifications').getByRole('listitem');
  const saved = () => messages().filter({ hasText: 'Saved the title of chapter 1.' });
  const rename = async (title: string): Promise<void> => {
    const { page } = watch;
    await page.getByRole('button', { name: 'Edit title of chapter 1', exact: true }).click();
    await page.getByRole('textbox', { name: 'Edit title of chapter 1' }).fill(title);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: title }).waitFor();
    await saved().first().waitFor();
    // While it is held no message goes by itself.
    await saved().last().hover();
  };

  it('go with the edit that is undone by the keyboard, and with an older one of the same text', async () => {
    await watch.open();
    const { page } = watch;
    await rename('One');
    await rename('Two');
    await expect(saved()).toHaveCount(1);
    await page.keyboard.press('Control+z');
    await waitForTexts(page, 'Undone: title of chapter 1.');
    await page.getByRole('heading', { name: 'One' }).waitFor();
    await expect(saved()).toHaveCount(0);
  });

  it('go when another outline comes back, which has what was edited, and says what it cannot have', async () => {
    const { page, stage } = watch;
    const { member } = stage.people;
    await member.call(videoRoutes.regenerateChapters, { passthrough: stage.webinar });
    const { chapters } = await waitUntilProcessed(member, stage.webinar);
    await watch.open();
    await rename('Three');
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
    await waitForTexts(page, 'The previous chapters are back.');
    await page.getByRole('heading', { name: 'Three' }).waitFor();
    await expect(saved()).toHaveCount(0);

    const at = chapters.at(-1)!.end_seconds - 3;
    const all = (await fetchAsset(member, stage.webinar)).chapters;
    const { id: _, ...last } = all.at(-1)!;
    const start = `00:${String(Math.floor(at / 60)).padStart(2, '0')}:${String(Math.floor(at % 60)).padStart(2, '0')}`;
    const mine = { ...last, title: 'All mine', summary: '', quote: [], start };
    await member.call(videoRoutes.save, { passthrough: stage.webinar, chapters: [...all, mine] });
    await watch.open();
    await page.getByRole('button', { name: 'What changed', exact: true }).click();
    await page.getByRole('button', { name: 'Restore the new chapters' }).click();
    const question = page.getByRole('alertdialog', { name: 'Leave these edits behind?' });
    await waitForTexts(question, /the title of the chapter “All mine”/);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Restore the new chapters' }).click();
    await question.getByRole('button', { name: 'Restore the new chapters' }).click();
    await page.getByRole('heading', { name: 'All mine' }).waitFor({ state: 'detached' });
    const { regenerated } = await fetchAsset(member, stage.webinar);
    const back = await member.call(outlineRoutes.restore, { passthrough: stage.webinar, at: regenerated!.at });
    assert.ok(back.data.chapters.some(({ title }) => title === 'All mine'));
  });
});
