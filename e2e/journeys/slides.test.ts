// full: slides in the page; their times are held by the tests of the server
/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { signUp, type TestMember } from '@lectern/server/test/member';
import { slideShow } from '@lectern/server/test/slide-show';
import { uploadFile, waitUntilProcessed } from '@lectern/server/test/upload';
import { assertAccessible } from '../axe.ts';
import { search } from '../places.ts';
import { canPlay } from '../watching.ts';
import { openOnServer } from '../journey.ts';
import { waitForTexts } from '../expect.ts';

const shown = [
  ['How glaciers move', 'Basal sliding over a bed of rock'],
  ['Measuring with Kubernetes', 'Two sensors on every square kilometre'],
  ['Warning the villages', 'Write to us at any time'],
];

/** Covers what a member does with the slides of a recording. */
describe('the slides beside a recording', () => {
  let folder: string;
  const { server, page, visit, visitAs } = openOnServer({ env: { SLIDES: 'read' } });
  let member: TestMember;
  let id: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-slides-'));
    member = await signUp(server.origin, server.letters, { plan: 'executive' });
    const captions = join(folder, 'spoken.vtt');
    await writeFile(captions, 'WEBVTT\n\n00:00.000 --> 00:10.000\nGlaciers move by sliding over their beds of rock.\n');
    id = await uploadFile(member, await slideShow(folder, shown), { captions });
    await waitUntilProcessed(member, id);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const panel = () => page.getByRole('region', { name: 'Chapters and transcript' });
  const now = () => page.evaluate(() => document.querySelector('video')!.currentTime);

  it('shows slides in a tab with picture, time and words, and plays from their time', async () => {
    await visitAs(member, `/asset/${id}`);
    await canPlay(page);
    await page.getByRole('tab', { name: 'Chapters' }).focus();
    await page.keyboard.press('End');
    await page.getByRole('tab', { name: 'Slides', selected: true }).waitFor();
    await waitForTexts(panel(), '3 slides', 'How glaciers move', 'Basal sliding over a bed of rock', '00:00:04');
    const pictures = panel().locator('li img');
    await pictures.last().scrollIntoViewIfNeeded();
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLImageElement>('li img')].every((image) => image.naturalWidth > 0),
    );
    await panel()
      .getByRole('button', { name: /^Measuring with Kubernetes/ })
      .focus();
    await page.keyboard.press('Enter');
    await panel().locator('li[aria-current="true"]').filter({ hasText: 'Measuring with Kubernetes' }).waitFor();
    assert.ok((await now()) >= 3);
    await assertAccessible(page, 'the slides');
  });

  it('keeps the slides tab clear of the panel menu, when the panel is beside the recording', async () => {
    for (const width of [768, 1024, 1280, 1366, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await visit(`/asset/${id}`);
      const tab = page.getByRole('tab', { name: 'Slides' });
      const menu = page.getByRole('button', { name: 'Panel settings' });
      const [left, right] = [(await tab.boundingBox())!, (await menu.boundingBox())!];
      assert.ok(
        left.x + left.width <= right.x,
        `at ${width} the tab ends at ${left.x + left.width}, the menu is at ${right.x}`,
      );
      await tab.click();
      await page.getByRole('tab', { name: 'Slides', selected: true }).waitFor();
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('finds slides with their picture and opens them in the slides tab', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await visit(`/asset/view`);
    await search(page, 'warning the villages');
    const found = page.getByRole('dialog', { name: /^Results for/ }).getByRole('link');
    await found.filter({ hasText: 'Slide' }).first().click();
    await page.getByRole('tab', { name: 'Slides', selected: true }).waitFor();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(overflow <= 0, `${overflow} pixels beyond the edge`);
    await assertAccessible(page, 'the slides on a phone');
  });
});
