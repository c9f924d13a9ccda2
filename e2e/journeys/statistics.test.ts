// full: the page of statistics; audience.test.ts holds its counts
/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { audienceRoutes } from '@lectern/contract/publishing/audience';
import { portalOwnerRoutes } from '@lectern/contract/publishing/portal';
import { shareOwnerRoutes } from '@lectern/contract/publishing/shares';
import type { Page } from 'playwright-core';
import { axeFindings } from '../axe.ts';
import { eventually } from '@lectern/server/test/member';
import { openBrowser } from '../browser.ts';
import { expect } from '../expect.ts';
import { enter } from '../stage.ts';
import { canPlay, seek, getPlayerSeconds, watching } from '../watching.ts';

/** Covers statistics from the viewer's playback to the member's page. */
describe('statistics of what is watched', () => {
  const watch = watching();
  let stranger: Awaited<ReturnType<typeof openBrowser>>;
  let page: Page;
  const errors: string[] = [];

  before(async () => {
    // Browsers that say that they are driven are not counted.
    stranger = await openBrowser({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36' });
    page = stranger.context.pages()[0] ?? (await stranger.context.newPage());
    page.on('pageerror', (error) => errors.push(error.message));
  });
  after(async () => {
    await stranger?.close();
    assert.deepEqual([...errors, ...watch.errors], []);
  });

  const open = async (): Promise<void> => {
    const { stage } = watch;
    await enter(watch.page, stage.origin, { session: stage.people.member.session });
    await watch.page.goto(`${stage.origin}/asset/statistics`);
    await watch.page.getByRole('heading', { name: 'Statistics', level: 1 }).waitFor();
  };
  const bars = () => watch.page.getByRole('img', { name: /^Played most around/ });
  /** Plays some seconds from a second on, and leaves the page; resolves with how long it played. */
  const watchFrom = async (seconds: number): Promise<number> => {
    await canPlay(page);
    await seek(page, seconds);
    await page.evaluate(() => document.querySelector('video')!.play());
    await page.waitForFunction((at) => document.querySelector('video')!.currentTime > at + 3, seconds);
    await page.evaluate(() => document.querySelector('video')!.pause());
    const played = (await getPlayerSeconds(page)) - seconds;
    await page.goto('about:blank');
    return played;
  };
  /** Opens the statistics when what was sent while a page was left has come to the server. */
  const tells = async (text: RegExp, by: 'links' | 'portal'): Promise<void> => {
    const { member } = watch.stage.people;
    await eventually(
      async () => (await member.call(audienceRoutes.watched, {})).data.some((watched) => watched[by] > 0) || undefined,
      `what was watched (${by})`,
    );
    await open();
    await watch.page.getByText(text).waitFor();
  };

  it('explains how to begin, when the statistics are empty', async () => {
    await open();
    await watch.page.getByRole('heading', { name: 'Nothing was watched in this period' }).waitFor();
    assert.deepEqual(await axeFindings(watch.page), []);
  });

  it('tell what was played behind a link', async () => {
    const { member } = watch.stage.people;
    const wish = { passthrough: watch.stage.webinar, start: 60, end: 90 };
    const { url } = (await member.call(shareOwnerRoutes.create, wish)).data;
    await page.goto(url);
    await canPlay(page);
    const begins = await getPlayerSeconds(page);
    assert.ok((await watchFrom(begins + 5)) >= 3);
    assert.deepEqual(await stranger.context.cookies(), []);
    await tells(/^00:0\d watched: 00:0\d by links$/, 'links');
    // The share is a time range; its plays count at their position in the whole recording.
    await expect(bars()).toHaveAttribute('aria-label', /around 01:0[4-9]/);
  });

  it('tell what was played in the portal, beside it', async () => {
    const { server, origin, people } = watch.stage;
    const { kysely } = server.world.database;
    await kysely
      .updateTable('users')
      .set({ plan: 'professional' })
      .where('id', '=', people.member.session.id)
      .execute();
    const { token } = (await people.member.call(portalOwnerRoutes.generate, {})).data;
    const { key } = await kysely.selectFrom('portal_videos').select('key').executeTakeFirstOrThrow();
    await page.goto(`${origin}/portal/${token}/${key}`);
    assert.ok((await watchFrom(20)) >= 3);
    assert.deepEqual(await stranger.context.cookies(), []);
    await tells(/watched: 00:0\d in the portal · 00:0\d by links$/, 'portal');
  });

  it('shows statistics as a table, for one recording and one period', async () => {
    await watch.open();
    await watch.page.getByRole('button', { name: 'Video actions' }).click();
    await watch.page.getByRole('menuitem', { name: 'Statistics' }).click();
    await watch.page.waitForURL(`**/asset/statistics?video=${watch.stage.webinar}`);
    await watch.page.getByText('As a table').click();
    const table = watch.page.getByRole('table', { name: /^How often each part of/ });
    await expect(table.getByRole('columnheader')).toHaveText(['From', 'Chapter', 'Played']);
    assert.match((await table.getByRole('row').nth(1).innerText()).replace(/\s+/g, ' '), /^00:00 .+ 0\.\d times$/);
    await watch.page.getByLabel('Period').selectOption('Last 7 days');
    await bars().waitFor();
    await watch.page.getByRole('link', { name: 'All recordings' }).click();
    await watch.page.waitForURL('**/asset/statistics');
    await bars().waitFor();
  });

  it('lead to what was searched in the portal, which has it far below', async () => {
    await open();
    await watch.page.locator('a[href="/asset/portal#portal-statistics"]').click();
    await watch.page.waitForURL('**/asset/portal#portal-statistics');
    await watch.page.waitForFunction(() => document.activeElement?.id === 'portal-statistics');
    const place = (await watch.page.locator('#portal-statistics').boundingBox())!;
    assert.ok(place.y > 0 && place.y < 900, `at ${place.y}`);
  });
});
