// full: foreign clients of the upload protocol; uploads.test.ts holds it
/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { eventually, signUp, type TestMember } from '@lectern/server/test/member';
import { fetchAsset } from '@lectern/server/test/upload';
import type { Page, Request } from 'playwright-core';
import { expect } from '../expect.ts';
import { type NetworkControl, controlNetwork } from '../slow-network.ts';
import { build, preview } from 'vite';
import { journey } from '../journey.ts';
import { startKillableServer } from '../killable-server.ts';

const recording = join(import.meta.dirname, '../../sample/webinar.mp4');

/** The chunk size of the test page, in bytes. */
const chunk = 256 * 1024;

/** Ten chunks of the smallest size at this speed are some ten seconds, in bytes a second. */
const slow = 250_000;

/** The first byte that a chunk says it holds. */
const startsAt = (request: Request): number =>
  Number(/^bytes (\d+)-/.exec(request.headers()['content-range'] ?? '')?.[1]);

/** Bundles a page of `e2e/pages` and serves it from an origin of its own, as a customer's site would. */
async function openCustomerSite(page: string): Promise<{ origin: string; close(): Promise<void> }> {
  const outDir = await mkdtemp(join(tmpdir(), 'lectern-customer-'));
  const site = {
    root: join(import.meta.dirname, '../pages', page),
    configFile: false,
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, minify: false },
    preview: { host: '127.0.0.1', port: 0 },
  } as const;
  await build(site);
  const server = await preview(site);
  const address = server.httpServer.address();
  if (address === null || typeof address === 'string') throw new Error('The customer’s site has no port.');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    async close() {
      await server.close();
      await rm(outDir, { recursive: true, force: true });
    },
  };
}

