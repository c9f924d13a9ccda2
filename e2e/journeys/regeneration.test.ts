// full: ReChapter in the page; regeneration.test.ts of the server holds it
/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { fetchAsset, waitUntilProcessed } from '@lectern/server/test/upload';
import { answers } from '../edge.ts';
import { expect } from '../expect.ts';
import { openMenuItem } from '../places.ts';
import { waitForTexts } from '../reads.ts';
import { watching } from '../watching.ts';

/** Chapters that are written again: what a person sees of it, and how they take it back. */
describe('chapters that are written again', () => {
  const watch = watching();
  const titles = () => watch.page.getByRole('heading', { level: 3 });
  const asset = () => fetchAsset(watch.stage.people.member, watch.stage.webinar);
  const written = 'The chapters have been rewritten. What you had edited was kept.';
  const dialog = () => watch.page.getByRole('dialog', { name: 'What changed' });

  before(async () => {
    const { kysely } = watch.stage.server.world.database;
    const { chapters } = await asset();
    // As another engine may have written them: another first title, and one chapter less.
    const [first, second] = [chapters[0]!, chapters[1]!];
    await kysely.deleteFrom('chapters').where('id', '=', second.id).execute();
    const older = { title: 'An older title', end_s: second.end_seconds };
    await kysely.updateTable('chapters').set(older).where('id', '=', first.id).execute();
    await watch.stage.people.member.call(videoRoutes.save, {
      passthrough: watch.stage.webinar,
      chapters: (await asset()).chapters.map((chapter, n) =>
        n === 1 ? { ...chapter, title: 'As I call it' } : chapter,
      ),
    });
  });

  const rechapter = async (): Promise<void> => {
    await openMenuItem(watch.page, 'ReChapter');
    await watch.page.getByRole('alertdialog').getByRole('button', { name: 'Regenerate' }).click();
    await watch.page.getByText(written).waitFor();
  };

  it('keep what a person edited, show what changed, and come back with one click', async () => {
    const { page } = watch;
    await watch.open();
    const earlier = await asset();
    await expect(page.getByText('What changed')).toHaveCount(0);
    await rechapter();
    await page.getByRole('heading', { name: 'An older title' }).waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'As I call it' }).waitFor();
    const later = await waitUntilProcessed(watch.stage.people.member, watch.stage.webinar);
    assert.ok(later.chapters.length > earlier.chapters.length);

    await page.getByRole('button', { name: 'What changed' }).click();
    await waitForTexts(dialog(), /^Chapters: \d added, (\d removed, )?\d changed\.$/, 'Added', 'Changed');
    await waitForTexts(dialog(), 'An older title', later.chapters[0]!.title);
    await expect(dialog().locator('del', { hasText: 'An older title' })).toHaveCount(1);
    await expect(dialog().locator('del, ins', { hasText: 'As I call it' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await page.waitForFunction(() => document.activeElement?.textContent === 'What changed');

    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('heading', { name: 'An older title' }).waitFor();
    await waitForTexts(page, 'The previous chapters are back.');
    const back = await asset();
    assert.deepEqual([back.title, back.summary, back.chapters], [earlier.title, earlier.summary, earlier.chapters]);
    await expect(titles()).toHaveCount(earlier.chapters.length);
  });

  it('come once more when undoing them is undone, from the dialog, by keyboard', async () => {
    const { page } = watch;
    await watch.open();
    await page.getByRole('heading', { name: 'An older title' }).waitFor();
    await page.getByRole('button', { name: 'What changed' }).focus();
    await page.keyboard.press('Enter');
    await dialog().getByRole('button', { name: 'Restore the new chapters' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'An older title' }).waitFor({ state: 'detached' });
    await dialog().waitFor({ state: 'detached' });
    await waitForTexts(page, written);
  });

  it('shows the regeneration message until dismissed; a tool still shows what changed', async () => {
    const { page } = watch;
    await watch.open();
    await page.getByText(written).waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByText(written).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('group', { name: 'Tools' }).getByRole('button', { name: 'What changed' }).click();
    await dialog().getByRole('button', { name: 'Undo' }).waitFor();
    await expect(page.getByText(written)).toHaveCount(0);
  });

  it('rejects the undo and tells the user, when the page has not seen the newest chapters', async () => {
    const { page, stage } = watch;
    await watch.open();
    await page.getByText(written).waitFor();
    await stage.people.member.call(videoRoutes.regenerateChapters, { passthrough: stage.webinar });
    const newest = await waitUntilProcessed(stage.people.member, stage.webinar);
    await page.getByRole('button', { name: 'Undo' }).click();
    await waitForTexts(
      page,
      'This can no longer be undone because the texts have been rewritten since. Please reload the page.',
    );
    assert.deepEqual((await asset()).chapters, newest.chapters);
    await page.getByRole('button', { name: 'What changed' }).click();
    await waitForTexts(dialog(), 'Nothing: every text is the same as before.');
  });

  it('keeps the edits of both tabs, and reports a conflict to the later edit of one text', async () => {
    const { page, stage } = watch;
    await watch.open();
    const { chapters } = await asset();
    /** Another tab, by the API. */
    const elsewhere = async (n: number, title: string) =>
      stage.people.member.call(videoRoutes.save, {
        passthrough: stage.webinar,
        chapters: (await asset()).chapters.map((chapter, at) => (at === n ? { ...chapter, title } : chapter)),
      });
    const edit = async (n: number, title: string): Promise<void> => {
      // Messages in the corner may lie over the last pencil.
      await page.getByRole('button', { name: `Edit title of chapter ${n + 1}` }).focus();
      await page.keyboard.press('F2');
      await page.getByRole('textbox', { name: `Edit title of chapter ${n + 1}` }).fill(title);
      await page.keyboard.press('Enter');
    };
    const saved = page
      .getByLabel('Notifications')
      .getByRole('listitem')
      .filter({ hasText: 'Saved the title of chapter 2.' });
    await elsewhere(0, 'Of the other tab');
    await edit(1, 'Of this tab');
    await saved.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByRole('heading', { name: 'Of the other tab' }).waitFor();
    const both = (await asset()).chapters.map(({ title }) => title);
    assert.deepEqual(both.slice(0, 2), ['Of the other tab', 'Of this tab']);

    await elsewhere(1, 'Quicker');
    await edit(1, 'Slower');
    await page.getByRole('alert').getByText('It now reads: “Quicker” Save again to overwrite it.').waitFor();
    assert.equal((await asset()).chapters[1]!.title, 'Quicker');
    await page.keyboard.press('Enter');
    // While it is held the message does not go.
    await saved.hover();
    assert.equal((await asset()).chapters[1]!.title, 'Slower');
    await saved.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('heading', { name: 'Quicker' }).waitFor();

    const { kysely } = stage.server.world.database;
    await kysely.deleteFrom('chapters').where('id', '=', chapters.at(-1)!.id).execute();
    await edit(chapters.length - 1, 'Typed for nobody?');
    const gone = 'The chapters have been rewritten somewhere else. Please copy your text and reload the page.';
    await page.getByRole('alert').getByText(gone).waitFor();
    const field = page.getByRole('textbox', { name: `Edit title of chapter ${chapters.length}` });
    await expect(field).toHaveValue('Typed for nobody?');
    await stage.people.member.call(videoRoutes.regenerateChapters, { passthrough: stage.webinar });
    await waitUntilProcessed(stage.people.member, stage.webinar);
  });

  it('say when what changed cannot be asked for', async () => {
    const { page, stage } = watch;
    await watch.open();
    await answers(page, `/muxvideos/outline-changes/${stage.webinar}`, 'lost');
    await page.getByRole('button', { name: 'What changed' }).click();
    await dialog().getByRole('button', { name: 'Try again' }).waitFor();
    await page.unrouteAll();
    await dialog().getByRole('button', { name: 'Try again' }).click();
    await waitForTexts(dialog(), /^Chapters: /);
  });

  it('met no error of a script', () => assert.deepEqual(watch.errors, []));
});
