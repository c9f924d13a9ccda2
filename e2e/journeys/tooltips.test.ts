/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { watching } from '../watching.ts';

/** The names of buttons, as they show over them: content on hover or focus (WCAG 2.2, 1.4.13). */
describe('the names of buttons', () => {
  const watch = watching();
  const button = (name: string) => watch.page.getByRole('button', { name, exact: true });
  const words = () => watch.page.locator('[role=tooltip]');

  it('show on hover, stay under the pointer, and go with it', async () => {
    await watch.open();
    const { page } = watch;
    await button('Prompts and AI search').hover();
    await words().getByText('Prompts and AI search', { exact: true }).waitFor();
    const box = (await words().boundingBox())!;
    // From the button onto its words, with everything between them.
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 12 });
    await page.waitForTimeout(600);
    assert.equal(await words().count(), 1);
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
    assert.equal(await words().textContent(), 'Close Cut a clip');
    await page.keyboard.press('Escape');
    await words().waitFor({ state: 'detached' });
    await page.getByRole('group', { name: 'Cut a clip' }).waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Close Cut a clip');
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
