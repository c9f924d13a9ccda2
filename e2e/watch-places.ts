/// <reference lib="dom" />
import { type PageState, placesOf } from './scene.ts';
import type { VideoDetail } from '@lectern/contract/videos/videos';
import type { Page } from 'playwright-core';

/** The first frame is there, and so are the chapters. */
async function watched(page: Page): Promise<void> {
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2);
  await page.getByRole('heading', { level: 3 }).first().waitFor();
}

const chosen =
  (menu: string, item: string, role: 'dialog' | 'alertdialog' = 'dialog') =>
  async (page: Page): Promise<void> => {
    await watched(page);
    await page.getByRole('button', { name: menu, exact: true }).first().click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
    await page.getByRole(role).getByRole('heading').first().waitFor();
    await page.waitForFunction(() => document.querySelector('[role=dialog] [aria-busy=true]') === null);
  };

async function asked(page: Page): Promise<void> {
  await watched(page);
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await page.getByRole('dialog', { name: 'AI search' }).waitFor();
}

const tool =
  (name: string) =>
  async (page: Page): Promise<void> => {
    await watched(page);
    await page.getByRole('button', { name, exact: true }).click();
    await page.getByRole('group').getByRole('textbox').first().waitFor();
  };

const member = placesOf('member');
const at = (name: string, arrive: PageState['arrive'], answer?: PageState['answer']): PageState =>
  member(name, ({ webinar }) => `/asset/${webinar}`, arrive, answer && { answer });

/** Changes what the page is told of its video. */
const told =
  (change: (video: VideoDetail) => Partial<VideoDetail>) =>
  (page: Page): Promise<unknown> =>
    page.route('**/api/muxvideos/asset/*', async (route) => {
      const response = await route.fetch();
      const { data } = (await response.json()) as { data: VideoDetail };
      await route.fulfill({ response, json: { data: { ...data, ...change(data) } } });
    });

/** The page that cuts a clip, whose link is no older than a moment. */
const cutting = ({ webinar }: { webinar: string }): string =>
  `/asset/video-cut?passthrough=${webinar}&timein=00:00:10&timeout=00:00:12&start=${Date.now()}`;

/** The page of a video with each of its tools and modals, and the page that cuts clips. */
export const watchPlaces: readonly PageState[] = [
  at('video', watched),
  at('video-transcript', async (page) => {
    await watched(page);
    await page.getByRole('tab', { name: 'Transcript' }).click();
    await page.locator('[data-line]').first().waitFor();
  }),
  at('video-selected', async (page) => {
    await watched(page);
    await page.getByRole('tab', { name: 'Transcript' }).click();
    await page.locator('[data-line="1"]').evaluate((line) => {
      const words = [...line.childNodes].find(({ textContent }) => textContent?.includes('how to launch'))!;
      const text = document.createTreeWalker(words, NodeFilter.SHOW_TEXT).nextNode() ?? words;
      const from = text.textContent!.indexOf('how to launch');
      getSelection()!.setBaseAndExtent(text, from, text, from + 'how to launch'.length);
    });
    await page.getByRole('toolbar', { name: 'Selected words' }).waitFor();
  }),
  at('video-highlights', async (page) => {
    await watched(page);
    await page.getByRole('tab', { name: 'Transcript' }).click();
    await page.getByRole('button', { name: /^\d+ highlights$/ }).click();
    await page.getByRole('dialog', { name: 'Highlights' }).waitFor();
  }),
  at('video-share-made', async (page) => {
    await watched(page);
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByRole('region', { name: /^Link (created|copied)/ }).waitFor();
  }),
  at(
    'video-moments',
    async (page) => {
      await watched(page);
      await page.getByRole('link', { name: '1:02', exact: true }).waitFor();
    },
    told(() => ({ summary: 'On prices (1:02), Ann says that they rise.' })),
  ),
  at(
    'video-working',
    (page) => page.getByRole('region', { name: 'Processing' }).getByText('25%').waitFor(),
    told(({ steps }) => ({
      description: '',
      chapters: [],
      progress: 0.6,
      steps: steps.map((step) =>
        step.step === 'chapters' ? { ...step, state: 'running', progress: 0.25 } : { ...step, state: 'done' },
      ),
    })),
  ),
  at('video-quotes', async (page) => {
    await watched(page);
    await page.getByRole('tab', { name: 'Quotes' }).click();
    await page.locator('[data-quote]').first().waitFor();
  }),
  at('video-clip', tool('Clip')),
  at('video-screenshot', tool('Screenshot')),
  at('video-shortcuts', async (page) => {
    await watched(page);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  }),
  at('video-ai-search', asked),
  at('video-ai-answer', async (page) => {
    await asked(page);
    await page.getByLabel('Your question').fill('What was said about customers?');
    await page.getByRole('dialog').getByRole('button', { name: 'Ask', exact: true }).click();
    await page.getByRole('heading', { name: 'AI Search Results Below' }).waitFor();
  }),
  at('video-search', async (page) => {
    await watched(page);
    await page.getByRole('tab', { name: 'Transcript' }).click();
    await page.getByRole('textbox', { name: 'Search in transcript' }).fill('customers');
    await page.locator('mark').first().waitFor();
  }),
  at('video-quote-prompt-edit', async (page) => {
    await chosen('Panel settings', 'Prompt for quotes')(page);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
  }),
  at('video-quote-prompt', chosen('Panel settings', 'Prompt for quotes')),
  at('video-search-prompt', chosen('Panel settings', 'Base search prompt')),
  at('video-custom-prompt', chosen('Actions for chapter 1', 'Custom prompt')),
  at('video-downloads', chosen('Video actions', 'More Downloads')),
  at('video-rechapter', chosen('Video actions', 'ReChapter', 'alertdialog')),
  member(
    'video-gone',
    '/asset/00000000-0000-4000-8000-000000000000',
    (page) => page.getByRole('heading', { name: 'There is no video at this address' }).waitFor(),
    { refusal: 404 },
  ),
  member(
    'video-cut',
    cutting,
    (page) => page.getByText('✅ Your edited video has downloaded successfully.').first().waitFor(),
    {
      // It asks until the clip is there.
      refusal: 404,
    },
  ),
  member('video-cut-working', cutting, (page) => page.getByRole('progressbar').waitFor(), {
    answer: (page) => page.route(/\/download\//, (route) => route.fulfill({ status: 404, body: '' })),
    refusal: 404,
  }),
  member('video-cut-refused', '/asset/video-cut', (page) =>
    page.getByText('there are missing parameters').first().waitFor(),
  ),
  member('payment-successful', '/stripe/default/success', async (page) => {
    await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
    // The page leads on by itself after 2.5 seconds: its timers are taken away.
    await page.evaluate(() => {
      for (let id = setTimeout(() => undefined) as unknown as number; id > 0; id -= 1) clearTimeout(id);
    });
  }),
  member('plan', '/asset/plan', (page) => page.getByRole('heading', { name: 'Choose Your Plan' }).waitFor()),
];
