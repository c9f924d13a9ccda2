/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import '@lectern/server/test/system-ffmpeg';
import { eventually } from '@lectern/server/test/member';
import { getSamplePath } from '@lectern/server/test/sample';
import { journey } from '../journey.ts';
import { startKillableServer } from '../killable-server.ts';
import { canPlay, play } from '../watching.ts';

const email = 'grace@example.org';

/** The product as a new member meets it: from registering to deleting, in real Chromium on the running server. */
describe('the main job, as a new member does it', () => {
  const { opened: server, page, context } = journey(startKillableServer);

  it('registers and verifies by the mailed link', async () => {
    await page.goto(`${server.origin}/register`);
    await page.getByLabel('First name').fill('Grace');
    await page.getByLabel('Last name').fill('Holt');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('a right password');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { name: 'Check Your Email' }).waitFor();
    const link = await eventually(async () => (await server.letters())[0]?.link, 'the verification mail');
    await page.goto(`${server.origin}${link.pathname}${link.search}`);
    await page.getByText('Your email has been verified. You will now be logged in automatically.').waitFor();
    await page.waitForURL('**/asset/view');
  });

  it('uploads the sample with its captions', async () => {
    await page.goto(`${server.origin}/asset/upload`);
    await page.getByText('Drop a video file here to upload').waitFor();
    await page.getByLabel('Recording', { exact: true }).setInputFiles([webinar, getSamplePath('webinar.vtt')]);
    await page.getByRole('heading', { name: 'Upload complete!' }).waitFor();
    await page.getByRole('link', { name: /^Open / }).click();
    await page.waitForURL(/\/asset\/[0-9a-f-]{36}$/);
  });

  it('shows chapters and plays', async () => {
    const chapters = page.getByRole('region', { name: 'Chapters and transcript' });
    // The recording is encoded meanwhile, beside whatever else is tested.
    await chapters.getByRole('heading', { level: 3 }).nth(1).waitFor({ timeout: 180_000 });
    await canPlay(page);
    await play(page);
  });

  it('jumps to a chapter', async () => {
    const start = page.getByRole('link', { name: /^Play from 00:0[1-9]/ }).first();
    const [, minutes, seconds] = /00:(\d\d):(\d\d)/.exec((await start.textContent()) ?? '') ?? [];
    await start.click();
    const expected = Number(minutes) * 60 + Number(seconds);
    await page.waitForFunction(
      (at) => Math.abs((document.querySelector('video')?.currentTime ?? 0) - at) < 3,
      expected,
    );
  });

  it('keeps an edited chapter title', async () => {
    await page.getByRole('button', { name: 'Edit title of chapter 1' }).click();
    await page
      .getByRole('textbox', { name: 'Title of chapter 1' })
      .or(page.getByRole('textbox', { name: 'title of chapter 1' }))
      .fill('Who we talk to today');
    await page.keyboard.press('Enter');
    await page.getByText('Saved the title of chapter 1.').first().waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Who we talk to today' }).waitFor();
  });

  it('finds a phrase that was said and opens it at its moment', async () => {
    await page.goto(`${server.origin}/asset/view`);
    await page.getByRole('searchbox', { name: 'Search your videos' }).fill('four different spreadsheets');
    await page.keyboard.press('Enter');
    const results = page.getByRole('dialog');
    await results.getByText('four different spreadsheets', { exact: false }).first().waitFor();
    await results.getByRole('link').first().click();
    await page.waitForURL(/\/asset\/.*\?t=/);
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 20);
  });

  it('cuts a clip that is exact to the frame', async () => {
    await page.getByRole('button', { name: 'Clip', exact: true }).click();
    await page.getByLabel('Start', { exact: true }).fill('00:00:06');
    await page.getByLabel('End', { exact: true }).fill('00:00:09');
    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('button', { name: 'Cut clip' }).click(),
    ]);
    const download = await tab.waitForEvent('download');
    const file = join(server.dataDir, 'clip.mp4');
    await download.saveAs(file);
    await tab.getByText('✅ Your edited video has downloaded successfully.').first().waitFor();
    // Width 2 and height 1: two bytes a frame.
    const frames = grey('', file, '2:1').length / 2;
    const meant = grey('-t 3', webinar, '2:1').length / 2;
    assert.ok(Math.abs(frames - meant) <= 1, `three seconds are ${meant} frames, the clip has ${frames}`);
    assert.ok(difference(frame(webinar, 6), frame(file, 0)) < 4, 'the first frame is the one asked for');
    await tab.close();
  });

  it('takes a screenshot', async () => {
    await page.getByRole('button', { name: 'Screenshot', exact: true }).click();
    await page.getByLabel('Time', { exact: true }).fill('00:01:00');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Take screenshot' }).click(),
    ]);
    const file = join(server.dataDir, 'screenshot.png');
    await download.saveAs(file);
    const png = await readFile(file);
    assert.equal(png.toString('latin1', 1, 4), 'PNG');
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [854, 480]);
  });

  it('deletes the video after asking', async () => {
    await page.goto(`${server.origin}/asset/view`);
    await page.getByRole('button', { name: 'Video actions' }).first().click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByText('Are you sure you want to delete this item?').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await eventually(
      async () => ((await page.getByRole('article').count()) === 0 ? true : undefined),
      'the empty library',
    );
  });
});

const webinar = getSamplePath('webinar.mp4');

/** The pictures of a recording, small and grey, by settings of ffmpeg before and after it. */
const grey = (before: string, file: string, size: string, after = ''): Buffer => {
  const args = `-hide_banner -nostdin -v error ${before} -i ${file} ${after} -vf scale=${size},format=gray -f rawvideo -`;
  return execFileSync('ffmpeg', args.split(/ +/), { maxBuffer: 1e8 });
};

/** The frame shown at a time. */
const frame = (file: string, at: number): Buffer => grey(`-ss ${at}`, file, '160:90', '-frames:v 1');

/** Mean difference of two pictures, 0 to 255. */
const difference = (a: Buffer, b: Buffer): number =>
  a.reduce((sum, value, n) => sum + Math.abs(value - (b[n] ?? 0)), 0) / a.length;
