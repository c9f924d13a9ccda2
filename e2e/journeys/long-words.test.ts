// full: words longer than the page, everywhere
/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { openBrowser } from '../browser.ts';
import { expect } from '../expect.ts';
import { overruns, writeLongWords } from '../long-words.ts';
import { goTo, openMenuItem, search } from '../places.ts';
import { openScene, type Scene, type PageState } from '../scene.ts';
import { canPlay, waitForPanel } from '../watching.ts';

const widths = [390, 768, 1440];
const words = 'Wandel';

const seen = (selector: string) => (page: Page) => page.locator(selector).first().waitFor();

const watched =
  (tab: 'Chapters' | 'Transcript' | 'Quotes') =>
  async (page: Page): Promise<void> => {
    await canPlay(page);
    await page.getByRole('tab', { name: tab }).click();
    await waitForPanel(page);
    await page.getByRole('tabpanel').getByText(words).first().waitFor();
  };

async function shared(page: Page): Promise<void> {
  await canPlay(page);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('dialog').getByRole('button').first().waitFor();
}

async function paletteOpen(page: Page): Promise<void> {
  await seen('article')(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill(words);
  await page
    .getByRole('option', { name: /Chapter/ })
    .first()
    .waitFor();
}

const visited = (page: Page) =>
  page
    .getByText(/Donaudampf/)
    .first()
    .waitFor();

const member = (
  name: string,
  arrive: PageState['arrive'],
  path: PageState['path'] = ({ webinar }) => `/asset/${webinar}`,
): PageState => ({
  name,
  path,
  as: 'member',
  arrive,
});
const marketer = (name: string, arrive: PageState['arrive'], path: string): PageState => ({
  name,
  path,
  as: 'marketer',
  arrive,
});
const office = (path: string, arrive: PageState['arrive'] = seen('td')): PageState => ({
  name: `admin: ${path}`,
  path: `/admin/${path}`,
  as: 'administrator',
  arrive,
});

/** Where texts of others stand. */
const pages: readonly PageState[] = [
  member('the library', seen('article'), '/asset/view'),
  member('downloads', (page) => openMenuItem(page, 'More Downloads'), '/asset/view'),
  member(
    'what was found',
    async (page) => {
      await search(page, words);
      await page.getByRole('dialog').getByRole('link').first().waitFor();
    },
    '/asset/view',
  ),
  member('the palette', paletteOpen, '/asset/view'),
  member('chapters', watched('Chapters')),
  member('a transcript', watched('Transcript')),
  member('quotes', watched('Quotes')),
  member('sharing', shared),
  member('highlights', seen('[data-highlight]'), '/asset/highlights'),
  member('the account', seen('h2'), '/asset/account'),
  marketer('the glossary', visited, '/asset/glossary'),
  marketer('statistics', visited, '/asset/statistics'),
  marketer('the portal, to its owner', seen('#portal-preview'), '/asset/portal'),
  { name: 'a portal', path: ({ portal }) => `/portal/${portal.token}`, arrive: visited },
  { name: 'the search of a portal', path: ({ portal }) => `/portal/${portal.token}?q=${words}`, arrive: seen('mark') },
  { name: 'a webinar in a portal', path: ({ portal }) => `/portal/${portal.token}/${portal.key}`, arrive: canPlay },
  { name: 'a shared recording', path: ({ links }) => links.whole, arrive: canPlay },
  { name: 'a shared chapter', path: ({ links }) => links.chapter, arrive: canPlay },
  office('dashboard', seen('h2')),
  office('users'),
  office('videos'),
  office('audit', seen('h1')),
  office('jobs', seen('h1')),
];

/** One word that no line holds must not push anything out of sight. */
describe('words longer than a line', () => {
  let scene: Scene;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let page: Page;

  before(async () => {
    scene = await openScene();
    await writeLongWords(scene);
    browser = await openBrowser();
    page = browser.context.pages()[0]!;
    await page.emulateMedia({ reducedMotion: 'reduce' });
  });
  after(async () => {
    await browser?.close();
    await scene?.close();
  });

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
    const publishing = marketer('publishing', seen('h1'), '/asset/portal');
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
