// full: Mux in the browser; conformance.test.ts holds its port
/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { portalOwnerRoutes } from '@lectern/contract/publishing/portal';
import { shareOwnerRoutes } from '@lectern/contract/publishing/shares';
import { openEmbeddedPlace } from '@lectern/server/test/databases';
import { eventually } from '@lectern/server/test/member';
import { assertAccessible } from '../axe.ts';
import { openMuxStage } from '../mux-stage.ts';
import { signInAdministrator } from '@lectern/server/test/world';
import { enter, operator } from '../stage.ts';
import { journey } from '../journey.ts';
import { getSamplePath } from '@lectern/server/test/sample';
import { canPlay, play } from '../watching.ts';

const key = 'testkey123';
const host = `https://${key}.litix.io`;

/** Covers playback reports to Mux Data and the Mux minutes in the back office, in real Chromium. */
describe('measuring at Mux, in the browser', () => {
  const {
    opened: stage,
    page,
    context,
    visit,
  } = journey(async () => openMuxStage(await openEmbeddedPlace(), { env: { MUX_DATA_ENV_KEY: key } }), {
    asksOthers: true,
  });
  let id: string;
  /** Bodies of what was sent to Mux Data. */
  const told: string[] = [];
  const problems: string[] = [];
  before(async () => {
    await context.route(`${host}/**`, async (route) => {
      told.push(route.request().postData() ?? '');
      await route.fulfill({ status: 200, headers: { 'access-control-allow-origin': '*' } });
    });
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) problems.push(message.text());
    });
    await enter(page, stage.origin, stage.member);
  });
  after(() => assert.deepEqual(problems, []));

  /** Plays a recording to its end, and resolves with all that Mux Data was told of it. */
  async function measured(path: string): Promise<string> {
    told.splice(0);
    const reply = await visit(path);
    assert.match(reply!.headers()['content-security-policy']!, new RegExp(`connect-src [^;]*${host}(?:;| |$)`));
    await canPlay(page);
    await page.waitForFunction(() => 'mux' in document.querySelector('video')!);
    await play(page);
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

  it('sends a recording straight to Mux, when it is there, and plays it without a single event', async () => {
    const { mux } = stage;
    const choose = (...files: string[]) => page.getByLabel('Recording', { exact: true }).setInputFiles(files);
    /** Where the bytes of recordings went. */
    const sentTo = new Set<string>();
    page.on('request', (request) => {
      if (request.headers()['content-range']) sentTo.add(new URL(request.url()).origin);
    });
    mux.faults.push({ on: /^POST .*uploads$/, fault: { status: 503 } });
    await visit('/asset/upload');
    await choose(getSamplePath('webinar.mp4'));
    await page.getByText('Recordings cannot be reached right now. Please try again in a minute.').waitFor();
    await assertAccessible(page, 'an upload that did not begin');

    mux.ways.events = 0;
    mux.faults.push(
      { on: /^GET .*uploads/, fault: { status: 429, retryAfter: 1 } },
      { on: /^GET .*assets/, fault: { status: 503 } },
    );
    await visit('/asset/upload');
    await choose(getSamplePath('webinar.mp4'), getSamplePath('webinar.vtt'));
    await page.getByRole('heading', { name: 'Upload complete!' }).waitFor();
    assert.deepEqual([...sentTo], [mux.url], 'no byte of it came to this server');
    // Before anybody has told the server that it came.
    await page.getByRole('link', { name: /^Open / }).click();
    const chapters = page.getByRole('region', { name: 'Chapters and transcript' });
    // Without events, what Mux makes later is looked for every quarter of a minute.
    await chapters.getByRole('heading', { level: 3 }).nth(1).waitFor({ timeout: 300_000 });
    await canPlay(page);
    await play(page);
    assert.ok(mux.asked.some((call) => /^GET \/stream\/.*\.m4s$/.test(call)));
    await assertAccessible(page, 'the page of a video at Mux');
    await visit('/asset/view');
    await page.waitForFunction(() => (document.querySelector<HTMLImageElement>('article img')?.naturalWidth ?? 0) > 0);
    await stage.clear();
    ({ id } = await stage.whole(await stage.upload()));
  });

  it('tells Mux Data of a view, by its title and without an address', async () => {
    const { title, playback_id: playback } = (await stage.look(id))!;
    const text = await measured(`/asset/${id}`);
    assert.ok(text.includes(title) && text.includes(key));
    for (const secret of [playback, id, stage.member.session.token, 'master.m3u8', '/media/'])
      assert.ok(!text.includes(secret), `${secret} in ${text}`);
    assert.deepEqual(await context.cookies(), []);
    await visit('/privacy-policy');
    await page.getByText('How a recording plays is measured by Mux, Inc.').waitFor();
  });

  it('does the same in portals and behind links', async () => {
    const { title } = (await stage.look(id))!;
    const { data: share } = await stage.member.call(shareOwnerRoutes.create, { passthrough: id });
    const { pathname } = new URL(share.url);
    assert.ok(!(await measured(pathname)).includes(pathname));
    await stage.server.world.database.kysely.updateTable('workspaces').set({ plan: 'professional' }).execute();
    const { data: portal } = await stage.member.call(portalOwnerRoutes.generate, {});
    await visit(new URL(portal.page).pathname);
    await page.getByRole('link', { name: title }).first().click();
    await page.waitForURL(/\/portal\/[^/]+\/[^/]+/);
    const shown = new URL(page.url()).pathname;
    assert.ok(!(await measured(shown)).includes(portal.token));
  });

  it('loads and names none of it without the setting', async () => {
    const plain = await openMuxStage(await openEmbeddedPlace());
    try {
      const video = await plain.whole(await plain.upload());
      await using quiet = await context.newPage();
      const asked: string[] = [];
      quiet.on('request', (request) => asked.push(request.url()));
      await enter(quiet, plain.server.origin, { session: plain.member.session });
      const reply = await quiet.goto(`${plain.server.origin}/asset/${video.id}`);
      assert.doesNotMatch(reply!.headers()['content-security-policy']!, /litix/);
      await canPlay(quiet);
      assert.deepEqual(
        asked.filter((url) => /litix|mux-embed|\/mux-/.test(url)),
        [],
      );
      await quiet.goto(`${plain.server.origin}/privacy-policy`);
      await quiet.getByText('The pages load recordings and their pictures from Mux, Inc.').waitFor();
    } finally {
      await plain.close();
    }
  });

  it('shows minutes in the back office and to the member, and tells both of more than the plan includes', async () => {
    const { world } = stage.server;
    const { session } = stage.member;
    const db = world.database.kysely;
    await db.updateTable('workspaces').set({ plan: 'executive' }).execute();
    const day = new Date().toISOString().slice(0, 10);
    await db
      .insertInto('delivered_seconds')
      .values({ workspace_id: session.id, day, seconds: 2010 * 60 })
      .execute();
    await db
      .updateTable('videos')
      .set({ duration: 360 * 60 })
      .where('id', '=', id)
      .execute();
    const admin = await signInAdministrator(stage.server, operator);
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
