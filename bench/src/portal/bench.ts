/// <reference lib="dom" />
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { portalOwnerRoutes } from '@lectern/contract/publishing/portal';
import { plans } from '@lectern/contract/rules/plans';
import { signUp } from '@lectern/server/test/member';
import { uploadFile, waitUntilProcessed } from '@lectern/server/test/upload';
import { openEmbeddedPlace } from '@lectern/server/test/databases';
import { openTestWorld } from '@lectern/server/test/world';
import { openBrowser } from '../../../e2e/browser.ts';
import { hostHtml, openHostSite } from '../../../e2e/host-page.ts';
import { buildWebWhenStale } from '../../../scripts/build-web.ts';
import { median, measureTime } from '../media/measure.ts';
import { fillLibrary, wordForRank } from '../search/library.ts';

const rounds = 7;
const sample = (name: string): string => join(import.meta.dirname, '../../../sample', name);

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof openBrowser>>['context']['newPage']>>;

type View = { what: string; address: string; framed?: boolean };

/**
 * Milliseconds from the start of the navigation to the first and the largest thing painted, in the frame if there is
 * one.
 */
async function firstView(page: Page, { address, framed = false }: View): Promise<{ first: number; largest: number }> {
  await page.goto('about:blank');
  await page.goto(address, { waitUntil: 'load' });
  if (framed) await page.frameLocator('iframe').getByRole('heading').first().waitFor();
  const began = await page.evaluate(() => performance.timeOrigin);
  const seen = await (framed ? page.frames().at(-1)! : page).evaluate(
    () =>
      new Promise<{ first: number; largest: number }>((resolve) => {
        let largest = 0;
        new PerformanceObserver((list) => {
          for (const { startTime } of list.getEntries()) largest = Math.max(largest, startTime);
        }).observe({ type: 'largest-contentful-paint', buffered: true });
        const look = (): void => {
          const first = performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
          if (first === undefined || largest === 0) setTimeout(look, 20);
          else resolve({ first: performance.timeOrigin + first, largest: performance.timeOrigin + largest });
        };
        setTimeout(look, 300);
      }),
  );
  return { first: seen.first - began, largest: seen.largest - began };
}

/** Bytes on the line, compressed as browsers ask for it. */
async function weigh(address: string): Promise<number> {
  const request = get(address, { headers: { 'accept-encoding': 'br' } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return (await buffer(response)).byteLength;
}

/**
 * `npm run bench -- portal`: times a portal of twenty three-hour webinars, directly and in another site's
 * frame, against an empty page; also server time and search.
 */
export async function portalBench(): Promise<void> {
  buildWebWhenStale();
  const server = await openTestWorld({ open: openEmbeddedPlace });
  const site = await openHostSite();
  const browser = await openBrowser();
  try {
    const owner = await signUp(server.origin, server.letters);
    const id = await uploadFile(owner, sample('webinar.mp4'), { captions: sample('webinar.vtt') });
    await waitUntilProcessed(owner, id);
    await fillLibrary(server.world, owner.session.id, plans.professional.videos - 1);
    const db = server.world.database.kysely;
    // The made-up ones have no recording to take a picture of.
    await db.updateTable('videos').set({ has_thumbnail: false }).where('id', '!=', id).execute();
    await db.updateTable('workspaces').set({ plan: 'professional' }).where('id', '=', owner.session.id).execute();
    const { data: code } = await owner.call(portalOwnerRoutes.generate, {});
    const keys = await db.selectFrom('portal_videos').select(['key', 'video_id']).orderBy('position').execute();
    const long = keys.find(({ video_id }) => video_id !== id)!;
    const short = keys.find(({ video_id }) => video_id === id)!;
    site.pages.set('/', { html: hostHtml('') });
    site.pages.set('/portal', { html: hostHtml(code.code) });

    const views: View[] = [
      { what: 'a page without anything', address: site.origin },
      { what: 'overview of 20 webinars', address: code.page },
      { what: 'a webinar of 3 minutes', address: `${code.page}/${short.key}` },
      { what: 'a webinar of 3 hours', address: `${code.page}/${long.key}` },
      { what: 'overview on another site', address: `${site.origin}/portal`, framed: true },
    ];
    const page = browser.context.pages()[0] ?? (await browser.context.newPage());
    const line = await browser.context.newCDPSession(page);
    await line.send('Network.setCacheDisabled', { cacheDisabled: true });
    const times = new Map<string, { first: number; largest: number }[]>();
    for (let round = -1; round < rounds; round += 1)
      for (const view of views) {
        const seen = await firstView(page, view);
        if (round >= 0) times.set(view.what, [...(times.get(view.what) ?? []), seen]);
      }
    const results = views.map(({ what }) => {
      const own = times.get(what)!;
      return { what, first: median(own.map(({ first }) => first)), largest: median(own.map(({ largest }) => largest)) };
    });
    const bare = results[0]!.first;

    const answer = async (address: string): Promise<number> => {
      const all: number[] = [];
      for (let round = -1; round < rounds; round += 1) {
        const { ms } = await measureTime(async () => (await fetch(address)).arrayBuffer());
        if (round >= 0) all.push(ms);
      }
      return median(all);
    };
    console.log(`First view in Chromium without a cache, median of ${rounds}`);
    for (const { what, first, largest } of results)
      console.log(
        `${what.padEnd(26)} first paint ${first.toFixed(0).padStart(5)} ms   largest ${largest.toFixed(0).padStart(5)} ms   ratio ${(first / bare).toFixed(1)}`,
      );
    console.log('\nThe server alone, embedded database');
    const asked = {
      overview: code.page,
      '3 hours': `${code.page}/${long.key}`,
      search: `${server.origin}/api/portal/${code.token}/search?q=${wordForRank(400)}`,
      snippet: `${server.origin}/portal.js`,
    };
    for (const [what, address] of Object.entries(asked)) {
      const [ms, bytes] = [await answer(address), await weigh(address)];
      console.log(`${what.padEnd(26)} ${ms.toFixed(1).padStart(6)} ms   ${(bytes / 1000).toFixed(1).padStart(7)} kB`);
    }
  } finally {
    await browser.close();
    await site.close();
    await server.close();
  }
}
