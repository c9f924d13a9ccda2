// full: the page of statistics; audience.test.ts holds its counts
/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { audienceRoutes } from '@lectern/contract/publishing/audience';
import { portalOwnerRoutes } from '@lectern/contract/publishing/portal';
import { shareOwnerRoutes } from '@lectern/contract/publishing/shares';
import { eventually } from '@lectern/server/test/member';
import { expect } from '../expect.ts';
import { changeMember } from '../stage.ts';
import { canPlay, seek, getPlayerSeconds, watching } from '../watching.ts';
import { visitor } from '../journey.ts';

/** Covers statistics from the viewer's playback to the member's page. */
describe('statistics of what is watched', () => {
  const { stage, page: own, visitAs, open: openWebinar } = watching();
  const { page, context } = visitor();

  const open = async (): Promise<void> => {
    await visitAs(stage.people.member, '/asset/statistics');
    await own.getByRole('heading', { name: 'Statistics', level: 1 }).waitFor();
  };
  const bars = () => own.getByRole('img', { name: /^Played most around/ });
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
    const { member } = stage.people;
    await eventually(
      async () => (await member.call(audienceRoutes.watched, {})).data.some((watched) => watched[by] > 0) || undefined,
      `what was watched (${by})`,
    );
    await open();
    await own.getByText(text).waitFor();
  };

  it('tell what was played behind a link', async () => {
    const { member } = stage.people;
    const wish = { passthrough: stage.webinar, start: 60, end: 90 };
    const { url } = (await member.call(shareOwnerRoutes.create, wish)).data;
    await page.goto(url);
    await canPlay(page);
    const begins = await getPlayerSeconds(page);
    assert.ok((await watchFrom(begins + 5)) >= 3);
    assert.deepEqual(await context.cookies(), []);
    await tells(/^00:0\d watched: 00:0\d by links$/, 'links');
    // The share is a time range; its plays count at their position in the whole recording.
    await expect(bars()).toHaveAttribute('aria-label', /around 01:0[4-9]/);
  });

  it('tell what was played in the portal, beside it', async () => {
    const { server, origin, people } = stage;
    const { kysely } = server.world.database;
    await changeMember(server, people.member, { plan: 'professional' });
    const { token } = (await people.member.call(portalOwnerRoutes.generate, {})).data;
    const { key } = await kysely.selectFrom('portal_videos').select('key').executeTakeFirstOrThrow();
    await page.goto(`${origin}/portal/${token}/${key}`);
    assert.ok((await watchFrom(20)) >= 3);
    assert.deepEqual(await context.cookies(), []);
    await tells(/watched: 00:0\d in the portal · 00:0\d by links$/, 'portal');
  });

  it('shows statistics as a table, for one recording and one period', async () => {
    await openWebinar();
    await own.getByRole('button', { name: 'Video actions' }).click();
    await own.getByRole('menuitem', { name: 'Statistics' }).click();
    await own.waitForURL(`**/asset/statistics?video=${stage.webinar}`);
    await own.getByText('As a table').click();
    const table = own.getByRole('table', { name: /^How often each part of/ });
    await expect(table.getByRole('columnheader')).toHaveText(['From', 'Chapter', 'Played']);
    assert.match((await table.getByRole('row').nth(1).innerText()).replace(/\s+/g, ' '), /^00:00 .+ 0\.\d times$/);
    await own.getByLabel('Period').selectOption('Last 7 days');
    await bars().waitFor();
    await own.getByRole('link', { name: 'All recordings' }).click();
    await own.waitForURL('**/asset/statistics');
    await bars().waitFor();
  });

  it('lead to what was searched in the portal, which has it far below', async () => {
    await open();
    await own.locator('a[href="/asset/portal#portal-statistics"]').click();
    await own.waitForURL('**/asset/portal#portal-statistics');
    await own.waitForFunction(() => document.activeElement?.id === 'portal-statistics');
    const place = (await own.locator('#portal-statistics').boundingBox())!;
    assert.ok(place.y > 0 && place.y < 900, `at ${place.y}`);
  });
});
