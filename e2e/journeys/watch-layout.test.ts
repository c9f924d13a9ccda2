// full: how the watch page is laid out; watch-page.test.ts and watch-tools.test.ts hold what it does
/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { fetchAsset } from '@lectern/server/test/upload';
import { atRest } from '../at-rest.ts';
import { expect } from '../expect.ts';
import { readLayoutShift, watchShifts } from '../layout-shift.ts';
import { seek, watching } from '../watching.ts';

/** Where things stand on the watch page, at every width and over the picture. */
describe('the layout of the watch page', () => {
  const watch = watching();
  const button = (name: string) => watch.page.getByRole('button', { name, exact: true });
  const focusedIs = (label: string): Promise<unknown> =>
    watch.page.waitForFunction((wanted) => document.activeElement?.getAttribute('aria-label') === wanted, label);
  /** Waits until the panel has this share, in percent. */
  const becomes = (percent: number): Promise<unknown> =>
    watch.page.waitForFunction((wanted) => {
      const panel = document.querySelector('[aria-label="Chapters and transcript"]')!.getBoundingClientRect();
      const whole = document.querySelector('[data-group]')!.getBoundingClientRect();
      return Math.abs((panel.width / whole.width) * 100 - wanted) <= 1;
    }, percent);

  it('never leaves a pencil alone on a line, and nothing below its footer, however narrow the panel', async () => {
    const { page } = watch;
    for (const width of [1440, 1366, 1280, 1100, 390, 320]) {
      await watch.open({ width });
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

  it('keeps the panel readable in a small window and stores only the width a user chose', async () => {
    const kept = () => watch.page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('watch')));
    const panel = watch.page.getByRole('region', { name: 'Chapters and transcript' });
    const isReadable = (): Promise<unknown> =>
      watch.page.waitForFunction((wanted) => {
        const { width } = document.querySelector('[aria-label="Chapters and transcript"]')!.getBoundingClientRect();
        return Math.abs(width - wanted) <= 1;
      }, 320);
    await watch.open({ width: 768 });
    await isReadable();
    assert.deepEqual(await kept(), []);
    await watch.page.setViewportSize({ width: 1440, height: 900 });
    await becomes(25);
    assert.deepEqual(await kept(), []);
    await button('Panel settings').click();
    await watch.page.getByRole('menuitem', { name: 'Narrower panel' }).click();
    assert.equal((await kept()).length, 1);
    await watch.page.setViewportSize({ width: 768, height: 900 });
    await isReadable();
    await watch.page.reload();
    await panel.waitFor();
    await isReadable();
  });

  it('hides the panel border and uses the full width, when the window is below 768 pixels', async () => {
    await watch.open({ width: 767 });
    await expect(watch.page.getByRole('separator')).toHaveCount(0);
    const box = await watch.page.getByRole('region', { name: 'Chapters and transcript' }).boundingBox();
    assert.equal(box!.width, 767);
  });

  it('reflows at 320 px, with targets of 24 px', async () => {
    await watch.open({ width: 320, height: 700 });
    await watch.page.getByRole('button', { name: 'Clip', exact: true }).click();
    assert.equal(await watch.page.evaluate(() => document.documentElement.scrollWidth), 320);
    const small = await watch.page.evaluate(() =>
      [...document.querySelectorAll('main :is(button, input, select, summary, [role=slider])')]
        .filter((element) => element.checkVisibility())
        .map((element) => ({ box: element.getBoundingClientRect(), name: element.outerHTML.slice(0, 100) }))
        .filter(({ box }) => box.width < 24 || box.height < 24)
        .map(({ name }) => name),
    );
    assert.deepEqual(small, []);
  });

  it('shows every player control once and in sight, at any width', async () => {
    const names = ['Play', 'Back 10 seconds', 'Forward 10 seconds', 'Previous chapter', 'Next chapter', 'Mute'];
    const others = ['Speed', 'Captions', 'Picture in picture', 'Keyboard shortcuts', 'Full screen'];
    for (const width of [320, 340, 361, 375, 430, 600, 768, 1440]) {
      await watch.open({ width, height: 700 });
      const player = watch.page.getByRole('region', { name: 'Player' });
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
    await watch.open({ width: 375, height: 667 });
    await watch.page.getByRole('button', { name: 'Clip', exact: true }).click();
    const last = watch.page.getByText(/^In it:/);
    await last.scrollIntoViewIfNeeded();
    const box = (await last.boundingBox())!;
    assert.ok(box.y >= 0 && box.y + box.height <= 667, `${box.y} to ${box.y + box.height}`);
  });

  it('keeps the header, the line of what plays and the search apart, when a tool is open in a tall window', async () => {
    const { page } = watch;
    await watch.open({ width: 390, height: 844 });
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
    await watchShifts(watch.page);
    await watch.open();
    await atRest(watch.page);
    const shift = await readLayoutShift(watch.page);
    assert.ok(shift !== undefined);
    assert.ok(shift < 0.02, `layout shift ${shift}`);
  });

  it('draws captions calm: off the edges of the picture, and over no control in full screen', async () => {
    const { page } = watch;
    await watch.open();
    await page.getByRole('button', { name: 'Captions', exact: true }).click();
    await seek(page, 6);
    const words = page.locator('[data-captions] span');
    await words.waitFor();
    const said = webvttCues((await fetchAsset(watch.stage.people.member, watch.stage.webinar)).vtt);
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
    const { page } = watch;
    await watch.open();
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
    await watch.open();
    const closes = async (opener: string, dialog: 'dialog' | 'alertdialog'): Promise<void> => {
      // One that has the focus is wholly there, and the menu before it has gone.
      await watch.page.locator(`[role=${dialog}]:focus-within`).waitFor();
      await watch.page.getByRole('menu').waitFor({ state: 'detached' });
      await watch.page.keyboard.press('Escape');
      await watch.page.getByRole(dialog).waitFor({ state: 'detached' });
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
      await watch.page.getByRole('menuitem', { name: item, exact: true }).click();
      await closes(opener, dialog);
    }
  });

  it('met no error of a script', () => assert.deepEqual(watch.errors, []));
});
