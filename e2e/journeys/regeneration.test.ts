// full: chapters written again, more and fewer of them, in the page; regeneration.test.ts and save.test.ts of the server hold them
/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { fetchAsset, waitUntilProcessed } from '@lectern/server/test/upload';
import { expect, waitForTexts } from '../expect.ts';
import { openMenuItem } from '../places.ts';
import { watching } from '../watching.ts';
import { assertAccessible } from '../axe.ts';
import { outlineRoutes } from '@lectern/contract/outline/outlines';

/** Chapters that are written again: what a person sees of it, and how they take it back. */
describe('chapters that are written again', () => {
  const { stage, page, open } = watching();
  const titles = () => page.getByRole('heading', { level: 3 });
  const asset = () => fetchAsset(stage.people.member, stage.webinar);
  const written = 'The chapters have been rewritten. What you had edited was kept.';
  const dialog = () => page.getByRole('dialog', { name: 'What changed' });

  before(async () => {
    const { kysely } = stage.server.world.database;
    const { chapters } = await asset();
    // As another engine may have written them: another first title, and one chapter less.
    const [first, second] = [chapters[0]!, chapters[1]!];
    await kysely.deleteFrom('chapters').where('id', '=', second.id).execute();
    const older = { title: 'An older title', end_s: second.end_seconds };
    await kysely.updateTable('chapters').set(older).where('id', '=', first.id).execute();
    await stage.people.member.call(videoRoutes.save, {
      passthrough: stage.webinar,
      chapters: (await asset()).chapters.map((chapter, n) =>
        n === 1 ? { ...chapter, title: 'As I call it' } : chapter,
      ),
    });
  });

  const rechapter = async (): Promise<void> => {
    await openMenuItem(page, 'ReChapter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Regenerate' }).click();
    await page.getByText(written).waitFor();
  };

  it('keep what a person edited, show what changed, and come back with one click', async () => {
    await open();
    const earlier = await asset();
    await expect(page.getByText('What changed')).toHaveCount(0);
    await rechapter();
    await page.getByRole('heading', { name: 'An older title' }).waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'As I call it' }).waitFor();
    const later = await waitUntilProcessed(stage.people.member, stage.webinar);
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
    await open();
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
    await open();
    await page.getByText(written).waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByText(written).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('group', { name: 'Tools' }).getByRole('button', { name: 'What changed' }).click();
    await dialog().getByRole('button', { name: 'Undo' }).waitFor();
    await expect(page.getByText(written)).toHaveCount(0);
  });

  it('rejects the undo and tells the user, when the page has not seen the newest chapters', async () => {
    await open();
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
    await open();
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
});

/** Fewer and more chapters: on the page of a video at once, and where chapters are written again. */
describe('the number of chapters', () => {
  const { stage, page, open } = watching();
  const control = () => page.getByRole('group', { name: 'Number of chapters' });
  const count = () => control().getByRole('status');
  const titles = () => page.getByRole('heading', { level: 3 });
  const asset = () => fetchAsset(stage.people.member, stage.webinar);

  it('grows and shrinks at once, by keyboard too, and comes back with one click', async () => {
    await open();
    const before = await asset();
    const all = before.chapters.length;
    await waitForTexts(control(), `${all} chapters`);
    await control().getByRole('button', { name: 'More chapters' }).click();
    await count()
      .filter({ hasText: `${all + 1} chapters` })
      .waitFor();
    await expect(titles()).toHaveCount(all + 1);
    assert.equal((await asset()).chapters.length, all + 1);
    // Nothing was edited, and nothing is said of it.
    await page.getByText('The recording has been divided into different chapters.', { exact: true }).waitFor();

    await control().getByRole('button', { name: 'Fewer chapters' }).focus();
    // Faster than the answers: each press is one chapter.
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await count()
      .filter({ hasText: `${all - 1} chapter` })
      .waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Fewer chapters');
    await assertAccessible(page, 'the number of chapters');

    await page.getByRole('button', { name: 'Undo' }).click();
    await waitForTexts(page, 'The previous chapters are back.');
    await count()
      .filter({ hasText: `${all} chapters` })
      .waitFor();
    assert.deepEqual((await asset()).chapters, before.chapters);
    // Its message offers to take that back; the page itself says no more of it.
    await page.getByRole('button', { name: `Restore the ${all - 1} chapter${all === 2 ? '' : 's'}` }).waitFor();
    await page.reload();
    await expect(titles()).toHaveCount(all);
    await expect(page.getByText('The previous chapters are back.')).toHaveCount(0);
  });

  it('keeps what was edited, and says by itself when there is no further place', async () => {
    const { chapters } = await asset();
    await stage.people.member.call(videoRoutes.save, {
      passthrough: stage.webinar,
      chapters: chapters.map((chapter, n) => (n === 0 ? { ...chapter, title: 'As I call it' } : chapter)),
    });
    await open({ width: 390, height: 844 });
    const { chapter_counts: counts } = await asset();
    for (let left = chapters.length; left > counts!.fewest; left--) {
      await control().getByRole('button', { name: 'Fewer chapters' }).click();
      await count()
        .filter({ hasText: `${left - 1} chapter` })
        .waitFor();
    }
    const none = control().getByRole('button', { name: 'Fewer chapters: none left to merge' });
    await expect(none).toHaveAttribute('aria-disabled', 'true');
    await page.getByRole('heading', { name: 'As I call it' }).waitFor();
    await waitForTexts(page, 'The recording has been divided into different chapters. What you had edited was kept.');
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  });

  it('can be chosen when chapters are written again', async () => {
    await open();
    const fewer = (await asset()).chapters.length;
    await openMenuItem(page, 'ReChapter');
    const dialog = page.getByRole('alertdialog');
    await dialog.getByLabel('How many chapters').selectOption({ label: 'More' });
    await dialog.getByRole('button', { name: 'Regenerate' }).click();
    await page.getByText('The chapters have been rewritten. What you had edited was kept.').waitFor();
    const { chapters, chapter_counts: counts } = await waitUntilProcessed(stage.people.member, stage.webinar);
    assert.ok(chapters.length > fewer);
    assert.equal(chapters.length, counts!.most);
    assert.equal(chapters[0]!.title, 'As I call it');
  });
});

/** Offers each undo in one place at a time; no message offers an edit that is already undone. */
describe('messages that offer to undo', () => {
  const { stage, page, open } = watching();
  const messages = () => page.getByLabel('Notifications').getByRole('listitem');
  const saved = () => messages().filter({ hasText: 'Saved the title of chapter 1.' });
  const rename = async (title: string): Promise<void> => {
    await page.getByRole('button', { name: 'Edit title of chapter 1', exact: true }).click();
    await page.getByRole('textbox', { name: 'Edit title of chapter 1' }).fill(title);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: title }).waitFor();
    await saved().first().waitFor();
    // While it is held no message goes by itself.
    await saved().last().hover();
  };

  it('go with the edit that is undone by the keyboard, and with an older one of the same text', async () => {
    await open();
    await rename('One');
    await rename('Two');
    await expect(saved()).toHaveCount(1);
    await page.keyboard.press('Control+z');
    await waitForTexts(page, 'Undone: title of chapter 1.');
    await page.getByRole('heading', { name: 'One' }).waitFor();
    await expect(saved()).toHaveCount(0);
  });

  it('go when another outline comes back, which has what was edited, and says what it cannot have', async () => {
    const { member } = stage.people;
    await member.call(videoRoutes.regenerateChapters, { passthrough: stage.webinar });
    const { chapters } = await waitUntilProcessed(member, stage.webinar);
    await open();
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
    await open();
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
