// full: how the transcript follows the player
/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { expect } from '../expect.ts';
import { chooseTab, pause, seek, waitForPlayerTime, watching } from '../watching.ts';

/** The transcript goes with the recording, until somebody scrolls by hand. */
describe('the transcript follows the recording', () => {
  const watch = watching();
  const line = () => watch.page.locator('[data-current-line]');
  const back = () => watch.page.getByRole('button', { name: 'Back to current' });
  const list = () => watch.page.getByRole('tabpanel');

  /** Waits until an element is where it can be read: inside the list, or under the pinned player. */
  const inSight = (selector: string): Promise<unknown> =>
    watch.page.waitForFunction((wanted) => {
      const box = [...document.querySelectorAll(wanted)].at(-1)?.getBoundingClientRect();
      const area = document.querySelector('[role=separator]')
        ? document.querySelector('[role=tabpanel]')!.getBoundingClientRect()
        : undefined;
      const top = area?.top ?? document.querySelector('[data-pinned]')!.getBoundingClientRect().bottom;
      return box !== undefined && box.top >= top - 1 && box.top <= (area?.bottom ?? innerHeight) - 20;
    }, selector);

  it('marks the chapter and the line that play, and opens the chapter', async () => {
    await watch.open({ tab: 'Transcript' });
    await seek(watch.page, 155);
    await inSight('[data-current-line]');
    await expect(line()).toHaveText(/source of each trial/);
    await chooseTab(watch.page, 'Chapters');
    const chapter = watch.page.locator('[data-current-chapter]');
    await expect(chapter).toHaveCount(1);
    await expect(chapter.getByRole('button', { name: /^Collapse chapter/ })).toHaveCount(1);
  });

  for (const [hand, scroll] of [
    ['the wheel', () => watch.page.mouse.wheel(0, -600)],
    ['the keyboard', () => watch.page.keyboard.press('PageUp')],
    [
      'the scrollbar',
      () =>
        list().evaluate((element) => {
          // A scrollbar is pressed on the element itself.
          element.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
          element.scrollTo({ top: 0, behavior: 'instant' });
        }),
    ],
  ] as const)
    it(`pauses following by ${hand} and resumes at once, even while the recording is paused`, async () => {
      await watch.open({ tab: 'Transcript' });
      await seek(watch.page, 150);
      await inSight('[data-current-line]');
      await list().hover();
      await list().focus();
      await expect(back()).toHaveCount(0);
      await scroll();
      await back().waitFor();
      await seek(watch.page, 158);
      await back().click();
      await inSight('[data-current-line]');
      await back().waitFor({ state: 'detached' });
    });

  it('shows the chapter that plays while all are collapsed', async () => {
    await watch.open({ height: 420 });
    const toggle = watch.page.getByRole('button', { name: /^(Expand|Collapse) all$/ });
    if ((await toggle.getAttribute('aria-label')) === 'Expand all') await toggle.click();
    await toggle.click();
    await expect(watch.page.getByRole('button', { name: /^Collapse chapter/ })).toHaveCount(0);
    await seek(watch.page, 170);
    await inSight('[data-current-chapter]');
    await expect(
      watch.page.getByRole('button', { name: /^Collapse chapter/ }),
      'no chapter opens by itself then',
    ).toHaveCount(0);
  });

  it('follows under the pinned player on a narrow screen', async () => {
    await watch.open({ width: 390, height: 844, tab: 'Transcript' });
    await seek(watch.page, 150);
    await inSight('[data-current-line]');
    const player = await watch.page.getByRole('region', { name: 'Player' }).boundingBox();
    assert.ok(player && player.y >= 0 && player.y < 80, 'the player stays in sight');
    await watch.page.mouse.move(195, 700);
    await watch.page.mouse.wheel(0, -500);
    await back().click();
    await inSight('[data-current-line]');
  });

  it('plays from a line, and goes on from line to line', async () => {
    await watch.open({ tab: 'Transcript' });
    await watch.page.getByRole('link', { name: /We asked what had happened/ }).click();
    await waitForPlayerTime(watch.page, 27.5, 1.5);
    await watch.page.waitForFunction(
      () => document.querySelector('[data-current-line]')?.textContent?.includes('One buyer told us') === true,
    );
    await pause(watch.page);
  });

  it('met no error of a script', () => assert.deepEqual(watch.errors, []));
});
