// full: errors of uploads in the page; upload-page.test.ts meets the usual
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { openBrowser } from '../browser.ts';
import { enter, openStage, type Stage } from '../stage.ts';

const upload = async (page: Page, text: string): Promise<void> =>
  page
    .getByLabel('Recording', { exact: true })
    .setInputFiles({ name: 'talk.mp4', mimeType: 'video/mp4', buffer: Buffer.from(text) });

/** The part of the error catalogue that happens while a file is being sent. */
describe('the error catalogue of uploads', () => {
  let stage: Stage;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  before(async () => {
    stage = await openStage();
    browser = await openBrowser();
  });
  after(async () => {
    await browser?.close();
    await stage?.close();
  });

  const open = async (): Promise<Page> => {
    const page = await browser.context.newPage();
    await enter(page, stage.origin, { session: stage.people.newcomer.session });
    return page;
  };

  it('an upload that the server refuses stops with its status', async () => {
    const page = await open();
    await page.route('**/upload/**', (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
    );
    await page.goto(`${stage.origin}/asset/upload`);
    await upload(page, 'not much of a film');
    await page.getByText('Server responded with 500. Stopping upload.', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await page.close();
  });

  it('an upload whose file cannot be read any more says its size', async () => {
    const page = await open();
    const folder = await mkdtemp(join(tmpdir(), 'lectern-unreadable-'));
    const file = join(folder, 'talk.mp4');
    await writeFile(file, 'a film of 22 characters');
    // The file goes away while it is being sent.
    await page.route('**/upload/**', async (route) => {
      if (route.request().method() !== 'PUT') return route.continue();
      await rm(folder, { recursive: true, force: true });
      return route.abort('failed');
    });
    await page.goto(`${stage.origin}/asset/upload`);
    await page.getByLabel('Recording', { exact: true }).setInputFiles(file);
    await page
      .getByText('Unable to read file of size 23 bytes. Try loading from another browser.', { exact: true })
      .waitFor();
    await page.getByRole('button', { name: 'Choose another file' }).click();
    await page.getByText('Drop a video file here to upload').waitFor();
    await page.close({ runBeforeUnload: false });
  });

  it('an upload waits for the connection, and says so', async () => {
    const page = await open();
    await page.goto(`${stage.origin}/asset/upload`);
    await page.getByText('Drop a video file here to upload').waitFor();
    await page.route('**/upload/**', (route) => route.abort('internetdisconnected'));
    await upload(page, 'not much of a film either');
    await page.getByText('Currently offline. Upload will resume automatically when online.', { exact: true }).waitFor();
    await page.close({ runBeforeUnload: false });
  });
});
