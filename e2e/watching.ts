/// <reference lib="dom" />
import { after, before } from 'node:test';
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { openBrowser } from './browser.ts';
import { foreignRequests } from './foreign-requests.ts';
import { enter, openStage, type Stage } from './stage.ts';

type Tab = 'Chapters' | 'Transcript' | 'Quotes';

type Watching = {
  stage: Stage;
  page: Page;
  /** Opens the sample webinar as its owner, in a browser without a past, and waits until it can be played. */
  open(options?: {
    search?: string;
    theme?: 'light' | 'dark';
    width?: number;
    height?: number;
    tab?: Tab;
  }): Promise<void>;
  /** Errors that scripts of the pages have met. */
  errors: string[];
};

/** A stage and a browser on its watch page, for all tests of a file. */
export function watching(staged: Parameters<typeof openStage>[0] = {}): Watching {
  const opened: { stage?: Stage; page?: Page; browser?: Awaited<ReturnType<typeof openBrowser>> } = {};
  const errors: string[] = [];
  let foreign: string[] = [];
  before(async () => {
    opened.stage = await openStage(staged);
    opened.browser = await openBrowser();
    await opened.browser.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    opened.page = opened.browser.context.pages()[0] ?? (await opened.browser.context.newPage());
    opened.page.on('pageerror', (error) => errors.push(error.message));
    foreign = foreignRequests(opened.page, opened.stage.origin);
  });
  after(async () => {
    assert.deepEqual(foreign, [], 'asked of other hosts');
    await opened.browser?.close();
    await opened.stage?.close();
  });
  return {
    get stage() {
      return opened.stage!;
    },
    get page() {
      return opened.page!;
    },
    errors,
    async open({ search = '', theme = 'light', width = 1440, height = 900, tab } = {}) {
      const { stage, page } = this;
      // Behind another tab a page draws a frame a second, and each click waits for two.
      await page.bringToFront();
      await page.setViewportSize({ width, height });
      await enter(page, stage.origin, { session: stage.people.member.session, theme });
      await page.goto(`${stage.origin}/asset/${stage.webinar}${search}`);
      await canPlay(page);
      if (tab) await chooseTab(page, tab);
    },
  };
}

/** Shows what is behind a tab of the panel, and waits until it is drawn. */
export async function chooseTab(page: Page, tab: Tab): Promise<void> {
  await page.getByRole('tab', { name: tab }).click();
  await waitForPanel(page);
}

/** Waits until the panel shows what its tab says. */
export const waitForPanel = (page: Page): Promise<void> => page.locator('[role=tabpanel][aria-busy=false]').waitFor();

export const canPlay = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2);

export const getPlayerSeconds = (page: Page): Promise<number> =>
  page.evaluate(() => document.querySelector('video')!.currentTime);

/** Waits until the recording stands near a time, in seconds. */
export const waitForPlayerTime = (page: Page, seconds: number, tolerance = 0.6): Promise<unknown> =>
  page.waitForFunction(([at, by]) => Math.abs((document.querySelector('video')?.currentTime ?? -1) - at) <= by, [
    seconds,
    tolerance,
  ] as const);

export const pause = (page: Page): Promise<void> => page.evaluate(() => document.querySelector('video')!.pause());

/** Moves the recording as its own line does, without playing it. */
export const seek = (page: Page, seconds: number): Promise<void> =>
  page.evaluate((at) => {
    document.querySelector('video')!.currentTime = at;
  }, seconds);
