/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import type { Scene, PageState } from './scene.ts';
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

const rewritten = (name: string, arrive: PageState['arrive']): PageState => ({
  name: `rewritten-${name}`,
  path: (scene) => `/asset/${scene.rewritten}`,
  as: 'marketer',
  async arrive(page) {
    await canPlay(page);
    await arrive(page);
  },
});
const visitor = (
  name: string,
  path: (portal: Scene['portal']) => string,
  rest: Omit<PageState, 'name' | 'path'>,
): PageState => ({
  name: `portal-${name}`,
  path: ({ portal }) => `/portal/${path(portal)}`,
  ...rest,
});

const linked = (
  name: string,
  path: (links: Scene['links']) => string,
  rest: Omit<PageState, 'name' | 'path'>,
): PageState => ({
  name: `share-${name}`,
  path: ({ links }) => path(links),
  ...rest,
});

/** Pages only a professional member has, the portal as visitors see it, and a regenerated webinar. */
export const portalPlaces: readonly PageState[] = [
  { name: 'upload-professional', path: '/asset/upload', as: 'marketer', arrive: says('Regenerate Embed Code') },
  { name: 'upload-starter', path: '/asset/upload', as: 'starter', arrive: says('Generate Embed Code') },
  { name: 'plan-professional', path: '/asset/plan', as: 'marketer', arrive: shows('Choose Your Plan') },
  { name: 'owner', path: '/asset/portal', as: 'marketer', arrive: previewed },
  {
    name: 'owner-regenerate',
    path: '/asset/portal',
    as: 'marketer',
    async arrive(page) {
      await previewed(page);
      await page.getByRole('button', { name: 'Regenerate Embed Code' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).waitFor();
    },
  },
  { name: 'owner-start', path: '/asset/portal', as: 'starter', arrive: shows('Your webinars on your own site') },
  {
    name: 'owner-lapsed',
    path: '/asset/portal',
    as: 'lapsed',
    arrive: says('Your portal is paused'),
    refusal: 402,
  },
  { name: 'owner-other-plan', path: '/asset/portal', as: 'member', arrive: shows('Embeddable Webinar Portal') },

  visitor('overview', ({ token }) => token, { arrive: shows('Talks about careful products') }),
  visitor('empty', ({ empty }) => empty, { arrive: says('There are no webinars here yet.') }),
  visitor('search', ({ token }) => `${token}?q=customers`, {
    arrive: (page) => page.locator('mark').first().waitFor(),
  }),
  visitor('search-nothing', ({ token }) => `${token}?q=xylophone`, { arrive: says('Nothing about “xylophone”') }),
  visitor('video', ({ token, key }) => `${token}/${key}`, { arrive: watched }),
  visitor('transcript', ({ token, key }) => `${token}/${key}`, {
    async arrive(page) {
      await watched(page);
      await page.getByRole('tab', { name: 'Transcript' }).click();
    },
  }),
  visitor('resting', ({ resting }) => resting, { arrive: says('Please come back later.'), refusal: 402 }),
  visitor('unknown', () => 'no-such-portal-there', { arrive: says('no longer exists'), refusal: 404 }),
  visitor('unknown-video', ({ token }) => `${token}/nowhere`, {
    arrive: (page) => page.getByRole('link', { name: 'All webinars' }).waitFor(),
    refusal: 404,
  }),

  linked('whole', ({ whole }) => whole, { arrive: watched }),
  linked('chapter', ({ chapter }) => chapter, { arrive: watched }),
  linked('locked', ({ locked }) => locked, { arrive: shows('This recording needs a password') }),
  linked('revoked', ({ revoked }) => revoked, { arrive: says('revoked'), refusal: 410 }),
  linked('unknown', () => '/s/nothing-of-this-name', { arrive: says('does not work'), refusal: 404 }),

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
