// full: it kills at every call of a move; killed-once.test.ts kills at a removal there
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Call } from '@lectern/contract/client';
import { createClient } from '@lectern/contract/client';
import { mediaPaths } from '@lectern/contract/playback/playback';
import { type VideoDetail, videoRoutes } from '@lectern/contract/videos/videos';
import { signUp } from '../member.ts';
import { getSamplePath } from '../sample.ts';
import { uploadFile, waitUntilProcessed } from '../upload.ts';
import type { MuxFault } from './fates.ts';
import { type KillStage, moments, openKillStage } from './kill-stage.ts';
import { runMoveCommand } from './move-command.ts';

/** The kinds of calls of a move to Mux, in their order. */
const there: Readonly<Record<string, RegExp>> = {
  'begins an upload': /^POST .*\/uploads$/,
  'asks about an upload': /^GET .*\/uploads\/\w+$/,
  'sends the recording': /^PUT \/upload\/\w+ bytes \d/,
  'asks about an asset': /^GET .*\/assets\/\w+$/,
  'looks for an upload without a name': /^GET .*\/uploads$/,
};

/** The same of one back; the last comes half a day later. */
const back: Readonly<Record<string, RegExp>> = {
  'asks about an asset': /^GET .*\/assets\/\w+$/,
  'asks for the master': /^PUT .*\/master-access$/,
  'deletes an asset': /^DELETE .*\/assets\/\w+$/,
};

/**
 * Kills a real server (SIGKILL) before and after each Mux call of an awaited move. The video plays while a server
 * runs; repeating the command moves it.
 */
describe('a server that is killed while it moves a video', () => {
  let stage: KillStage;
  let origin: string;
  let call: Call;
  let id: string;
  let video: VideoDetail;

  before(async () => {
    stage = await openKillStage();
    const server = await stage.start(stage.local);
    ({ origin } = server);
    const member = await signUp(origin, server.letters);
    call = createClient({ origin, token: () => member.session.token });
    id = await uploadFile(member, getSamplePath('short.mp4'), { captions: getSamplePath('short.vtt') });
    video = await waitUntilProcessed(member, id);
    await stage.stop();
    await stage.start();
  });
  after(() => stage?.close());

  const move = (target: 'mux' | 'local') => runMoveCommand([target], stage.env);

  async function moved(target: 'mux' | 'local'): Promise<void> {
    const { code, out, err } = await move(target);
    assert.deepEqual([code, err], [0, '']);
    assert.match(out, /^(1 of 1: .* now\.|There is nothing to move\.)\n$/);
    await plays(target === 'mux' ? stage.mux.url : origin);
  }

  async function plays(from: string): Promise<void> {
    const { url, ok } = await fetch(new URL(mediaPaths.stream(video.playback_id), origin));
    assert.deepEqual([ok, new URL(url).origin], [true, from]);
    const { data } = await call(videoRoutes.asset, { uploadId: id });
    assert.deepEqual({ ...data, localVideo: '' }, { ...video, localVideo: '' });
  }

  /** As if the last move had been half a day ago. */
  async function halfADayLater(): Promise<void> {
    await stage.stop();
    await stage.start(stage.env, "update media_moves set settled_at = settled_at - interval '13 hours'");
  }

  /** The video is here and nothing is there, as at the beginning. */
  async function clear(): Promise<void> {
    await halfADayLater();
    await stage.nothingIsThere();
    await stage.removalsAreOver();
    assert.deepEqual(stage.mux.faults, []);
  }

  /** A move during which the server dies, and starts again. */
  async function cutOff(target: 'mux' | 'local', on: RegExp, fault: MuxFault): Promise<void> {
    const killed = stage.killAt(on, fault);
    const command = move(target);
    await killed;
    const { code, err } = await command;
    assert.deepEqual([code, err], [1, 'The server stopped. What was to move goes on at its next start.\n']);
    await stage.startAgain();
  }

  for (const [name, on] of Object.entries(there))
    for (const [moment, fault] of Object.entries(moments))
      it(`goes on to Mux when it ${name} and dies ${moment} Mux has done it`, async () => {
        if (name === 'looks for an upload without a name')
          stage.mux.faults.push({ on: there['begins an upload']!, fault: 'lost' });
        await cutOff('mux', on, fault);
        await moved('mux');
        assert.equal(stage.mux.assets.size, 1);
        await stage.compare();
        await moved('local');
        await clear();
      });

  for (const [name, on] of Object.entries(back))
    for (const [moment, fault] of Object.entries(moments))
      it(`comes back when it ${name} and dies ${moment} Mux has done it`, async () => {
        await moved('mux');
        // As if it had never been here: it comes from the master.
        await rm(join(stage.dataDir, 'videos', id, 'original'));
        if (name === 'deletes an asset') {
          await moved('local');
          const killed = stage.killAt(on, fault);
          await halfADayLater();
          await killed;
          await stage.startAgain();
        } else await cutOff('local', on, fault);
        await moved('local');
        await clear();
      });
});
