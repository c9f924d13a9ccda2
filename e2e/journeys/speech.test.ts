// full: recognition in the page; engine.test.ts holds what it writes
/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import '@lectern/server/test/system-ffmpeg';
import { startFileServer } from '@lectern/server/test/file-server';
import { signUp } from '@lectern/server/test/member';
import { filesOfToyModel } from '@lectern/server/test/speech/toy-model';
import { getSamplePath } from '@lectern/server/test/sample';
import { openPagesPlace } from '@lectern/server/test/databases';
import { openTestWorld, type TestWorld } from '@lectern/server/test/world';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../axe.ts';
import { openBrowser } from '../browser.ts';
import { enter } from '../stage.ts';

/** A recording without captions on a server that recognises speech by itself; the model of words is a toy. */
describe('a recording without captions', () => {
  let server: TestWorld;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let page: Page;
  let folder: string;
  let files: Record<string, Buffer>;
  let joiner: Buffer;
  let hub: Awaited<ReturnType<typeof startFileServer>>;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-speech-'));
    files = await filesOfToyModel(folder);
    joiner = files['joiner.int8.onnx']!;
    delete files['joiner.int8.onnx'];
    hub = await startFileServer(files);
    server = await openTestWorld({ open: openPagesPlace, env: { SPEECH: 'local', SPEECH_MODEL_URL: hub.url } });
    browser = await openBrowser();
    page = browser.context.pages()[0] ?? (await browser.context.newPage());
    const { session } = await signUp(server.origin, server.letters);
    await enter(page, server.origin, { session });
  });
  after(async () => {
    await browser?.close();
    await server?.close();
    await hub?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('says what is wrong with the speech engine, and what one can do', async () => {
    await page.goto(`${server.origin}/asset/upload`);
    await page.getByLabel('Recording', { exact: true }).setInputFiles(getSamplePath('short.mp4'));
    await page.getByRole('heading', { name: 'Upload complete!' }).waitFor();
    await page.getByRole('link', { name: /^Open / }).click();
    await page
      .getByText(
        'Speech recognition is not configured correctly on this service. Please contact support, or add captions.',
      )
      .first()
      .waitFor();
    await assertAccessible(page, 'a video whose speech could not be recognised');
  });

  it('shows that the model is fetched, and then the words', async () => {
    files['joiner.int8.onnx'] = joiner;
    const late = Promise.withResolvers<void>();
    // The manifest at once; of the files only this one is missing.
    hub.faults.push('none', { after: late.promise });
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await page
      .getByText(/Fetching the speech model .+\(\d+ of \d+ MB, .+, only the first time\)/)
      .first()
      .waitFor();
    await assertAccessible(page, 'a video whose speech model is being fetched');
    late.resolve();
    const chapters = page.getByRole('region', { name: 'Chapters and transcript' });
    await chapters.getByRole('heading', { level: 3 }).first().waitFor();
    const [video] = await server.world.database.kysely.selectFrom('videos').select('transcript_source').execute();
    assert.equal(video?.transcript_source, 'speech');
  });
});
