// full: it kills at every call to Mux; killed-once.test.ts kills at two
import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { join } from 'node:path';
import { CallError, type Call, createClient } from '@lectern/contract/client';
import { clipRoutes } from '@lectern/contract/playback/clips';
import { problems } from '@lectern/contract/problem';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { transcriptRoutes } from '@lectern/contract/transcripts/transcripts';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { type VideoDetail, videoRoutes } from '@lectern/contract/videos/videos';
import { mediaPaths } from '@lectern/contract/playback/playback';
import { assertEvery } from '../assert-every.ts';
import { eventually, signUp, type TestMember } from '../member.ts';
import { getSamplePath } from '../sample.ts';
import { putUploadChunk, uploadFile, waitUntilProcessed } from '../upload.ts';
import type { MuxFault } from './parts.ts';
import { type KillStage, moments, openKillStage } from './kill-stage.ts';
import { runMoveCommand } from './move-command.ts';

/** The kinds of calls by which a recording comes to Mux, in their order. */
const calls: Readonly<Record<string, RegExp>> = {
  'begins an upload': /^POST .*\/uploads$/,
  'asks about an upload': /^GET .*\/uploads\/\w+$/,
  'asks about an asset': /^GET .*\/assets\/\w+$/,
  'asks for the master': /^PUT .*\/master-access$/,
  'looks for an upload without a name': /^GET .*\/uploads$/,
};

/** Calls after which the server does not know of an upload that may exist at Mux. */
const losesTheName: ReadonlySet<string> = new Set(['begins an upload', 'looks for an upload without a name']);

/** The server may be dead before it answers. */
const unheard = <T>(doing: Promise<T>): Promise<T | undefined> => doing.catch(() => undefined);

/**
 * Kills a real server (SIGKILL) before and after Mux handles each call. Mux assets then have an owner, sent files
 * become videos, and nothing is left over.
 */
