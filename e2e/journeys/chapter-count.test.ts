// full: fewer and more chapters; redrawn.test.ts holds the choice of places
/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { fetchAsset, waitUntilProcessed } from '@lectern/server/test/upload';
import { assertAccessible } from '../axe.ts';
import { expect } from '../expect.ts';
import { openMenuItem } from '../places.ts';
import { waitForTexts } from '../reads.ts';
import { watching } from '../watching.ts';

/** Fewer and more chapters: on the page of a video at once, and where chapters are written again. */
describe('the number of chapters', () => {
  const watch = watching();
  const control = () => watch.page.getByRole('group', { name: 'Number of chapters' });
  const count = () => control().getByRole('status');
  const titles = () => watch.page.getByRole('heading', { level: 3 });
  const asset = () => fetchAsset(watch.stage.people.member, watch.stage.webinar);

  it('grows and shrinks at once, by keyboard too, and comes back with one click', async () => {
    const { page } = watch;
    await watch.open();
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
    const { page, stage } = watch;
    const { chapters } = await asset();
    await stage.people.member.call(videoRoutes.save, {
      passthrough: stage.webinar,
      chapters: chapters.map((chapter, n) => (n === 0 ? { ...chapter, title: 'As I call it' } : chapter)),
    });
    await watch.open({ width: 390, height: 844 });
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
    const { page, stage } = watch;
    await watch.open();
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
