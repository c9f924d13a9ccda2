/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '@lectern/server/test/member';
import { watching } from '../watching.ts';

describe('the page of a recording by keyboard', () => {
  const watch = watching();
  const focused = () =>
    watch.page.evaluate(
      () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
    );

  it('leads to its chapters in a few presses', async () => {
    const { page } = watch;
    await watch.open();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    assert.equal(await focused(), 'Skip to chapters');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.waitForFunction(() => document.activeElement?.textContent === 'Chapters');
  });

  it('has one stop in the controls of the player, where arrows go on and a pressed button leaves them to the recording', async () => {
    const { page } = watch;
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
    const { page } = watch;
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await page.getByRole('button', { name: 'Copy for a newsletter' }).press('Enter');
    const text = await eventually(
      async () => (await page.evaluate(() => navigator.clipboard.readText())) || undefined,
      'the text',
    );
    assert.match(text, /^.+\n\n(• .+\n){3}\nWatch the recording: http.+\/s\/[\w-]{24}$/);
  });
});
