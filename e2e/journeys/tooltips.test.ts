// full: when tooltips come and go
/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { expect } from '../expect.ts';
import { advanceClockUntil, stopClock } from '../stopped-clock.ts';
import { watching } from '../watching.ts';

/** The names of buttons, as they show over them: content on hover or focus (WCAG 2.2, 1.4.13). */
describe('the names of buttons', () => {
  const watch = watching();
  const button = (name: string) => watch.page.getByRole('button', { name, exact: true });
  const words = () => watch.page.locator('[role=tooltip]');

  it('show on hover, stay under the pointer, and go with it', async () => {
    const { page } = watch;
    await page.clock.install();
    await watch.open();
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
    const { page } = watch;
    await watch.open();
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
    const { page } = watch;
    await watch.open();
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
    const old = await watch.page.context().newPage();
    const errors: string[] = [];
    old.on('pageerror', ({ message }) => errors.push(message));
    await old.addInitScript(() => {
      Reflect.deleteProperty(HTMLElement.prototype, 'showPopover');
      Reflect.deleteProperty(HTMLElement.prototype, 'popover');
    });
    await old.goto(watch.page.url());
    await old.getByRole('button', { name: 'Panel settings', exact: true }).hover();
    await old.locator('[role=tooltip]').waitFor({ state: 'attached' });
    await old.getByRole('heading', { level: 1 }).waitFor();
    assert.deepEqual(errors, []);
    await old.close();
  });

  it('lie within the window, over everything else', async () => {
    const { page } = watch;
    await watch.open({ width: 390, height: 844 });
    for (const name of ['Open sidebar', 'Full screen', 'Video actions']) {
      await button(name).focus();
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Tab');
      await words().getByText(name, { exact: true }).waitFor();
      const { x, y, width, height } = (await words().boundingBox())!;
      assert.ok(x >= 0 && y >= 0 && x + width <= 390 && y + height <= 844, `${name} at ${x}, ${y}`);
      const top = await page.evaluate(([left, above]) => document.elementFromPoint(left, above)?.getAttribute('role'), [
        x + width / 2,
        y + height / 2,
      ] as const);
      assert.equal(top, 'tooltip', name);
    }
  });
});
