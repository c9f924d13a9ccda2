// full: how the watch page is laid out; watch-page.test.ts and watch-tools.test.ts hold what it does
/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { fetchAsset } from '@lectern/server/test/upload';
import { atRest, readLayoutShift, watchShifts } from '../at-rest.ts';
import { expect } from '../expect.ts';
import { seek, watching } from '../watching.ts';
import { advanceClockUntil, stopClock } from '../stopped-clock.ts';

/** Where things stand on the watch page, at every width and over the picture. */
describe('the layout of the watch page', () => {
  const { stage, page, open } = watching();
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const focusedIs = (label: string): Promise<unknown> =>
    page.waitForFunction((wanted) => document.activeElement?.getAttribute('aria-label') === wanted, label);
  it('never leaves a pencil alone on a line, and nothing below its footer, however narrow the panel', async () => {
    for (const width of [1440, 1366, 1280, 1100, 390, 320]) {
      await open({ width });
      const alone = await page.evaluate(() =>
        [...document.querySelectorAll('h1, h3')].flatMap((heading) => {
          const pencil = heading.parentElement?.querySelector('button[aria-label^="Edit title"]');
          const last = [...heading.getClientRects()].at(-1);
          if (!pencil || !last) return [];
          const { top, height } = pencil.getBoundingClientRect();
          return Math.abs(top + height / 2 - (last.top + last.height / 2)) > last.height / 2
            ? [heading.textContent]
            : [];
        }),
      );
      assert.deepEqual(alone, [], `at ${width} pixels`);
      const below = await page.evaluate(
        () =>
          document.documentElement.scrollHeight -
          [...document.querySelectorAll('footer')].at(-1)!.getBoundingClientRect().bottom,
      );
      assert.ok(below <= 1, `${below} pixels below the footer at ${width}`);
    }
  });

  it('hides the panel border and uses the full width, when the window is below 768 pixels', async () => {
    await open({ width: 767 });
    await expect(page.getByRole('separator')).toHaveCount(0);
    const box = await page.getByRole('region', { name: 'Chapters and transcript' }).boundingBox();
    assert.equal(box!.width, 767);
  });

  it('shows every player control once and in sight, at any width', async () => {
    const names = ['Play', 'Back 10 seconds', 'Forward 10 seconds', 'Previous chapter', 'Next chapter', 'Mute'];
    const others = ['Speed', 'Captions', 'Picture in picture', 'Keyboard shortcuts', 'Full screen'];
    for (const width of [320, 340, 361, 375, 430, 600, 768, 1440]) {
      await open({ width, height: 700 });
      const player = page.getByRole('region', { name: 'Player' });
      const edges = (await player.boundingBox())!;
      const boxes = await Promise.all(
        [...names, ...others].map(async (name) => ({
          name,
          ...(await player.getByLabel(name, { exact: true }).boundingBox())!,
        })),
      );
      for (const [n, box] of boxes.entries()) {
        assert.ok(box.x >= edges.x && box.x + box.width <= edges.x + edges.width, `${box.name} at ${width} pixels`);
        for (const other of boxes.slice(n + 1)) {
          const apart = other.x >= box.x + box.width - 1 || box.x >= other.x + other.width - 1;
          assert.ok(apart || other.y >= box.y + box.height - 1, `${box.name} and ${other.name} at ${width} pixels`);
        }
      }
      await player.getByLabel('Captions', { exact: true }).click();
      await player.getByLabel('Captions', { exact: true }).click();
    }
  });

  it('shows all of a tool on a phone, when it is opened under the player', async () => {
    await open({ width: 375, height: 667 });
    await page.getByRole('button', { name: 'Clip', exact: true }).click();
    const last = page.getByText(/^In it:/);
    await last.scrollIntoViewIfNeeded();
    const box = (await last.boundingBox())!;
    assert.ok(box.y >= 0 && box.y + box.height <= 667, `${box.y} to ${box.y + box.height}`);
  });

  it('keeps the header, the line of what plays and the search apart, when a tool is open in a tall window', async () => {
    await open({ width: 390, height: 844 });
    await page.getByRole('tab', { name: 'Transcript' }).click();
    await page.getByRole('button', { name: 'Clip', exact: true }).click();
    await page.getByRole('tabpanel').getByText('Tom Reyes').last().scrollIntoViewIfNeeded();
    const line = page.getByRole('group', { name: 'Playing' });
    await line.waitFor();
    await atRest(page);
    const [header, playing, search] = await Promise.all(
      [page.getByRole('banner'), line, page.getByLabel('Search in transcript')].map((each) => each.boundingBox()),
    );
    assert.equal(header!.y, 0);
    assert.ok(playing!.y >= header!.height - 1, `${playing!.y}`);
    assert.ok(search!.y >= playing!.y + playing!.height - 1, `${search!.y}`);
  });

  it('moves nothing once it is there', async () => {
    await watchShifts(page);
    await open();
    await atRest(page);
    const shift = await readLayoutShift(page);
    assert.ok(shift !== undefined);
    assert.ok(shift < 0.02, `layout shift ${shift}`);
  });

  it('draws captions calm: off the edges of the picture, and over no control in full screen', async () => {
    await open();
    await page.getByRole('button', { name: 'Captions', exact: true }).click();
    await seek(page, 6);
    const words = page.locator('[data-captions] span');
    await words.waitFor();
    const said = webvttCues((await fetchAsset(stage.people.member, stage.webinar)).vtt);
    const cue = said.find(({ start, end }) => start <= 6 && end > 6)!;
    await expect(words).toHaveText(cue.text);
    const inPlace = async (): Promise<void> => {
      const [box, picture, controls] = await Promise.all([
        words.boundingBox(),
        page.locator('video').boundingBox(),
        page.getByRole('slider', { name: 'Time line' }).boundingBox(),
      ]);
      assert.ok(box!.width <= picture!.width * 0.8 + 1, `${box!.width} of ${picture!.width} px`);
      assert.ok(box!.x >= picture!.x && box!.y + box!.height < picture!.y + picture!.height - 8);
      assert.ok(box!.y + box!.height <= controls!.y, 'the controls are below');
    };
    await inPlace();
    await page.getByRole('button', { name: 'Full screen' }).click();
    await page.waitForFunction(() => document.fullscreenElement !== null);
    await inPlace();
    const direction = () => words.evaluate((shown) => getComputedStyle(shown).direction);
    assert.equal(await direction(), 'ltr');
    await page.evaluate(() => {
      const { textTracks } = document.querySelector('video')!;
      textTracks[0]!.addCue(new VTTCue(0, 7, 'ברוכים הבאים!'));
    });
    await words.getByText('ברוכים הבאים!').waitFor();
    assert.equal(await direction(), 'rtl');
    assert.ok((await words.evaluate((shown) => Number.parseFloat(getComputedStyle(shown).fontSize))) <= 28);
    await page.keyboard.press('f');
    await page.waitForFunction(() => document.fullscreenElement === null);
    await page.getByRole('button', { name: 'Captions', exact: true }).click();
    await words.waitFor({ state: 'detached' });
  });

  it('leaves captions to the browser in picture-in-picture, and takes them back', async () => {
    await open();
    await page.getByRole('button', { name: 'Captions', exact: true }).click();
    await seek(page, 6);
    await page.locator('[data-captions]').waitFor();
    const drawnBy = (mode: TextTrackMode) =>
      page.waitForFunction((wanted) => document.querySelector('video')!.textTracks[0]!.mode === wanted, mode);
    const float = page.getByRole('button', { name: 'Picture in picture' });
    await float.click();
    await page.waitForFunction(() => document.pictureInPictureElement !== null);
    await drawnBy('showing');
    // Also those that are switched on there.
    await page.keyboard.press('c');
    await drawnBy('disabled');
    await page.keyboard.press('c');
    await drawnBy('showing');
    // The browser draws them over the place of the picture as well.
    await page.locator('[data-captions]').waitFor({ state: 'detached' });
    await float.click();
    await page.waitForFunction(() => document.pictureInPictureElement === null);
    await drawnBy('hidden');
    await page.locator('[data-captions]').waitFor();
    await page.getByRole('button', { name: 'Captions', exact: true }).click();
  });

  it('gives the focus back after every dialog', async () => {
    await open();
    const closes = async (opener: string, dialog: 'dialog' | 'alertdialog'): Promise<void> => {
      // One that has the focus is wholly there, and the menu before it has gone.
      await page.locator(`[role=${dialog}]:focus-within`).waitFor();
      await page.getByRole('menu').waitFor({ state: 'detached' });
      await page.keyboard.press('Escape');
      await page.getByRole(dialog).waitFor({ state: 'detached' });
      await focusedIs(opener);
    };
    for (const [opener, item, dialog] of [
      ['Panel settings', 'Prompt for quotes', 'dialog'],
      ['Panel settings', 'Base search prompt', 'dialog'],
      ['Actions for chapter 1', 'Custom prompt', 'dialog'],
      ['Actions for chapter 1', 'Ask this chapter', 'dialog'],
      ['Video actions', 'More Downloads', 'dialog'],
      ['Video actions', 'Delete', 'alertdialog'],
      ['Video actions', 'ReChapter', 'alertdialog'],
    ] as const) {
      await button(opener).first().click();
      await page.getByRole('menuitem', { name: item, exact: true }).click();
      await closes(opener, dialog);
    }
  });

  /** The names of buttons, as they show over them: content on hover or focus (WCAG 2.2, 1.4.13). */
  describe('the names of buttons', () => {
    const words = () => page.locator('[role=tooltip]');

    it('show on hover, stay under the pointer, and go with it', async () => {
      await page.clock.install();
      await open();
      await stopClock(page);
      await button('Panel settings').hover();
      await advanceClockUntil(page, words().getByText('Panel settings', { exact: true }));
      const box = (await words().boundingBox())!;
      const above = (await button('Panel settings').boundingBox())!;
      // A hand that rests on its way, between the two.
      await page.mouse.move(box.x + box.width / 2, (above.y + above.height + box.y) / 2, { steps: 6 });
      await page.clock.runFor(600);
      await expect(words()).toHaveCount(1);
      // From the button onto its words, with everything between them.
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 12 });
      await page.clock.runFor(600);
      await expect(words()).toHaveCount(1);
      await page.clock.resume();
      await page.mouse.move(5, 5);
      await words().waitFor({ state: 'detached' });
    });

    it('go on Escape alone, and what lies under them stays', async () => {
      await open();
      await page.keyboard.press('?');
      const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await sheet.waitFor();
      await page.keyboard.press('Escape');
      await sheet.waitFor({ state: 'detached' });

      await button('Clip').click();
      await button('Close Cut a clip').focus();
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Tab');
      await words().waitFor();
      await expect(words()).toHaveText('Close Cut a clip');
      await page.keyboard.press('Escape');
      await words().waitFor({ state: 'detached' });
      await page.getByRole('group', { name: 'Cut a clip' }).waitFor();
      assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Close Cut a clip');
    });

    it('shows the button name when Tab scrolls to it, and hides it when the user scrolls', async () => {
      await open();
      await button('Expand all').click();
      await page.getByRole('link', { name: 'Play from 00:00:00' }).focus();
      const first = button('Edit summary of chapter 1');
      const panel = await first.evaluateHandle((at: Element) => {
        let scroller = at.parentElement!;
        while (scroller.scrollHeight <= scroller.clientHeight || getComputedStyle(scroller).overflowY === 'visible')
          scroller = scroller.parentElement!;
        scroller.scrollTop = scroller.scrollHeight;
        return scroller;
      });
      await page.keyboard.press('Tab');
      await words().getByText('Edit summary of chapter 1', { exact: true }).waitFor();
      // Until all that was scrolled has been told.
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      const [box, at] = [(await words().boundingBox())!, (await first.boundingBox())!];
      const apart = box.y > at.y ? box.y - at.y - at.height : at.y - box.y - box.height;
      assert.ok(Math.abs(apart - 6) <= 1, `${apart} px apart`);

      await first.evaluate((element: HTMLElement) => element.blur());
      await first.hover();
      await words().waitFor();
      await panel.evaluate((scroller) => scroller.scrollBy(0, 40));
      await words().waitFor({ state: 'detached' });
    });

    it('show where the browser has no popovers', async () => {
      const old = await page.context().newPage();
      const errors: string[] = [];
      old.on('pageerror', ({ message }) => errors.push(message));
      await old.addInitScript(() => {
        Reflect.deleteProperty(HTMLElement.prototype, 'showPopover');
        Reflect.deleteProperty(HTMLElement.prototype, 'popover');
      });
      await old.goto(page.url());
      await old.getByRole('button', { name: 'Panel settings', exact: true }).hover();
      await old.locator('[role=tooltip]').waitFor({ state: 'attached' });
      await old.getByRole('heading', { level: 1 }).waitFor();
      assert.deepEqual(errors, []);
      await old.close();
    });

    it('lie within the window, over everything else', async () => {
      await open({ width: 390, height: 844 });
      for (const name of ['Open sidebar', 'Full screen', 'Video actions']) {
        await button(name).focus();
        await page.keyboard.press('Shift+Tab');
        await page.keyboard.press('Tab');
        await words().getByText(name, { exact: true }).waitFor();
        const { x, y, width, height } = (await words().boundingBox())!;
        assert.ok(x >= 0 && y >= 0 && x + width <= 390 && y + height <= 844, `${name} at ${x}, ${y}`);
        const top = await page.evaluate(
          ([left, above]) => document.elementFromPoint(left, above)?.getAttribute('role'),
          [x + width / 2, y + height / 2] as const,
        );
        assert.equal(top, 'tooltip', name);
      }
    });
  });
});
