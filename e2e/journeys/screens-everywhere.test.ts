// full: every page in both themes at three widths, and with words longer than a line; every-page.test.ts looks at each once
/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { axeFindings, ofColours, ofLandmarks } from '../axe.ts';
import { sweepSearch } from '@lectern/server/features/library/search/fold-texts';
import type { Page } from 'playwright-core';
import { expect, waitForTexts } from '../expect.ts';
import { goTo, places, search } from '../places.ts';
import { openScene, type PageState, placesOf, type Scene } from '../scene.ts';
import { journey } from '../journey.ts';

/** One word as no line holds it: 190 letters, as titles may have them. */
const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk'.repeat(4).slice(0, 190);
const longAddress = `https://example.com/${'a'.repeat(90)}`;
const long = `${longWord} im Wandel ${longAddress}`;

/** Writes them into everything that people and engines can write. */
async function writeLongWords({ server }: Scene): Promise<void> {
  const { kysely } = server.world.database;
  await kysely
    .updateTable('videos')
    .set({ title: long, description: long, summary: long, file_name: `${longWord}.mp4`, folding: null })
    .execute();
  await kysely.updateTable('chapters').set({ title: long, summary: long }).execute();
  for (const { id, quotes } of await kysely.selectFrom('chapters').select(['id', 'quotes']).execute())
    await kysely
      .updateTable('chapters')
      .set({ quotes: JSON.stringify(quotes.map((each) => ({ ...each, quote: long }))) })
      .where('id', '=', id)
      .execute();
  await kysely.updateTable('cues').set({ text: long, speaker: longWord }).execute();
  await kysely.updateTable('highlights').set({ words: long, note: long }).execute();
  await kysely
    .updateTable('glossary_terms')
    .set({ term: longWord, misspellings: [`${longWord}s`] })
    .execute();
  await kysely.updateTable('users').set({ firstname: longWord, lastname: longWord }).execute();
  await kysely
    .updateTable('portals')
    .set({ title: longWord.slice(0, 100) })
    .execute();
  // As after a change of folding: what is searched is written from the texts as they are.
  await sweepSearch(server.world);
}

/** Lists overflows: a page wider than the window, controls outside it, and text outside its box. */
const overruns = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > innerWidth) found.push(`the page is ${scrollWidth} wide`);
    const name = (element: Element): string => element.outerHTML.replaceAll(/\s+/g, ' ').slice(0, 160);
    /** Where something is cut off, or the window ends; tables scroll by themselves. */
    const edgeOf = (element: Element): number => {
      let edge = innerWidth;
      for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
        const { overflowX, display } = getComputedStyle(at);
        // Elements without a box clip nothing.
        if (overflowX === 'visible' || display === 'contents') continue;
        if (at.querySelector(':scope > table')) return Infinity;
        edge = Math.min(edge, at.getBoundingClientRect().right);
      }
      return edge;
    };
    const isSeen = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width > 1;
    for (const control of document.querySelectorAll('button, a[href], input, select, textarea, [role=slider]')) {
      if (!isSeen(control)) continue;
      const over = control.getBoundingClientRect().right - edgeOf(control);
      if (over > 1) found.push(`${Math.round(over)} px outside: ${name(control)}`);
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode: text } = texts;
      let box = text.parentElement!;
      while (['inline', 'contents'].includes(getComputedStyle(box).display) && box.parentElement)
        box = box.parentElement;
      if (!text.textContent?.trim() || !isSeen(box) || getComputedStyle(box).textOverflow === 'ellipsis') continue;
      if (box.closest('option, select, script, style, .sr-only')) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const right = Math.max(...[...range.getClientRects()].map((rect) => rect.right));
      const over = right - Math.min(box.getBoundingClientRect().right, edgeOf(box));
      if (over > 1) found.push(`letters ${Math.round(over)} px outside: ${name(box)}`);
    }
    return found;
  });

const widths = [390, 768, 1440];
const words = 'Wandel';

const seen = (selector: string) => (page: Page) => page.locator(selector).first().waitFor();

const named = (page: Page): Promise<void> => waitForTexts(page, /Donaudampf/);

async function paletteOpen(page: Page): Promise<void> {
  await seen('article')(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill(words);
  await page
    .getByRole('option', { name: /Chapter/ })
    .first()
    .waitFor();
}

const [member, anybody] = [placesOf('member'), placesOf()];
const names = [
  ...'library video video-transcript video-quotes video-share-made video-downloads highlights account'.split(' '),
  ...'owner portal-video share-whole share-chapter'.split(' '),
  ...'dashboard users videos audit jobs'.split(' ').map((page) => `admin-${page}`),
];

/** Where texts of others stand. */
const pages: readonly PageState[] = [
  ...places.filter(({ name }) => names.includes(name)),
  member('what was found', '/asset/view', async (page) => {
    await search(page, words);
    await page.getByRole('dialog').getByRole('link').first().waitFor();
  }),
  member('the palette', '/asset/view', paletteOpen),
  placesOf('marketer')('the glossary', '/asset/glossary', named),
  placesOf('marketer')('statistics', '/asset/statistics', named),
  anybody('a portal', ({ portal }) => `/portal/${portal.token}`, named),
  anybody('the search of a portal', ({ portal }) => `/portal/${portal.token}?q=${words}`, seen('mark')),
];

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

  /** Last, for it changes what the scene shows: one word that no line holds must not push anything out of sight. */
  describe('words longer than a line', () => {
    before(() => writeLongWords(scene));

    it('knows every page it looks at', () => assert.equal(pages.length, names.length + 6));

    for (const place of pages)
      it(`breaks words longer than a line on ${place.name}`, async () => {
        const found: Record<number, string[]> = {};
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 });
          await goTo(page, scene, place);
          found[width] = await overruns(page);
        }
        assert.deepEqual(found, Object.fromEntries(widths.map((width) => [width, []])));
      });

    it('breaks words longer than a line in the dialog for a new portal', async () => {
      await scene.server.world.database.kysely.deleteFrom('portals').execute();
      const publishing = placesOf('marketer')('publishing', '/asset/portal', seen('h1'));
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        await goTo(page, scene, publishing);
        await page.getByRole('button', { name: 'Generate Embed Code' }).click();
        const dialog = page.getByRole('dialog', { name: 'What visitors will see' });
        const boxes = dialog.getByRole('checkbox');
        await boxes.nth(2).waitFor();
        assert.deepEqual(await overruns(page), [], String(width));
        const all = boxes.first();
        if (!(await all.isChecked())) await all.check();
        await all.uncheck();
        for (const each of await boxes.all()) await expect(each).not.toBeChecked();
        await dialog.getByRole('button', { name: 'Generate without webinars' }).waitFor();
        await dialog.getByRole('button', { name: 'Cancel' }).click();
      }
    });
  });
});
