/// <reference lib="dom" />
import type { openBrowser } from '../../../e2e/browser.ts';

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
export async function slowest(page: Page, act: () => Promise<unknown>): Promise<number> {
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
