/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { type PageState, placesOf, type Scene } from './scene.ts';
import { canPlay, pause } from './watching.ts';

const shows = (heading: string) => (page: Page) => page.getByRole('heading', { name: heading }).first().waitFor();
const says = (text: string) => (page: Page) => page.getByText(text).first().waitFor();

async function previewed(page: Page): Promise<void> {
  await page.frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null);
}

async function watched(page: Page): Promise<void> {
  await canPlay(page);
  await page.getByRole('button', { name: 'Play', exact: true }).first().waitFor();
}

const [anybody, marketer] = [placesOf(), placesOf('marketer')];
const rewritten = (name: string, arrive: PageState['arrive']): PageState =>
  marketer(
    `rewritten-${name}`,
    (scene) => `/asset/${scene.rewritten}`,
    async (page) => {
      await canPlay(page);
      await arrive(page);
    },
  );
type Refusal = Pick<PageState, 'refusal'>;
const visitor = (
  name: string,
  path: (portal: Scene['portal']) => string,
  arrive: PageState['arrive'],
  more?: Refusal,
) => anybody(`portal-${name}`, ({ portal }) => `/portal/${path(portal)}`, arrive, more);
const linked = (name: string, path: (links: Scene['links']) => string, arrive: PageState['arrive'], more?: Refusal) =>
  anybody(`share-${name}`, ({ links }) => path(links), arrive, more);

/** Pages only a professional member has, the portal as visitors see it, and a regenerated webinar. */
export const portalPlaces: readonly PageState[] = [
  marketer('upload-professional', '/asset/upload', says('Regenerate Embed Code')),
  placesOf('starter')('upload-starter', '/asset/upload', says('Generate Embed Code')),
  marketer('plan-professional', '/asset/plan', shows('Choose Your Plan')),
  marketer('owner', '/asset/portal', previewed),
  marketer('owner-regenerate', '/asset/portal', async (page) => {
    await previewed(page);
    await page.getByRole('button', { name: 'Regenerate Embed Code' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).waitFor();
  }),
  placesOf('starter')('owner-start', '/asset/portal', shows('Your webinars on your own site')),
  placesOf('lapsed')('owner-lapsed', '/asset/portal', says('Your portal is paused'), { refusal: 402 }),
  placesOf('member')('owner-other-plan', '/asset/portal', shows('Embeddable Webinar Portal')),

  visitor('overview', ({ token }) => token, shows('Talks about careful products')),
  visitor('empty', ({ empty }) => empty, says('There are no webinars here yet.')),
  visitor(
    'search',
    ({ token }) => `${token}?q=customers`,
    (page) => page.locator('mark').first().waitFor(),
  ),
  visitor('search-nothing', ({ token }) => `${token}?q=xylophone`, says('Nothing about “xylophone”')),
  visitor('video', ({ token, key }) => `${token}/${key}`, watched),
  visitor(
    'transcript',
    ({ token, key }) => `${token}/${key}`,
    async (page) => {
      await watched(page);
      await page.getByRole('tab', { name: 'Transcript' }).click();
    },
  ),
  visitor('resting', ({ resting }) => resting, says('Please come back later.'), { refusal: 402 }),
  visitor('unknown', () => 'no-such-portal-there', says('no longer exists'), { refusal: 404 }),
  visitor(
    'unknown-video',
    ({ token }) => `${token}/nowhere`,
    (page) => page.getByRole('link', { name: 'All webinars' }).waitFor(),
    { refusal: 404 },
  ),

  linked('whole', ({ whole }) => whole, watched),
  linked('chapter', ({ chapter }) => chapter, watched),
  linked('locked', ({ locked }) => locked, shows('This recording needs a password')),
  linked('revoked', ({ revoked }) => revoked, says('revoked'), { refusal: 410 }),
  linked('unknown', () => '/s/nothing-of-this-name', says('does not work'), { refusal: 404 }),

  rewritten('share', async (page) => {
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page
      .getByRole('dialog', { name: 'Share' })
      .getByRole('region', { name: /^Link (created|copied)/ })
      .waitFor();
  }),
  rewritten('chapters', says('The chapters have been rewritten.')),
  rewritten('changes', async (page) => {
    await page.getByRole('button', { name: 'What changed' }).first().click();
    await page.getByRole('dialog', { name: 'What changed' }).getByRole('button', { name: 'Undo' }).waitFor();
  }),
  rewritten('gap', async (page) => {
    await page.getByRole('tab', { name: 'Transcript' }).click();
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page
      .getByText(/^Sound heard, no words/)
      .first()
      .waitFor();
  }),
  rewritten('chosen-line', async (page) => {
    await page.getByRole('tab', { name: 'Transcript' }).click();
    await page.getByRole('link', { name: /^Before our last launch/ }).click();
    await pause(page);
    await page.getByRole('button', { name: /^Edit line at/ }).waitFor();
  }),
  rewritten('line', async (page) => {
    await page.getByRole('tab', { name: 'Transcript' }).click();
    await page.getByRole('link', { name: /^Before our last launch/ }).dblclick();
    await page.getByRole('textbox', { name: /^Edit line at/ }).waitFor();
  }),
  rewritten('speakers', async (page) => {
    await page.getByRole('tab', { name: 'Transcript' }).click();
    await page.getByRole('button', { name: 'Speakers' }).click();
    await page.getByRole('dialog', { name: 'Speakers' }).waitFor();
  }),
];
