/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { openOnStage } from './journey.ts';
import { enter, type openStage } from './stage.ts';

type Tab = 'Chapters' | 'Transcript' | 'Quotes';

type View = { search?: string; theme?: 'light' | 'dark'; width?: number; height?: number; tab?: Tab };

/** A journey on a stage whose `open` shows the sample webinar to its owner, and waits until it can be played. */
export function watching(how: Parameters<typeof openStage>[0] = {}) {
  const journey = openOnStage(how);
  const { stage, page, visit } = journey;
  return {
    ...journey,
    async open({ search = '', theme = 'light', width = 1440, height = 900, tab }: View = {}): Promise<void> {
      // Behind another tab a page draws a frame a second, and each click waits for two.
      await page.bringToFront();
      await page.setViewportSize({ width, height });
      await enter(page, stage.origin, { session: stage.people.member.session, theme });
      await visit(`/asset/${stage.webinar}${search}`);
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

/** Plays without a sound, and waits until it moves. */
export async function play(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const video = document.querySelector('video')!;
    video.muted = true;
    await video.play();
  });
  await page.waitForFunction(() => document.querySelector('video')!.currentTime > 0.5);
}

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
