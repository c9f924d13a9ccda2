/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { itInFullRun } from '@lectern/server/test/rare';
import { assertAccessible } from '../axe.ts';
import { expect } from '../expect.ts';
import { drawTwice } from '../at-rest.ts';
import { openSmallScene } from '../scene.ts';
import { canPlay } from '../watching.ts';
import { journey } from '../journey.ts';

/** A webinar of a portal in a narrow window, on its own page. */
describe('a webinar of a portal on a phone', () => {
  const {
    opened: scene,
    page,
    visit,
    errors,
  } = journey(() => openSmallScene(), { viewport: { width: 390, height: 844 } });

  const open = async (width: number, height = 844): Promise<void> => {
    await page.setViewportSize({ width, height });
    await visit(`/portal/${scene.portal.token}/${scene.portal.key}`);
    await canPlay(page);
  };
  const player = () => page.getByRole('region', { name: 'Player' });
  const tabs = () => page.getByRole('tablist');
  const boxOf = async (of: ReturnType<typeof player>) => (await of.boundingBox())!;
  const assertUnderPlayer = async (): Promise<void> => {
    const [{ y, height }, { y: top }] = [await boxOf(player()), await boxOf(tabs())];
    assert.ok(Math.abs(top - (y + height)) <= 1, `the tabs begin at ${top}, the player ends at ${y + height}`);
  };

  it('shows portal tabs under the player and three lines of description, until more is requested', async () => {
    await open(390);
    await assertUnderPlayer();
    const first = page.getByRole('tabpanel').getByRole('listitem').first();
    assert.ok((await boxOf(first)).y < 844, 'the first chapter is in the first window');
    const about = page.locator('article p').filter({ hasText: /\w{3}/ }).nth(1);
    const lines = () =>
      about.evaluate((p) => Math.round(p.clientHeight / Number.parseFloat(getComputedStyle(p).lineHeight)));
    assert.ok((await lines()) <= 3);
    const summary = page.getByRole('heading', { name: 'Summary' });
    await expect(summary).toBeHidden();
    const more = page.getByRole('button', { name: 'Show more' });
    await expect(more).toHaveAttribute('aria-expanded', 'false');
    await more.press('Enter');
    await expect(summary).toBeVisible();
    await assertAccessible(page, 'a webinar with all about it');
    await page.getByRole('button', { name: 'Show less' }).click();
    await expect(summary).toBeHidden();
  });

  it('keeps the portal player and its tabs in sight, when the page scrolls', async () => {
    await open(390);
    await page.getByRole('tab', { name: 'Transcript' }).click();
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
    await drawTwice(page);
    assert.equal((await boxOf(player())).y, 0);
    await assertUnderPlayer();
    await page.getByRole('tab', { name: 'Chapters' }).click();
    await drawTwice(page);
    const [{ y, height }, panel] = [await boxOf(tabs()), await boxOf(page.getByRole('tabpanel'))];
    assert.ok(panel.y >= y + height - 2, 'the chapters begin where they are seen');
  });

  itInFullRun(
    'fits the portal player into the narrowest window and shifts nothing, when the player loads',
    async () => {
      for (const width of [320, 340, 390, 540, 768]) {
        await page.setViewportSize({ width, height: 844 });
        await page.route('**/player-stage*.js', (route) => route.abort());
        await visit(`/portal/${scene.portal.token}/${scene.portal.key}`);
        const before = (await boxOf(tabs())).y;
        await page.unrouteAll({ behavior: 'ignoreErrors' });
        // The player that was kept away is an error.
        errors.length = 0;
        await open(width);
        assert.ok(Math.abs((await boxOf(tabs())).y - before) <= 1, `at ${width} px the tabs move from ${before}`);
        const buttons = await player().getByRole('button').all();
        assert.ok(buttons.length >= 9);
        for (const button of buttons) {
          const { x, width: wide } = await boxOf(button);
          assert.ok(x >= 0 && x + wide <= width, `${await button.getAttribute('aria-label')} at ${width} px`);
        }
      }
    },
  );

  itInFullRun('pins nothing, when the window is too low to read under a player', async () => {
    await open(720, 450);
    await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }));
    await drawTwice(page);
    assert.ok((await boxOf(player())).y < 0);
  });
});
