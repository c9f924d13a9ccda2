// full: single and double clicks on the player
/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { VideoDetail } from '@lectern/contract/videos/videos';
import type { Locator } from 'playwright-core';
import { drawTwice } from '../at-rest.ts';
import { expect } from '../expect.ts';
import { waitForPanel, watching, pause, seek, waitForPlayerTime } from '../watching.ts';

/** Pressed, edited or open items on the watch page stay in place while the page changes around them. */
describe('what somebody does on the watch page', () => {
  const { page, open } = watching();
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const editor = (label: string) => page.getByRole('textbox', { name: `Edit ${label}`, exact: true });

  const lying = { width: 844, height: 390 };
  const standing = { width: 390, height: 844 };
  const turns = [
    ['to stand', lying, standing],
    ['to lie', standing, lying],
  ] as const;
  /** Turns the phone, and waits until the page is drawn for it. */
  const turn = async (to: typeof lying): Promise<void> => {
    await page.setViewportSize(to);
    const wide = to.width >= 768;
    await page.locator('[role=separator]').waitFor({ state: wide ? 'attached' : 'detached' });
    await waitForPanel(page);
  };

  for (const [how, from, to] of turns) {
    it(`keeps the tab, and what is searched for, when a phone is turned ${how}`, async () => {
      await open({ ...from, tab: 'Transcript' });
      const field = page.getByRole('textbox', { name: 'Search in transcript' });
      await field.fill('customers');
      await turn(to);
      await expect(page.getByRole('tab', { name: 'Transcript' })).toHaveAttribute('aria-selected', 'true');
      await expect(field).toHaveValue('customers');
      assert.ok(await field.evaluate((element) => element === document.activeElement));
    });

    it(`saves nothing that is half written when a phone is turned ${how}`, async () => {
      await open(from);
      const sent: string[] = [];
      page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()));
      for (const [label, open] of [
        ['title', undefined],
        ['title of chapter 1', undefined],
        ['description', page.getByText('About this video')],
      ] as const) {
        if (from === standing) await open?.click();
        await button(`Edit ${label}`).click();
        await editor(label).fill('Half of');
        await turn(to);
        await expect(editor(label), label).toHaveValue('Half of');
        await page.keyboard.type(' it');
        await expect(editor(label), label).toHaveValue('Half of it');
        await page.keyboard.press('Escape');
        await button(`Edit ${label}`).waitFor();
        await turn(from);
      }
      assert.deepEqual(
        sent.filter((url) => url.includes('/muxvideos/')),
        [],
      );
    });
  }

  it('keeps an open dialog when a phone is turned, and goes on playing', async () => {
    const at = new Date().toISOString();
    await page.route('**/api/muxvideos/asset/*', async (route) => {
      const response = await route.fetch();
      const { data } = (await response.json()) as { data: VideoDetail };
      const regenerated = { kind: 'chapters', at, restored: false };
      await route.fulfill({ response, json: { data: { ...data, regenerated } } });
    });
    await page.route('**/outline-changes/*', (route) => route.fulfill({ json: { data: { texts: [], chapters: [] } } }));
    await open(lying);
    await page.evaluate(() => document.querySelector('video')!.play());
    await button('What changed').click();
    const dialog = page.getByRole('dialog', { name: 'What changed' });
    await dialog.waitFor();
    for (const to of [standing, lying]) {
      await turn(to);
      await expect(dialog).toHaveCount(1);
      assert.ok(await dialog.evaluate((element) => element.contains(document.activeElement)), 'the focus is in it');
      assert.equal(await page.evaluate(() => document.querySelector('video')!.paused), false);
    }
    await page.unrouteAll({ behavior: 'wait' });
  });

  it('opens what is pressed while the editor above it closes and takes its lines away', async () => {
    await open();
    await button('Edit summary of chapter 1').click();
    await page.keyboard.press('End');
    await page.keyboard.type('One more sentence.');
    for (let n = 0; n < 6; n += 1) await page.keyboard.press('Enter');
    // By hand: a press and its release are two moments.
    const pencil = button('Edit title of chapter 2');
    await pencil.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await pencil.boundingBox())!;
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await drawTwice(page);
    await page.mouse.up();
    await editor('title of chapter 2').waitFor();
    await page.getByLabel('Notifications').getByText('Saved the summary of chapter 1.').waitFor();
    await page.keyboard.type('Pressed');
    await expect(editor('title of chapter 2')).toHaveValue('Pressed');
    await page.keyboard.press('Escape');
    await page.getByLabel('Notifications').getByRole('button', { name: 'Undo' }).click();
    await page.getByLabel('Notifications').getByText('Change undone.').waitFor();
  });

  /** How far, in pixels, something is from a height at any frame, until a second of frames has gone by. */
  const farthest = (what: Locator, from: number): Promise<number> =>
    what.evaluate(async (element, from) => {
      let most = 0;
      for (let frame = 0; frame < 60; frame += 1) {
        await new Promise(requestAnimationFrame);
        most = Math.max(most, Math.abs(element.getBoundingClientRect().y - from));
      }
      return most;
    }, from);

  for (const [where, size, scrolled] of [
    ['at the beginning of the list', { width: 1440, height: 900 }, false],
    ['in a list that was scrolled', { width: 1440, height: 420 }, true],
    ['on a phone', standing, true],
  ] as const)
    it(`edits a closed chapter's title by double-click, which stays under the pointer ${where}`, async () => {
      const scroll = async (): Promise<void> => {
        if (scrolled) await title.evaluate((element) => element.scrollIntoView({ block: 'end', behavior: 'instant' }));
      };
      const title = page.getByRole('heading', { level: 3 }).nth(2);
      await open(size);
      await scroll();
      const place = async () => (await title.boundingBox())!;
      const before = await place();
      await page.mouse.move(before.x + 20, before.y + 12);
      await page.mouse.click(before.x + 20, before.y + 12);
      await button('Collapse chapter 3').waitFor();
      const away = await farthest(title, before.y);
      assert.ok(away <= 1.5, `${away} pixels away`);
      await open(size);
      await scroll();
      const { x, y } = await place();
      await page.mouse.move(x + 20, y + 12);
      await page.mouse.down({ clickCount: 1 });
      await page.mouse.up({ clickCount: 1 });
      await button('Collapse chapter 3').waitFor();
      await page.mouse.down({ clickCount: 2 });
      await page.mouse.up({ clickCount: 2 });
      await editor('title of chapter 3').waitFor();
      assert.ok(await editor('title of chapter 3').evaluate((element) => element === document.activeElement));
      await expect(button('Collapse chapter 3')).toHaveCount(1);
      await page.keyboard.press('Escape');
    });

  /** The transcript goes with the recording, until somebody scrolls by hand. */
  describe('the transcript, which follows the recording', () => {
    const back = () => page.getByRole('button', { name: 'Back to current' });
    const list = () => page.getByRole('tabpanel');

    /** Waits until an element is where it can be read: inside the list, or under the pinned player. */
    const inSight = (selector: string): Promise<unknown> =>
      page.waitForFunction((wanted) => {
        const box = [...document.querySelectorAll(wanted)].at(-1)?.getBoundingClientRect();
        const area = document.querySelector('[role=separator]')
          ? document.querySelector('[role=tabpanel]')!.getBoundingClientRect()
          : undefined;
        const top = area?.top ?? document.querySelector('[data-pinned]')!.getBoundingClientRect().bottom;
        return box !== undefined && box.top >= top - 1 && box.top <= (area?.bottom ?? innerHeight) - 20;
      }, selector);

    for (const [hand, scroll] of [
      ['the wheel', () => page.mouse.wheel(0, -600)],
      ['the keyboard', () => page.keyboard.press('PageUp')],
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
        await open({ tab: 'Transcript' });
        await seek(page, 150);
        await inSight('[data-current-line]');
        await list().hover();
        await list().focus();
        await expect(back()).toHaveCount(0);
        await scroll();
        await back().waitFor();
        await seek(page, 158);
        await back().click();
        await inSight('[data-current-line]');
        await back().waitFor({ state: 'detached' });
      });

    it('shows the chapter that plays while all are collapsed', async () => {
      await open({ height: 420 });
      const toggle = page.getByRole('button', { name: /^(Expand|Collapse) all$/ });
      if ((await toggle.getAttribute('aria-label')) === 'Expand all') await toggle.click();
      await toggle.click();
      await expect(page.getByRole('button', { name: /^Collapse chapter/ })).toHaveCount(0);
      await seek(page, 170);
      await inSight('[data-current-chapter]');
      await expect(
        page.getByRole('button', { name: /^Collapse chapter/ }),
        'no chapter opens by itself then',
      ).toHaveCount(0);
    });

    it('plays from a line, and goes on from line to line', async () => {
      await open({ tab: 'Transcript' });
      await page.getByRole('link', { name: /We asked what had happened/ }).click();
      await waitForPlayerTime(page, 27.5, 1.5);
      await page.waitForFunction(
        () => document.querySelector('[data-current-line]')?.textContent?.includes('One buyer told us') === true,
      );
      await pause(page);
    });
  });
});
