// full: Mux in the browser; conformance.test.ts holds its port
/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { adminRoutes } from '@lectern/contract/operations/admin';
import { portalOwnerRoutes } from '@lectern/contract/publishing/portal';
import { shareOwnerRoutes } from '@lectern/contract/publishing/shares';
import { ensureAdministrator } from '@lectern/server/features/accounts/ensure-administrator';
import { openEmbeddedPlace, type TestPlace } from '@lectern/server/test/databases';
import { eventually } from '@lectern/server/test/member';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../axe.ts';
import { openBrowser } from '../browser.ts';
import { type MuxStage, openMuxStage } from '../mux-stage.ts';
import { enter } from '../stage.ts';

const key = 'testkey123';
const host = `https://${key}.litix.io`;

/** Covers playback reports to Mux Data and the Mux minutes in the back office, in real Chromium. */
describe('measuring at Mux, in the browser', () => {
  let place: TestPlace;
  let stage: MuxStage;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let page: Page;
  let id: string;
  /** Bodies of what was sent to Mux Data. */
  const told: string[] = [];
  const problems: string[] = [];

  before(async () => {
    place = await openEmbeddedPlace();
    [stage, browser] = await Promise.all([openMuxStage(place, { env: { MUX_DATA_ENV_KEY: key } }), openBrowser()]);
    ({ id } = await stage.whole(await stage.upload()));
    await browser.context.route(`${host}/**`, async (route) => {
      told.push(route.request().postData() ?? '');
      await route.fulfill({ status: 200, headers: { 'access-control-allow-origin': '*' } });
    });
    page = await browser.context.newPage();
    page.on('pageerror', ({ message }) => problems.push(message));
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) problems.push(message.text());
    });
    await enter(page, stage.server.origin, { session: stage.member.session });
  });
  after(async () => {
    await browser?.close();
    await stage?.close();
    await place?.close();
    assert.deepEqual(problems, []);
  });

  const visit = (path: string) => page.goto(new URL(path, stage.server.origin).href);

  /** Plays a recording to its end, and resolves with all that Mux Data was told of it. */
  async function measured(path: string): Promise<string> {
    told.splice(0);
    const reply = await visit(path);
    assert.match(reply!.headers()['content-security-policy']!, new RegExp(`connect-src [^;]*${host}(?:;| |$)`));
    await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2);
    await page.waitForFunction(() => 'mux' in document.querySelector('video')!);
    await page.evaluate(async () => {
      const video = document.querySelector('video')!;
      video.muted = true;
      await video.play();
    });
    await page.waitForFunction(() => document.querySelector('video')!.currentTime > 0.5);
    await page.evaluate(() => {
      const video = document.querySelector('video')!;
      video.currentTime = video.duration - 1;
    });
    return eventually(
      async () => (told.some((body) => body.includes('"ended"')) ? told.join('\n') : undefined),
      'the end',
      60,
    );
  }

  it('tells Mux Data of a view, by its title and without an address', async () => {
    const { title, playback_id: playback } = (await stage.look(id))!;
    const text = await measured(`/asset/${id}`);
    assert.ok(text.includes(title) && text.includes(key));
    for (const secret of [playback, id, stage.member.session.token, 'master.m3u8', '/media/'])
      assert.ok(!text.includes(secret), `${secret} in ${text}`);
    assert.deepEqual(await browser.context.cookies(), []);
    await visit('/privacy-policy');
    await page.getByText('How a recording plays is measured by Mux, Inc.').waitFor();
  });

  it('does the same in portals and behind links', async () => {
    const { title } = (await stage.look(id))!;
    const { data: share } = await stage.member.call(shareOwnerRoutes.create, { passthrough: id });
    const { pathname } = new URL(share.url);
    assert.ok(!(await measured(pathname)).includes(pathname));
    await stage.server.world.database.kysely.updateTable('users').set({ plan: 'professional' }).execute();
    const { data: portal } = await stage.member.call(portalOwnerRoutes.generate, {});
    await visit(new URL(portal.page).pathname);
    await page.getByRole('link', { name: title }).first().click();
    await page.waitForURL(/\/portal\/[^/]+\/[^/]+/);
    const shown = new URL(page.url()).pathname;
    assert.ok(!(await measured(shown)).includes(portal.token));
  });

  it('loads and names none of it without the setting', async () => {
    const other = await openEmbeddedPlace();
    const plain = await openMuxStage(other);
    try {
      const video = await plain.whole(await plain.upload());
      const quiet = await browser.context.newPage();
      const asked: string[] = [];
      quiet.on('request', (request) => asked.push(request.url()));
      await enter(quiet, plain.server.origin, { session: plain.member.session });
      const reply = await quiet.goto(`${plain.server.origin}/asset/${video.id}`);
      assert.doesNotMatch(reply!.headers()['content-security-policy']!, /litix/);
      await quiet.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2);
      assert.deepEqual(
        asked.filter((url) => /litix|mux-embed|\/mux-/.test(url)),
        [],
      );
      await quiet.goto(`${plain.server.origin}/privacy-policy`);
      await quiet.getByText('The pages load recordings and their pictures from Mux, Inc.').waitFor();
      await quiet.close();
    } finally {
      await plain.close();
      await other.close();
    }
  });

  it('shows minutes in the back office and to the member, and tells both of more than the plan includes', async () => {
    const { world } = stage.server;
    const credentials = { email: 'root@example.org', password: 'administrator' };
    await ensureAdministrator(world, credentials);
    const { session } = stage.member;
    const db = world.database.kysely;
    await db.updateTable('users').set({ plan: 'executive' }).execute();
    const day = new Date().toISOString().slice(0, 10);
    await db
      .insertInto('delivered_seconds')
      .values({ user_id: session.id, day, seconds: 2010 * 60 })
      .execute();
    await db
      .updateTable('videos')
      .set({ duration: 360 * 60 })
      .where('id', '=', id)
      .execute();
    const admin = await stage.server.call(adminRoutes.login, credentials);
    await enter(page, stage.server.origin, { session, admin });
    await visit('/admin/users');
    const row = page.getByRole('row').filter({ hasText: stage.member.email });
    await row.getByText('360 of 360').waitFor();
    await row.getByText('2,010 of 2,000').waitFor();
    await row.getByText('Last month: 0').waitFor();
    await assertAccessible(page, 'users with minutes');
    await page.setViewportSize({ width: 1440, height: 900 });
    const [inner, outer] = await page
      .getByRole('region', { name: 'Users', exact: true })
      .evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth] as const);
    assert.ok(inner <= outer, `${inner} of ${outer} pixels`);
    await visit('/admin/health');
    await page.getByText('1, see the page Users').waitFor();
    await visit('/asset/view');
    await page.getByText('Viewers have watched 2,010 minutes of your recordings this month').waitFor();
    await assertAccessible(page, 'the library beyond the plan');
    await visit('/asset/upload');
    await page.getByText('You have used all the minutes your plan includes.').waitFor();
    await page.getByRole('region', { name: 'Minutes' }).getByText('360 of 360').waitFor();
    await assertAccessible(page, 'the upload page without minutes left');
  });
});