describe('a server that is killed while it speaks with Mux', () => {
  let stage: KillStage;
  let member: TestMember;

  before(async () => {
    stage = await openKillStage();
    const server = await stage.start();
    member = await signUp(server.origin, server.letters);
  });
  after(() => stage?.close());

  const videos = async () => (await member.call(videoRoutes.list, { userId: member.session.id })).data;

  const upload = (): Promise<string> =>
    uploadFile(member, getSamplePath('short.mp4'), { captions: getSamplePath('short.vtt') });

  async function whole(id: string): Promise<VideoDetail> {
    await eventually(async () => ((await videos()).length > 0 ? true : undefined), 'the video');
    const video = await waitUntilProcessed(member, id);
    assertEvery(video.steps, ({ state }) => state === 'done');
    assert.ok([...stage.mux.assets.values()].some(({ asset }) => asset.passthrough === id));
    return video;
  }

  const nothingIsLeft = () =>
    stage.nothingIsThere().catch(async (cause: unknown) => {
      const { data } = await member.call(uploadRoutes.open, {});
      const there = [[...stage.mux.assets.keys()], stage.waitingThere()];
      throw new Error(`At Mux: ${JSON.stringify(there)}; here: ${JSON.stringify(data)}`, { cause });
    });

  /** Nothing is under way here either. */
  async function end(): Promise<void> {
    await eventually(
      async () => ((await member.call(uploadRoutes.open, {})).data.length === 0 ? true : undefined),
      'no upload under way',
    );
    await stage.removalsAreOver();
  }

  /** An upload of which the name was lost; the person is told that there is none. */
  async function loseName(): Promise<void> {
    stage.mux.faults.push({ on: calls['begins an upload']!, fault: 'lost' });
    await assert.rejects(
      member.call(uploadRoutes.create, {}),
      (error) => error instanceof CallError && error.msg === problems.storage_unavailable.text,
    );
  }

  for (const [name, on] of Object.entries(calls))
    for (const [moment, fault] of Object.entries(moments))
      it(`loses nothing when it ${name} and dies ${moment} Mux has done it`, async () => {
        let id: string | undefined;
        const killed = stage.killAt(on, fault);
        if (name === 'looks for an upload without a name') await unheard(loseName());
        else id = await unheard(upload());
        await killed;
        await stage.startAgain();
        assert.equal(id === undefined, losesTheName.has(name), 'only who never heard a name has none');
        if (id === undefined) {
          await nothingIsLeft();
          assert.deepEqual(await videos(), []);
        } else {
          const { id: passthrough } = await whole(id);
          const clip = await member.call(clipRoutes.cut, { passthrough, timeIn: '00:00:01', timeOut: '00:00:02' });
          await eventually(async () => ((await fetch(clip.data.data)).ok ? true : undefined), 'the clip');
          await stage.compare();
          await member.call(videoRoutes.delete, { id });
          await nothingIsLeft();
        }
        await end();
      });

  /** An upload of which half has come, and its recording. */
  async function half(): Promise<string> {
    const { id, url } = await member.call(uploadRoutes.create, {});
    const bytes = await readFile(getSamplePath('short.mp4'));
    assert.equal((await putUploadChunk(url, bytes.subarray(0, 50_000), `bytes 0-49999/${bytes.length}`)).status, 308);
    return id;
  }

  for (const [moment, fault] of Object.entries(moments)) {
    it(`leaves nothing when it cancels an upload and dies ${moment} Mux has done it`, async () => {
      const id = await half();
      const killed = stage.killAt(/^PUT .*\/uploads\/\w+\/cancel$/, fault);
      await unheard(member.call(uploadRoutes.cancel, { id }));
      await killed;
      await stage.startAgain();
      await nothingIsLeft();
      await end();
    });

    it(`leaves nothing when it deletes an asset and dies ${moment} Mux has done it`, async () => {
      const { id } = await whole(await upload());
      const killed = stage.killAt(/^DELETE .*\/assets\/\w+$/, fault);
      await unheard(member.call(videoRoutes.delete, { id }));
      await killed;
      await stage.startAgain();
      await nothingIsLeft();
      assert.deepEqual(await videos(), []);
      await end();
    });

    it(`shows captions once when it adds a text track and dies ${moment} Mux has done it`, async () => {
      const id = await dyingAt(/^POST .*\/tracks$/, fault, upload);
      await whole(id);
      await shown(id);
      await gone(id);
    });

    it(`shows new captions alone when it removes a text track and dies ${moment} Mux has done it`, async () => {
      const { id, vtt } = await whole(await upload());
      await stage.startAgain();
      const old = await shown(id);
      const { start, text: before } = webvttCues(vtt)[0]!;
      const edit = { passthrough: id, n: 0, start, before, text: 'Quite other words.' };
      await dyingAt(/^DELETE .*\/tracks\/\w+$/, fault, () => member.call(transcriptRoutes.editCue, edit));
      await shown(id, old);
      await gone(id);
    });
  }

  /** Does what makes the jobs call so some time, and lets the server die there. */
  async function dyingAt<T>(on: RegExp, fault: MuxFault, doing: () => Promise<T>): Promise<T> {
    const killed = stage.killAt(on, fault);
    const done = await doing();
    // Its jobs look at once what is to be done.
    await stage.startAgain();
    await killed;
    await stage.startAgain();
    return done;
  }

  /** Resolves with which captions the one text track of a video shows, others than these. */
  const shown = (id: string, before?: string): Promise<string> =>
    eventually(async () => {
      const kept = [...stage.mux.assets.values()].find(({ asset }) => asset.passthrough === id);
      const [track, ...more] = (kept?.asset.tracks ?? []).filter(({ type }) => type === 'text');
      assert.deepEqual(more, []);
      return track?.passthrough === before ? undefined : track?.passthrough;
    }, 'the captions at Mux');

  async function gone(id: string): Promise<void> {
    await stage.compare();
    await member.call(videoRoutes.delete, { id });
    await nothingIsLeft();
    await end();
  }
});

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
        await stage.jobsAreOver();
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
