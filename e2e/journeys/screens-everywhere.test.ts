// full: every page in both themes at three widths; every-page.test.ts looks at each once
/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { axeFindings, ofColours, ofLandmarks } from '../axe.ts';
import { goTo, places } from '../places.ts';
import { openScene } from '../scene.ts';
import { journey } from '../journey.ts';

/** Pages on which axe had found a landmark twice, or something outside of all. */
const orderly = new Set([
  'owner',
  ...['dashboard', 'users', 'videos', 'reports', 'jobs', 'health'].map((page) => `admin-${page}`),
]);

/** Checks the rules for every page of `places.ts`, in every listed state. */
describe('every page', () => {
  const { opened: scene, page, foreign, errors } = journey(() => openScene());
  /** Complaints from the browser console. */
  let complaints: string[] = [];
  before(async () => {
    // axe would measure colours half faded in.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    page.on('console', (message) => {
      if (message.type() === 'error' || /Content.Security.Policy/i.test(message.text()))
        complaints.push(message.text());
    });
  });

  for (const place of places)
    it(`${place.name} is accessible in both themes, fits 320 pixels, and keeps to itself`, async () => {
      await page.setViewportSize({ width: 1440, height: 900 });
      complaints = [];
      await goTo(page, scene, place);
      assert.deepEqual(await axeFindings(page), [], 'axe, light');
      if (orderly.has(place.name)) assert.deepEqual(await axeFindings(page, ofLandmarks), [], 'landmarks');
      const outside = await page.evaluate(() =>
        document.querySelector('[role=separator]') ? document.documentElement.scrollHeight - innerHeight : 0,
      );
      assert.ok(outside <= 0, `${outside} pixels outside of the window, where both sides scroll by themselves`);
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.evaluate(() => document.documentElement.classList.add('dark'));
      assert.deepEqual(await axeFindings(page, ofColours), [], 'axe, dark');

      await page.setViewportSize({ width: 320, height: 640 });
      // The same elements are laid out again, which takes a moment.
      const fits = () => document.documentElement.scrollWidth <= 320;
      await page.waitForFunction(fits, undefined, { timeout: 5000 }).catch(() => undefined);
      const { wide, culprits } = await page.evaluate(() => ({
        wide: document.documentElement.scrollWidth,
        culprits: [...document.querySelectorAll('body *')]
          .filter((element) => element.getBoundingClientRect().right > 321)
          .slice(-3)
          .map((element) => element.outerHTML.slice(0, 120)),
      }));
      assert.ok(wide <= 320, `at 320 pixels the page is ${wide} wide: ${culprits.join('\n')}`);
      const expected = complaints.filter((text) => !place.refusal || !text.includes(`status of ${place.refusal}`));
      assert.deepEqual({ foreign, errors, complaints: expected }, { foreign: [], errors: [], complaints: [] });
    });

  it('sends a content security policy that allows only scripts of the product', async () => {
    await page.goto(`${scene.origin}/login`);
    const ran = await page.evaluate(async () => {
      const marks = window as Window & { inline?: true; handler?: true };
      document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.inline = true' }));
      document.body.insertAdjacentHTML('beforeend', '<img src="/none.png" onerror="window.handler = true">');
      // After the handler of the attribute, were there one.
      await new Promise((resolve) => document.body.lastElementChild!.addEventListener('error', resolve));
      return { inline: marks.inline, handler: marks.handler };
    });
    assert.deepEqual(ran, { inline: undefined, handler: undefined });
  });
});
