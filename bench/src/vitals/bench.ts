/// <reference lib="dom" />
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { portalOwnerRoutes } from '@lectern/contract/publishing/portal';
import { signUp } from '@lectern/server/test/member';
import { fetchAsset } from '@lectern/server/test/upload';
import { openEmbeddedPlace } from '@lectern/server/test/databases';
import { openTestWorld } from '@lectern/server/test/world';
import { openBrowser } from '../../../e2e/browser.ts';
import { longWebinars, uploadLong } from '../../../e2e/long-webinars.ts';
import { enter } from '../../../e2e/stage.ts';
import { buildWebWhenStale } from '../../../scripts/build-web.ts';
import { measureEarlyFrames, measureFirstFrames } from './first-frame.ts';
import {
  type Interactions,
  useLibrary,
  usePortal,
  useWatchPage,
  arrival,
  type Page,
  watchVitals,
} from './interactions.ts';

const widths = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

type View = {
  what: string;
  path: string;
  /** Opened by somebody who is not signed in. */
  stranger?: true;
  /** There is something to see and to do. */
  there: (page: Page) => Promise<unknown>;
  use?: (page: Page, into: Interactions) => Promise<number>;
};

type Visits = { lcp: number[]; cls: number[] };

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? 0;
const p75 = (values: readonly number[]): number => percentile(values, 0.75);

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).first().waitFor();
const watched = async (page: Page): Promise<void> => {
  await page.getByRole('heading', { level: 3 }).first().waitFor();
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2);
};

/**
 * `npm run bench -- vitals [--rounds 5] [--busy 2] [--recordings 3] [--first-frame]`: measures LCP, CLS, INP and first
 * frames in Chromium. `--busy` adds computing threads; `--first-frame` measures frames alone.
 */
export async function vitalsBench(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '5' },
      busy: { type: 'string', default: '0' },
      recordings: { type: 'string', default: '3' },
      'first-frame': { type: 'boolean', default: false },
    },
  });
  const rounds = Number(values.rounds);
  buildWebWhenStale();
  const server = await openTestWorld({ open: openEmbeddedPlace });
  const browser = await openBrowser();
  try {
    const member = await signUp(server.origin, server.letters);
    const { kysely } = server.world.database;
    const professional = { plan: 'professional', subscription_status: 'active' } as const;
    await kysely.updateTable('workspaces').set(professional).where('id', '=', member.session.id).execute();
    const page = browser.context.pages()[0] ?? (await browser.context.newPage());
    const session = { ...member.session, ...professional };
    await enter(page, server.origin, { session });
    const stage = { origin: server.origin, member, rounds: Number(values.recordings) };
    const early = await measureEarlyFrames(page, stage);
    reportFrames({ early, ...(await measureFirstFrames(page, stage)) });
    if (values['first-frame']) return;
    console.log('Making eight webinars of 20 to 100 minutes …');
    const ids = await uploadLong(member);
    const counts = await Promise.all(ids.map((id) => fetchAsset(member, id)));
    console.log(
      `${counts.map(({ duration, chapters }) => `${Math.round(duration / 60)} min/${chapters.length}`).join(', ')} chapters`,
    );
    const { data: portal } = await member.call(portalOwnerRoutes.generate, {});
    const { settings } = (await member.call(portalOwnerRoutes.own, undefined)).data!;
    await member.call(portalOwnerRoutes.change, { ...settings, title: 'Eight webinars', videos: ids });
    const { key } = await kysely
      .selectFrom('portal_videos')
      .select('key')
      .where('video_id', '=', ids[longWebinars.findIndex(({ minutes }) => minutes === 96)]!)
      .executeTakeFirstOrThrow();
    const portalPath = new URL(portal.page).pathname;

    const views: View[] = [
      { what: 'landing', path: '/', stranger: true, there: heading },
      { what: 'login', path: '/login', stranger: true, there: heading },
      {
        what: 'library',
        path: '/asset/view',
        there: (page) => page.getByRole('article').nth(7).waitFor(),
        use: useLibrary,
      },
      ...ids.map((id, n) => ({
        what: `watch, ${longWebinars[n]!.minutes} min`,
        path: `/asset/${id}`,
        there: watched,
        use: useWatchPage,
      })),
      { what: 'portal', path: portalPath, there: heading },
      { what: 'portal, 96 min', path: `${portalPath}/${key}`, there: watched, use: usePortal },
    ];

    const line = await browser.context.newCDPSession(page);
    await watchVitals(page);
    const spinning = Array.from({ length: Number(values.busy) }, () => new Worker('for (;;);', { eval: true }));

    const visits = new Map<string, Visits>();
    const interactions: Interactions = new Map();
    const worstOfPages: number[] = [];
    for (const size of widths) {
      await page.setViewportSize(size);
      for (let round = 0; round < rounds; round += 1)
        for (const view of views)
          for (const cache of ['cold', 'warm'] as const) {
            await enter(page, server.origin, view.stranger ? {} : { session });
            await page.goto('about:blank');
            if (cache === 'cold') await line.send('Network.clearBrowserCache');
            await page.goto(server.origin + view.path, { waitUntil: 'load' });
            await view.there(page);
            const seen = await arrival(page);
            const name = `${view.what}|${size.width}|${cache}`;
            const { lcp, cls } = visits.get(name) ?? { lcp: [], cls: [] };
            visits.set(name, { lcp: [...lcp, seen.lcp], cls: [...cls, seen.cls] });
            if (cache === 'warm' && view.use) worstOfPages.push(await view.use(page, interactions));
          }
    }
    await Promise.all(spinning.map((thread) => thread.terminate()));
    report({ views, visits, interactions, worstOfPages, rounds });
  } finally {
    await browser.close();
    await server.close();
  }
}

