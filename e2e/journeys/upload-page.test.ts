import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { appendFile, copyFile, mkdtemp, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { uploadLimits, uploadRoutes } from '@lectern/contract/uploads/uploads';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { eventually, signUp, type TestMember } from '@lectern/server/test/member';
import { itInFullRun } from '@lectern/server/test/rare';
import { fetchAsset } from '@lectern/server/test/upload';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../axe.ts';
import { dropFiles } from '../drop-files.ts';
import { expect } from '../expect.ts';
import { type NetworkControl, controlNetwork } from '../slow-network.ts';
import { enter } from '../stage.ts';
import { journey } from '../journey.ts';
import { startKillableServer } from '../killable-server.ts';

const sample = join(import.meta.dirname, '../../sample/webinar.mp4');

/** Bytes. */
const fileSize = 3.2 * uploadLimits.chunk;

/** The movie box of the sample and some two megabytes, in whole quarters of one: that can be watched first. Bytes. */
const firstChunk = 10 * uploadLimits.minChunk;

/** A chunk of the standard size takes some three seconds. Bytes a second. */
const slow = uploadLimits.chunk / 3;

/** The sample made larger by an empty box at its end, which every player skips. */
async function makeLargeRecording(path: string): Promise<void> {
  await copyFile(sample, path);
  const { size } = await stat(path);
  const box = Buffer.alloc(8);
  box.writeUInt32BE(fileSize - size);
  box.write('free', 4, 'latin1');
  await appendFile(path, box);
  await truncate(path, fileSize);
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(path)) hash.update(part as Buffer);
  return hash.digest('hex');
}

describe('the upload page against a server that can be killed', () => {
  const { opened: server, context } = journey(startKillableServer);
  let folder: string;
  let recording: string;
  let digest: string;
  let member: TestMember;
  let page: Page;
  let line: NetworkControl;
  /** The first byte of every chunk sent, in order. */
  let firsts: number[];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-upload-page-'));
    recording = join(folder, 'Quarterly webinar.mp4');
    await makeLargeRecording(recording);
    digest = await digestOf(recording);
    member = await signUp(server.origin, server.letters);
  });
  after(() => rm(folder, { recursive: true, force: true }));
  beforeEach(async () => {
    page = await context.newPage();
    firsts = [];
    page.on('request', (request) => {
      const first = /^bytes (\d+)-/.exec(request.headers()['content-range'] ?? '')?.[1];
      if (first) firsts.push(Number(first));
    });
    await enter(page, server.origin, { session: member.session });
    await page.goto(`${server.origin}/asset/upload`);
    line = await controlNetwork(page);
  });
  afterEach(async () => {
    await page.close({ runBeforeUnload: false });
    for (const { id } of (await member.call(videoRoutes.list, { userId: member.session.id })).data)
      await member.call(videoRoutes.delete, { id });
    for (const { id } of (await member.call(uploadRoutes.open, {})).data)
      await member.call(uploadRoutes.cancel, { id });
  });

  const choose = () => page.getByLabel('Recording', { exact: true }).setInputFiles(recording);
  const open = async () => (await member.call(uploadRoutes.open, {})).data[0];
  /** Waits until the server holds at least a share of the file, and answers how many bytes. */
  const received = (share: number) =>
    eventually(
      async () => {
        const upload = await open();
        const held = upload?.received ?? 0;
        return held > 0 && held >= share * fileSize ? held : undefined;
      },
      `${share * 100} % on the server`,
    );

  /** The page says so, the file on the disk is the one that was chosen, and it can be watched. */
  async function arrived(): Promise<void> {
    await page.getByRole('heading', { name: 'Upload complete!' }).waitFor();
    await page.getByText('Refresh the browser after a few minutes to upload a new video.', { exact: true }).waitFor();
    const [video] = (await member.call(videoRoutes.list, { userId: member.session.id })).data;
    assert.equal(await digestOf(join(server.dataDir, 'videos', video!.id, 'original')), digest);
    await eventually(async () => (await fetchAsset(member, video!.id)).playable || undefined, 'the playable video');
  }

  it('sends in growing chunks, pauses after the one under way, and resumes', async () => {
    await line.setSpeed(slow / 10);
    await choose();
    await page.getByRole('button', { name: 'Pause' }).click();
    await line.setSpeed('fast');
    await page.getByText('Paused', { exact: true }).waitFor();
    assert.deepEqual(firsts, [0], 'nothing was sent after the chunk under way');
    assert.equal(await received(0), firstChunk);
    await assertAccessible(page, 'a paused upload');
    await page.getByRole('button', { name: 'Resume' }).click();
    await arrived();
    const doubled = [0, 1, 3, 7, 15, 31].map((chunks) => chunks * firstChunk);
    assert.deepEqual(firsts, doubled, 'a quick chunk doubles the next');
  });

  it('goes on after a reload where the server is, when the same file is chosen again', async () => {
    await line.setSpeed(slow);
    await choose();
    const held = await received(0.3);
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    firsts = [];
    await page.getByRole('heading', { name: 'Unfinished uploads' }).waitFor();
    await page.getByText('Quarterly webinar.mp4').waitFor();
    await assertAccessible(page, 'an unfinished upload');
    await line.setSpeed('fast');
    await page.getByLabel('File: Quarterly webinar.mp4').setInputFiles(recording);
    await arrived();
    assert.ok(firsts.length > 0 && firsts[0]! >= held, `${firsts.join()} begins at ${held} or later`);
  });

  it('waits for a server that was killed, and loses no byte it had acknowledged', async () => {
    await line.setSpeed(slow);
    await choose();
    const held = await received(0.3);
    await server.kill();
    await page.getByText('Currently offline. Upload will resume automatically when online.').waitFor();
    firsts = [];
    await server.start();
    await line.setSpeed('fast');
    await arrived();
    assert.ok(firsts[0]! >= held, `${firsts.join()} begins at ${held} or later`);
  });

  itInFullRun('takes a recording that is dropped anywhere, and shows on every page how far it is', async () => {
    await page.getByRole('link', { name: 'Video Library' }).click();
    await page.getByRole('heading', { name: 'Video Library', level: 1 }).waitFor();
    await line.setSpeed(slow);
    await dropFiles(page, [recording]);
    await page.waitForURL('**/asset/upload');
    await page.getByRole('heading', { name: 'Quarterly webinar.mp4' }).waitFor();
    await received(0.3);
    // It is not to arrive while the page is looked at.
    await line.setSpeed(slow / 100);
    await page.getByRole('link', { name: 'Video Library' }).click();
    const running = page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: /^Quarterly webinar\.mp4/ });
    await expect(running).toHaveText(/Uploading\s+[1-9]\d? %$/, { useInnerText: true });
    await assertAccessible(page, 'the library during an upload');
    await dropFiles(page, [recording]);
    await page.waitForURL('**/asset/upload');
    await page.getByText('Quarterly webinar.mp4 is already in the list.').waitFor();
    await line.setSpeed('fast');
    await arrived();
    await expect(running).toHaveCount(0);
  });
});