/** `@mux/upchunk` and `@mux/mux-uploader-react` as they come from npm, on the page of a customer's own site. */
describe('public upload clients on another site', () => {
  const { opened: server, context } = journey(startKillableServer, { viewport: { width: 800, height: 900 } });
  let site: Awaited<ReturnType<typeof openCustomerSite>>;
  let member: TestMember;
  let bytes: Buffer;
  let page: Page;
  let line: NetworkControl;
  let inFlight: Set<Request>;
  let upload: { id: string; url: string };

  before(async () => {
    bytes = await readFile(recording);
    site = await openCustomerSite('upload-clients');
    member = await signUp(server.origin, server.letters);
  });
  after(() => site?.close());
  beforeEach(async () => {
    upload = await member.call(uploadRoutes.create, {});
    page = await context.newPage();
    line = await controlNetwork(page);
    inFlight = new Set();
    page.on('request', (request) => inFlight.add(request));
    page.on('requestfinished', (request) => inFlight.delete(request));
    page.on('requestfailed', (request) => inFlight.delete(request));
    await page.goto(`${site.origin}/?endpoint=${encodeURIComponent(upload.url)}`);
  });
  afterEach(async () => {
    await page.close();
    await member.call(videoRoutes.delete, { id: upload.id }).catch(() => undefined);
  });

  const upchunk = () => page.getByRole('region', { name: 'UpChunk' });
  const events = (name: string | RegExp) => upchunk().getByText(name, { exact: typeof name === 'string' });
  const progress = () =>
    upchunk()
      .getByRole('progressbar')
      .evaluate((bar: HTMLProgressElement) => bar.value);
  const choose = (file: string | { name: string; mimeType: string; buffer: Buffer } = recording) =>
    upchunk().getByLabel('File for UpChunk').setInputFiles(file);
  const uploader = () => page.locator('mux-uploader');
  /** Waits until the uploader has sent a part of the file. */
  const someOfIt = () =>
    page.waitForFunction(() => {
      const { upload } = document.querySelector<HTMLElement & { upload?: { successfulPercentage: number } }>(
        '#uploader',
      )!;
      return upload !== undefined && upload.successfulPercentage > 0.2;
    });
  const chooseInUploader = () => uploader().locator('input[type=file]').setInputFiles(recording);

  /** The chunks sent, once the one under way has ended and the client and the server count the same. */
  const countedAlike = () =>
    eventually(async () => {
      const count = await events('chunkSuccess').count();
      const { received } = (await member.call(uploadRoutes.open, {})).data.find(({ id }) => id === upload.id)!;
      return inFlight.size === 0 && received === count * chunk ? count : undefined;
    }, 'the end of the chunk under way');

  /** The file on the disk is the file that was chosen, and it can be watched. */
  async function arrived(): Promise<void> {
    assert.ok((await readFile(join(server.dataDir, 'videos', upload.id, 'original'))).equals(bytes));
    await eventually(async () => (await fetchAsset(member, upload.id)).playable || undefined, 'the playable video');
  }

  it('UpChunk sends chunk by chunk, pauses and resumes', async () => {
    await line.setSpeed(slow);
    await choose();
    await events('chunkSuccess').nth(1).waitFor();
    await upchunk().getByRole('button', { name: 'Pause' }).click();
    const held = await countedAlike();
    const at = await progress();
    assert.ok(held < 9 && at > 20 && at < 95, `${held} chunks and ${at} % before the pause`);
    await line.setSpeed('fast');
    await upchunk().getByRole('button', { name: 'Resume' }).click();
    await events('success').waitFor();
    await expect(events('chunkSuccess')).toHaveCount(Math.ceil(bytes.length / chunk));
    assert.equal(await progress(), 100);
    await arrived();
  });

  it('UpChunk finishes at the same address after the connection broke', async () => {
    await page.route(upload.url, (route) =>
      startsAt(route.request()) === 5 * chunk ? route.abort('connectionreset') : route.continue(),
    );
    await choose();
    // It gives up by itself; a customer's page offers to begin again.
    await events('error: Server responded with 0. Stopping upload.').waitFor();
    await page.unroute(upload.url);
    await page.reload();
    await choose();
    await events('success').waitFor();
    await arrived();
  });

  it('MuxUploader finishes by “Try again” after the server was killed in the middle', async () => {
    await line.setSpeed(slow);
    await chooseInUploader();
    await someOfIt();
    await server.kill();
    await uploader().getByRole('status').getByText('Server responded with 0. Stopping upload.').waitFor();
    await server.start();
    await line.setSpeed('fast');
    await uploader()
      .getByRole('button', { name: /Retry|Try again/ })
      .click();
    await chooseInUploader();
    await uploader().getByRole('status').getByText('Upload complete!').waitFor();
    await arrived();
  });

  it('both learn the status of a refusal', async () => {
    const text = { name: 'webinar.mp4', mimeType: 'video/mp4', buffer: Buffer.from('Only a text.\n'.repeat(500)) };
    await choose(text);
    await events('error: Server responded with 422. Stopping upload.').waitFor();
    await uploader().locator('input[type=file]').setInputFiles(text);
    await uploader().getByRole('status').getByText('Server responded with 422. Stopping upload.').waitFor();
  });

  it('may send to upload addresses only, and never with cookies', async () => {
    const outcome = (
      url: string,
      init: Pick<RequestInit, 'method' | 'credentials' | 'redirect'> & { headers?: Record<string, string> },
    ) =>
      page.evaluate(
        ([url, init]) =>
          fetch(url, init).then(
            ({ type, status }) => (type === 'opaqueredirect' ? 'let through' : status),
            () => 'blocked',
          ),
        [url, init] as const,
      );
    const headers = { 'content-range': 'bytes */1000' };
    assert.equal(await outcome(upload.url, { method: 'PUT', headers, redirect: 'manual' }), 'let through');
    assert.equal(await outcome(upload.url, { method: 'PUT', headers, credentials: 'include' }), 'blocked');
    assert.equal(await outcome(upload.url, { method: 'DELETE' }), 'blocked');
    const authorization = `Bearer ${member.session.token}`;
    assert.equal(await outcome(`${server.origin}/api/muxupload`, { headers: { authorization } }), 'blocked');
    assert.equal(await outcome(`${server.origin}/api/muxupload`, {}), 'blocked');
  });
});