const listed = (times: readonly number[]): string =>
  `p50 ${percentile(times, 0.5).toFixed(0)} ms (${times.map((ms) => ms.toFixed(0)).join(', ')})`;

function reportFrames({ early, fresh, processed }: Record<'early' | 'fresh' | 'processed', number[]>): void {
  const [ours, page] = [fresh, processed].map((times) => percentile(times, 0.5)) as [number, number];
  console.log(
    `An hour is chosen, until the first frame of what is uploaded, 20 Mbit/s up and 100 down, empty cache: ${listed(early)}`,
  );
  console.log(
    `Last byte of an hour to the first frame, 20 Mbit/s, empty cache: ${listed(fresh)}; the page of a processed recording ${page.toFixed(0)} ms, ratio ${(ours / page).toFixed(2)}`,
  );
}

type Result = {
  views: readonly View[];
  visits: ReadonlyMap<string, Visits>;
  interactions: Interactions;
  worstOfPages: readonly number[];
  rounds: number;
};

function report({ views, visits, interactions, worstOfPages, rounds }: Result): void {
  const columns = widths.flatMap(({ width }) => (['cold', 'warm'] as const).map((cache) => ({ width, cache })));
  const pages = views.map(({ what }) => ({
    what,
    ...Object.fromEntries(
      columns.map(({ width, cache }) => {
        const { lcp, cls } = visits.get(`${what}|${width}|${cache}`)!;
        return [`${width} ${cache}`, { lcp: p75(lcp), cls: Math.max(...cls) }];
      }),
    ),
  }));
  const done = [...interactions].map(([what, all]) => ({
    what,
    times: all.length,
    p75: p75(all),
    worst: Math.max(...all),
  }));
  const inp = { p75: p75(worstOfPages), worst: Math.max(...worstOfPages), pages: worstOfPages.length };
  console.log(`\nLCP in ms at p75, and the worst CLS, of ${rounds} visits`);
  console.log(''.padEnd(18) + columns.map(({ width, cache }) => `${width} px ${cache}`.padStart(18)).join(''));
  for (const { what, ...figures } of pages)
    console.log(
      what.padEnd(18) +
        Object.values(figures as Record<string, { lcp: number; cls: number }>)
          .map(({ lcp, cls }) => `${lcp.toFixed(0)} / ${cls.toFixed(3)}`.padStart(18))
          .join(''),
    );
  console.log('\nUntil what one does is to be seen, in ms (16 is the least the browser tells of)');
  for (const { what, times, p75: most, worst } of done)
    console.log(
      `${what.padEnd(24)} p75 ${most.toFixed(0).padStart(4)}   worst ${worst.toFixed(0).padStart(4)}   of ${times}`,
    );
  console.log(
    `\nThe slowest of a page (INP), p75 of ${inp.pages} pages: ${inp.p75.toFixed(0)} ms, worst ${inp.worst.toFixed(0)} ms`,
  );
}
