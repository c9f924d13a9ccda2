/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import '@lectern/server/test/system-ffmpeg';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { findFfmpeg } from '@lectern/server/ports/media/local/ffmpeg/find-ffmpeg';
import { signUp, type TestMember } from '@lectern/server/test/member';
import { getSamplePath } from '@lectern/server/test/sample';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../axe.ts';
import { expect } from '../expect.ts';
import { journey } from '../journey.ts';
import { startKillableServer } from '../killable-server.ts';
import { controlNetwork, type NetworkControl } from '../slow-network.ts';
import { enter } from '../stage.ts';
import { canPlay, getPlayerSeconds, play, seek } from '../watching.ts';

/** 20 Mbit/s, in bytes a second. */
const usual = 20e6 / 8;

describe('a recording that is watched while it is uploaded', () => {
  const { opened: server, context } = journey(startKillableServer);
  let folder: string;
  let recording: string;
  let member: TestMember;
  let page: Page;
  let line: NetworkControl;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-arriving-'));
    recording = join(folder, 'Long talk.mp4');
    const { program } = await findFfmpeg(undefined);
    // Its movie box is at the end, as encoders write it.
    const words = `-v error -stream_loop 29 -i ${getSamplePath('webinar.mp4')} -c copy`.split(' ');
    execFileSync(program!, [...words, recording]);
    member = await signUp(server.origin, server.letters);
  });
  after(() => rm(folder, { recursive: true, force: true }));
  beforeEach(async () => {
    page = await context.newPage();
    await enter(page, server.origin, { session: member.session });
    await page.goto(`${server.origin}/asset/upload`);
    line = await controlNetwork(page);
    await line.setSpeed(usual);
    await page.getByLabel('Recording', { exact: true }).setInputFiles(recording);
    await page.getByRole('link', { name: 'Watch meanwhile' }).click();
    await canPlay(page);
  });
  afterEach(async () => {
    await page.close({ runBeforeUnload: false });
    for (const { id } of (await member.call(videoRoutes.list, { userId: member.session.id })).data)
      await member.call(videoRoutes.delete, { id });
    for (const { id } of (await member.call(uploadRoutes.open, {})).data)
      await member.call(uploadRoutes.cancel, { id });
  });

  const idOf = (): string => new URL(page.url()).pathname.split('/').at(-1)!;
  const asked = async () => (await member.call(uploadRoutes.arriving, { id: idOf() })).data;
  const moves = async (): Promise<void> => {
    const now = await getPlayerSeconds(page);
    await page.waitForFunction((at) => document.querySelector('video')!.currentTime > at + 0.5, now);
  };
  /** It has become a video, which plays on where it was. */
  async function isWholeAndPlays(): Promise<void> {
    // Others are tested meanwhile.
    await page
      .getByRole('group', { name: 'Tools' })
      .getByRole('button', { name: 'Clip' })
      .waitFor({ timeout: 180_000 });
    await canPlay(page);
    await moves();
    const stored = await readFile(join(server.dataDir, 'videos', idOf(), 'original'));
    assert.ok(stored.equals(await readFile(recording)), 'it is another file');
  }

  it('plays at once as far as it has come, waits at its end, and goes on to the last byte', async () => {
    await play(page);
    const { received, size, playback } = await asked();
    assert.ok(received < size!, `${received} of ${size} bytes`);
    await expect(page.getByRole('slider', { name: 'Time line' })).toHaveAttribute('aria-valuetext', /; there up to /);
    await page.getByText(/^[\d:]+ of [\d:]+ can be watched · /).waitFor();
    await assertAccessible(page, 'a recording on its way');
    await line.setSpeed(usual / 100);
    await seek(page, playback!.duration);
    await page.getByText('What has arrived ends here. It goes on by itself when more has arrived.').waitFor();
    const end = await getPlayerSeconds(page);
    assert.ok(end > 5 && end < playback!.duration);
    await line.setSpeed('fast');
    await moves();
    await isWholeAndPlays();
    assert.ok((await getPlayerSeconds(page)) > end, 'it plays on where it was');
  });

  it('plays on, when the server is killed', async () => {
    await play(page);
    await server.kill();
    await server.start();
    await moves();
    await line.setSpeed('fast');
    await isWholeAndPlays();
    await expect(page.getByText('The recording could not be played.')).toHaveCount(0);
  });

  it('says so, when the upload is cancelled elsewhere', async () => {
    await play(page);
    await member.call(uploadRoutes.cancel, { id: idOf() });
    await page.getByRole('heading', { name: 'This recording did not arrive' }).waitFor();
    await page.getByText('This upload has expired or was cancelled. Please start it again.').waitFor();
  });
});
