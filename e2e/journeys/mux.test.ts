// full: Mux in the browser; conformance.test.ts holds its port
/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openEmbeddedPlace, type TestPlace } from '@lectern/server/test/databases';
import { eventually, signUp, type TestMember } from '@lectern/server/test/member';
import { startFakeMux } from '@lectern/server/test/mux/fake-mux';
import { type ServerProcess, createServerSettings, startServer } from '@lectern/server/test/process';
import { getSamplePath } from '@lectern/server/test/sample';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../axe.ts';
import { openBrowser } from '../browser.ts';
import { enter } from '../stage.ts';

/** The product with MEDIA=mux in real Chromium, against a server in Mux's place that stumbles. */
describe('recordings at Mux, in the browser', () => {
  let mux: Awaited<ReturnType<typeof startFakeMux>>;
  let place: TestPlace;
  let server: ServerProcess;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let member: TestMember;
  let page: Page;
  const problems: string[] = [];
  /** Where the bytes of recordings went. */
  const sentTo = new Set<string>();

  before(async () => {
    [mux, place] = await Promise.all([startFakeMux(), openEmbeddedPlace()]);
    const env = { ...(await createServerSettings(place)), ...mux.env };
    [server, browser] = await Promise.all([startServer(env), openBrowser()]);
    mux.ways.webhook = `${server.origin}/api/mux/webhook`;
    member = await signUp(server.origin, server.letters);
    page = await browser.context.newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) problems.push(message.text());
    });
    page.on('request', (request) => {
      if (request.headers()['content-range']) sentTo.add(new URL(request.url()).origin);
    });
    await enter(page, server.origin, { session: member.session });
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
    await mux?.close();
    await place?.close();
  });

  const choose = (...files: string[]) => page.getByLabel('Recording', { exact: true }).setInputFiles(files);

  it('says why no upload begins while Mux is away', async () => {
    mux.faults.push({ on: /^POST .*uploads$/, fault: { status: 503 } });
    await page.goto(`${server.origin}/asset/upload`);
    await choose(getSamplePath('webinar.mp4'));
    await page.getByText('Recordings cannot be reached right now. Please try again in a minute.').waitFor();
    await assertAccessible(page, 'an upload that did not begin');
  });

  it('sends a recording straight to Mux, and tells of it without a single event', async () => {
    mux.ways.events = 0;
    mux.faults.push(
      { on: /^GET .*uploads/, fault: { status: 429, retryAfter: 1 } },
      { on: /^GET .*assets/, fault: { status: 503 } },
    );
    await page.goto(`${server.origin}/asset/upload`);
    await choose(getSamplePath('webinar.mp4'), getSamplePath('webinar.vtt'));
    await page.getByRole('heading', { name: 'Upload complete!' }).waitFor();
    assert.ok(sentTo.has(mux.url));
    assert.ok(!sentTo.has(server.origin), 'no byte of it came to this server');
    // Before anybody has told the server that it came.
    await page.getByRole('link', { name: /^Open / }).click();
    await page.waitForURL(/\/asset\/[0-9a-f-]{36}$/);
  });

  it('shows chapters and plays from Mux', async () => {
    const chapters = page.getByRole('region', { name: 'Chapters and transcript' });
    // Without events, what Mux makes later is looked for every quarter of a minute.
    await chapters.getByRole('heading', { level: 3 }).nth(1).waitFor({ timeout: 300_000 });
    await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2);
    await page.evaluate(async () => {
      const video = document.querySelector('video')!;
      video.muted = true;
      await video.play();
    });
    await page.waitForFunction(() => document.querySelector('video')!.currentTime > 0.5);
    assert.ok(mux.asked.some((call) => /^GET \/stream\/.*\.m4s$/.test(call)));
    await assertAccessible(page, 'the page of a video at Mux');
  });

  it('cuts a clip of the master', async () => {
    await page.getByRole('button', { name: 'Clip', exact: true }).click();
    await page.getByLabel('Start', { exact: true }).fill('00:00:06');
    await page.getByLabel('End', { exact: true }).fill('00:00:09');
    const [tab] = await Promise.all([
      browser.context.waitForEvent('page'),
      page.getByRole('button', { name: 'Cut clip' }).click(),
    ]);
    const download = await tab.waitForEvent('download');
    const file = join(place.dataDir, 'clip.mp4');
    await download.saveAs(file);
    assert.equal((await readFile(file)).toString('latin1', 4, 8), 'ftyp');
    await tab.close();
  });

  it('takes a screenshot', async () => {
    await page.getByRole('button', { name: 'Screenshot', exact: true }).click();
    await page.getByLabel('Time', { exact: true }).fill('00:01:00');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Take screenshot' }).click(),
    ]);
    const file = join(place.dataDir, 'screenshot.png');
    await download.saveAs(file);
    const png = await readFile(file);
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [854, 480]);
  });

  it('shows its picture in the library, and deletes it there and at Mux', async () => {
    await page.goto(`${server.origin}/asset/view`);
    await page.waitForFunction(() => {
      const picture = document.querySelector<HTMLImageElement>('article img');
      return picture?.complete && picture.naturalWidth > 0;
    });
    await page.getByRole('button', { name: 'Video actions' }).first().click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await eventually(async () => (mux.assets.size === 0 ? true : undefined), 'nothing at Mux');
    await eventually(
      async () => ((await page.getByRole('article').count()) === 0 ? true : undefined),
      'the empty library',
    );
  });

  it('says of what Mux cannot read that it is no recording', async () => {
    Object.assign(mux.ways, { events: 1, errored: true });
    await page.goto(`${server.origin}/asset/upload`);
    await choose(getSamplePath('short.mp4'));
    await page.getByRole('heading', { name: 'short.mp4 could not be used' }).waitFor();
    await eventually(async () => (mux.assets.size === 0 ? true : undefined), 'nothing at Mux');
  });

  it('met no error of a script, and nothing that the policy of the page forbids', () => assert.deepEqual(problems, []));
});
