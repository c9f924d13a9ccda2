import type { openBrowser } from '../../../e2e/browser.ts';

/// <reference lib="dom" />

export type Page = Awaited<ReturnType<Awaited<ReturnType<typeof openBrowser>>['context']['newPage']>>;

type Seen = {
  /** Milliseconds from the start of the navigation to the largest thing painted. */
  lcp: number;
  /** The worst five seconds of what moved by itself. */
  cls: number;
  /** Milliseconds by interaction, those of less than 16 left out: the browser does not tell of them. */
  interactions: Map<number, number>;
};

type Watched = Window & { vitals: Seen };

/** Runs in the page before everything else, and keeps what the browser tells of how it felt. */
function watch(): void {
  const seen: Seen = { lcp: 0, cls: 0, interactions: new Map() };
  (window as unknown as Watched).vitals = seen;
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) seen.lcp = Math.max(seen.lcp, startTime);
  }).observe({ type: 'largest-contentful-paint', buffered: true });

  // Session windows, as the measure is defined: at most five seconds, ended by a second of quiet.
  const session = { began: -Infinity, last: -Infinity, sum: 0 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (entry.hadRecentInput) continue;
      const { startTime: at, value } = entry;
      if (at - session.last > 1000 || at - session.began > 5000) Object.assign(session, { began: at, sum: 0 });
      session.last = at;
      session.sum += value;
      seen.cls = Math.max(seen.cls, session.sum);
    }
  }).observe({ type: 'layout-shift', buffered: true });

  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries() as PerformanceEventTiming[])
      if (interactionId)
        seen.interactions.set(interactionId, Math.max(duration, seen.interactions.get(interactionId) ?? 0));
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
}

/** From now on every page of this tab is watched. */
export const watchVitals = (page: Page): Promise<unknown> => page.addInitScript(watch);

/** Returns the page's LCP and CLS after one second of waiting. */
export async function arrival(page: Page): Promise<{ lcp: number; cls: number }> {
  await page.waitForTimeout(1000);
  return page.evaluate(() => {
    const { lcp, cls } = (window as unknown as Watched).vitals;
    return { lcp, cls };
  });
}

/** The shortest that the browser tells of, in milliseconds; what it does not tell of counts as this. */
const least = 16;

/** Milliseconds of the slowest interaction of what is done. */
async function slowest(page: Page, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate(() => (window as unknown as Watched).vitals.interactions.clear());
  await act();
  return page.evaluate(async (shortest) => {
    // The entry of an interaction comes with the picture after it; what hangs on it may take longer than one.
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    await new Promise((resolve) => setTimeout(resolve, 250));
    return Math.max(shortest, ...(window as unknown as Watched).vitals.interactions.values());
  }, least);
}

/// <reference lib="dom" />

/** Milliseconds of each time something was done, by what it was. */
export type Interactions = Map<string, number[]>;

type Doing = [what: string, act: () => Promise<unknown>];

/** Does one thing after the other and adds how long the page took to show each. */
async function run(page: Page, doings: readonly Doing[], into: Interactions): Promise<number> {
  let worst = 0;
  for (const [what, act] of doings) {
    const ms = await slowest(page, act);
    into.set(what, [...(into.get(what) ?? []), ms]);
    worst = Math.max(worst, ms);
  }
  return worst;
}

/** Everything people do on the watch page. Resolves with the slowest, in milliseconds. */
export async function useWatchPage(page: Page, into: Interactions): Promise<number> {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const line = page.getByRole('slider', { name: 'Time line' });
  const seekTo = (share: number): Doing => [
    'seek by a click',
    async () => {
      const { width } = (await line.boundingBox())!;
      await line.click({ position: { x: Math.floor(width * share), y: 16 } });
    },
  ];
  const tab = (name: string): Doing => ['switch of tabs', () => page.getByRole('tab', { name }).click()];
  const menu = (name: string): Doing[] => [
    ['open a menu', () => button(name).first().click()],
    ['close a menu', () => page.keyboard.press('Escape')],
  ];
  const lineInSight = () =>
    page.evaluate(() => {
      const all = [...document.querySelectorAll<HTMLElement>('[data-line]')];
      const seen = all.filter((each) => {
        const { top, left, height } = each.getBoundingClientRect();
        return each.contains(document.elementFromPoint(left + 4, top + Math.min(height, 20) / 2));
      });
      return Number(seen[Math.floor(seen.length / 2)]?.dataset.line);
    });
  return run(
    page,
    [
      ...[0.1, 0.85, 0.4].map(seekTo),
      ['expand all', () => button('Expand all').click()],
      ['collapse all', () => button('Collapse all').click()],
      tab('Transcript'),
      seekTo(0.6),
      [
        'click on a line',
        async () => page.locator(`[data-line="${await lineInSight()}"]`).click({ position: { x: 6, y: 8 } }),
      ],
      ['stop following', () => page.getByRole('tabpanel').press('PageDown')],
      ['follow again', () => button('Back to current').click()],
      ['search, a key', () => page.getByRole('textbox', { name: 'Search in transcript' }).press('c')],
      ...Array.from('ustomers', (key): Doing => ['search, a key', () => page.keyboard.press(key)]),
      ['leave the search', () => page.keyboard.press('Escape')],
      tab('Quotes'),
      tab('Chapters'),
      ...menu('Video actions'),
      ...menu('Actions for chapter 1'),
      ['speed', () => page.getByLabel('Speed').press('ArrowUp')],
      ['play and pause', () => page.keyboard.press('k')],
      ['next chapter by key', () => page.keyboard.press('n')],
      ['open the clip tool', () => button('Clip').click()],
      ['close the clip tool', () => button('Close Cut a clip').click()],
    ],
    into,
  );
}

/** Performs typical interactions in the library. */
export const useLibrary = (page: Page, into: Interactions): Promise<number> => {
  const search = page.getByRole('searchbox', { name: 'Search your videos' });
  return run(
    page,
    [
      ['open a menu', () => page.getByRole('button', { name: 'Video actions' }).first().click()],
      ['close a menu', () => page.keyboard.press('Escape')],
      ['library search, a key', () => search.press('c')],
      ...Array.from('ustomers', (key): Doing => ['library search, a key', () => page.keyboard.press(key)]),
      ['close the results', () => page.keyboard.press('Escape')],
      ['open the palette', () => page.keyboard.press('Control+k')],
      ...Array.from('price', (key): Doing => ['palette, a key', () => page.keyboard.press(key)]),
    ],
    into,
  );
};

/** Performs typical visitor interactions with a portal's webinar. */
export const usePortal = (page: Page, into: Interactions): Promise<number> =>
  run(
    page,
    [
      ['portal, chapter', () => page.getByRole('link', { name: /^Play chapter 2/ }).click()],
      ['portal, switch of tabs', () => page.getByRole('tab', { name: 'Transcript' }).click()],
      ['portal, switch of tabs', () => page.getByRole('tab', { name: 'Chapters' }).click()],
    ],
    into,
  );
