// full: the search within a transcript; find-in-transcript.test.ts holds the rule
/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { assertAccessible } from '../axe.ts';
import { expect } from '../expect.ts';
import { search } from '../places.ts';
import { watching } from '../watching.ts';

/** Search words and matches stay visible in the transcript, the library and the Ctrl+K palette. */
describe('words that are looked for', () => {
  const { stage, page, open } = watching({ long: true });
  const words = 'retention curve';
  const field = () => page.getByRole('textbox', { name: 'Search in transcript' });
  const match = () => page.locator('[data-current-match]').first();

  /** Whether the middle of something is in the window, with nothing over it. */
  const isReached = (what: Locator): Promise<boolean> =>
    what.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const there = document.elementFromPoint(left + width / 2, top + height / 2);
      return there !== null && (element.contains(there) || there.contains(element));
    });

  for (const [width, height] of [
    [390, 844],
    [667, 375],
  ] as const)
    it(`stay in sight with their field at ${width} × ${height}, from one place to the next`, async () => {
      await open({ width, height, tab: 'Transcript' });
      await field().pressSequentially(words);
      const places = page.getByRole('search').getByText(/^\d+ of \d+$/);
      const next = page.getByRole('button', { name: 'Next match' });
      for (const at of [1, 2, 3]) {
        await page.getByText(new RegExp(`^${at} of \\d+$`)).waitFor();
        await match().waitFor();
        // The page moves to it once it is drawn.
        await page.waitForFunction(() => {
          const { bottom, top } = document.querySelector('[data-current-match]')!.getBoundingClientRect();
          return top > 0 && bottom < innerHeight;
        });
        for (const part of [field(), places, next, page.getByRole('button', { name: 'Previous match' }), match()])
          assert.ok(await isReached(part), `place ${at}: ${String(part)}`);
        await next.click();
      }
      await assertAccessible(page, `a search in the transcript at ${width} × ${height}`);
    });

  it('shows the whole search text in its field, when the panel is narrow', async () => {
    for (const width of [390, 768, 1024, 1280, 1440]) {
      await open({ width, tab: 'Transcript' });
      await field().fill(words);
      await match().waitFor();
      const room = await field().evaluate((input: HTMLInputElement) => [input.clientWidth, input.scrollWidth] as const);
      assert.ok(room[0] >= 100 && room[1] <= room[0], `at ${width} px: ${room.join(' of ')}`);
    }
  });

  it('marks search words in sight at every library moment, on a phone too', async () => {
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(`${stage.origin}/asset/view`);
      await search(page, words);
      const places = page.getByRole('list', { name: /^More places in/ }).getByRole('link');
      await places.first().waitFor();
      const hidden = await places.evaluateAll((links) =>
        links
          .filter((link) => {
            const mark = link.querySelector('mark');
            const { bottom = 0 } = mark?.getBoundingClientRect() ?? {};
            return !mark || bottom > mark.parentElement!.getBoundingClientRect().bottom + 1;
          })
          .map((link) => link.textContent),
      );
      assert.deepEqual(hidden, [], `at ${width} px`);
    }
  });

  it('open the tab of each place, when the same words were found in another before', async () => {
    const shown = page.getByRole('tab', { selected: true });
    const search = (tab: string): string => `?${new URLSearchParams({ q: words, in: tab }).toString()}`;
    await open({ search: search('transcript') });
    await expect(shown).toHaveText('Transcript');
    // As a link on the page does.
    await page.evaluate((next) => {
      history.pushState(null, '', next);
      dispatchEvent(new PopStateEvent('popstate'));
    }, search('chapters'));
    await expect(shown).toHaveText('Chapters');
    await page.goBack();
    await expect(shown).toHaveText('Transcript');
    await expect(field()).toHaveValue(words);
  });
});
