/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shareOwnerRoutes } from '@lectern/contract/publishing/shares';
import { eventually } from '@lectern/server/test/member';
import { assertAccessible } from '../axe.ts';
import { expect } from '../expect.ts';
import { watching } from '../watching.ts';

describe('the page of a recording by keyboard', () => {
  const { stage, page, open } = watching();
  const focused = () =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent);

  const shares = async () =>
    (await stage.people.member.call(shareOwnerRoutes.shares, { passthrough: stage.webinar })).data;

  it('leads to its chapters in a few presses', async () => {
    await open();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    assert.equal(await focused(), 'Skip to chapters');
    const { padding, box } = await page.locator(':focus').evaluate((link) => ({
      padding: getComputedStyle(link).padding,
      box: link.getBoundingClientRect().toJSON(),
    }));
    assert.equal(padding, '8px 16px');
    assert.ok(box.height >= 24 && box.top >= 0 && box.left >= 0, JSON.stringify(box));
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.waitForFunction(() => document.activeElement?.textContent === 'Chapters');
  });

  it('keeps one Tab stop in the player controls and moves between them by arrow keys', async () => {
    const bar = page.getByRole('toolbar', { name: 'Player controls' });
    const stops = () =>
      bar.evaluate(
        (all) =>
          [...all.querySelectorAll<HTMLElement>('button, select, input')].filter(({ tabIndex }) => tabIndex === 0)
            .length,
      );
    assert.equal(await stops(), 1);
    await bar.getByRole('button', { name: 'Play', exact: true }).focus();
    await page.keyboard.press('ArrowRight');
    assert.equal(await focused(), 'Back 10 seconds');
    await page.keyboard.press('End');
    assert.equal(await focused(), 'Full screen');
    assert.equal(await stops(), 1);
  });

  it('copies the summary for a newsletter by one press', async () => {
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await page.getByRole('button', { name: 'Copy for a newsletter' }).press('Enter');
    const text = await eventually(
      async () => (await page.evaluate(() => navigator.clipboard.readText())) || undefined,
      'the text',
    );
    assert.match(text, /^.+\n\n(• .+\n){3}\nWatch the recording: http.+\/s\/[\w-]{24}$/);
    const told = page.getByLabel('Notifications').getByRole('listitem').filter({ hasText: 'A new link' });
    await told.getByText('Copied. A new link, which anyone can open, was made for it.').waitFor();
    await told.getByRole('button', { name: 'Revoke link' }).press('Enter');
    await page.getByLabel('Notifications').getByText('Link revoked. It no longer works.').waitFor();
    assert.equal(await focused(), 'Copy for a newsletter', 'where it was before the message');
    assert.deepEqual(
      (await shares()).map(({ state }) => state),
      ['revoked'],
    );
  });

  it('makes no link for LinkedIn unasked, when the one there was is revoked', async () => {
    await page.evaluate(() => navigator.clipboard.writeText('before'));
    await page.getByRole('button', { name: 'Copy for LinkedIn' }).press('Enter');
    const question = page.getByRole('alertdialog', { name: 'Create a link?' });
    await question.getByRole('button', { name: 'Cancel' }).press('Enter');
    await question.waitFor({ state: 'detached' });
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Copy for LinkedIn');
    assert.equal((await shares()).length, 1);
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), 'before');
  });

  it('reports the link created for LinkedIn and shows the text, when the clipboard is refused', async () => {
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('Denied', 'NotAllowedError'));
    });
    const press = () => page.getByRole('button', { name: 'Copy for LinkedIn' }).press('Enter');
    await press();
    const question = page.getByRole('alertdialog', { name: 'Create a link?' });
    await question.getByRole('button', { name: 'Create link' }).press('Enter');
    const refused = page
      .getByLabel('Notifications')
      .getByRole('listitem')
      .filter({ hasText: 'does not allow copying' });
    await refused.getByText('A new link, which anyone can open, was made for it.').waitFor();
    const text = refused.getByRole('region', { name: 'Text to copy' });
    await text.getByText(/\/s\/[\w-]{24}/).waitFor();
    // It stays while one reads it.
    await text.focus();
    await page.setViewportSize({ width: 390, height: 600 });
    const { height, y } = (await refused.boundingBox())!;
    assert.ok(y >= 0 && height < 400, `${height} px high, at ${y}`);
    await assertAccessible(page, 'a text to be copied by hand');
    await refused.getByRole('button', { name: 'Dismiss' }).press('Enter');
    await refused.waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 1440, height: 900 });
    await press();
    await refused.waitFor();
    await expect(question).toHaveCount(0);
    await expect(refused.getByText('A new link'), 'it has one now').toHaveCount(0);
    assert.deepEqual(
      (await shares()).map(({ state }) => state),
      ['open', 'revoked'],
    );
  });

  it('offers no way to chapters, when there are none yet', async () => {
    const skip = page.getByRole('link', { name: 'Skip to chapters' });
    await page.route('**/api/muxvideos/asset/**', () => undefined);
    await page.reload();
    await page.locator('[aria-busy=true]').first().waitFor();
    await expect(skip).toBeHidden();
    await page.unrouteAll();
    await page.goto(`${stage.origin}/asset/0f9f9f9f-0000-4000-8000-000000000000`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Tab');
    assert.equal(await focused(), 'Skip to content');
    await page.keyboard.press('Tab');
    assert.notEqual(await focused(), 'Skip to chapters');
  });
});
