import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { accountRoutes } from '@lectern/contract/accounts/accounts';
import { billingRoutes } from '@lectern/contract/billing/billing';
import { clipRoutes } from '@lectern/contract/playback/clips';
import { dashboardRoutes } from '@lectern/contract/library/dashboard';
import { glossaryRoutes } from '@lectern/contract/transcripts/glossary';
import { rewriteRoutes } from '@lectern/contract/editing/rewrites';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { transcriptRoutes } from '@lectern/contract/transcripts/transcripts';
import { type VideoDetail, videoRoutes } from '@lectern/contract/videos/videos';
import { assertEvery } from './assert-every.ts';
import { administer } from './databases.ts';
import { describeProcess } from './describe-process.ts';
import { eventually, signUp, type TestMember } from './member.ts';
import { type KillStage, moments, openKillStage } from './mux/kill-stage.ts';
import { getSamplePath } from './sample.ts';
import { fetchAsset, uploadFile, waitUntilProcessed } from './upload.ts';

const env = () => ({ LOG_LEVEL: 'info' });

/**
 * One SIGKILL per mechanism that promises whole, single results. The full run covers more moments: `killed-steps`,
 * and `mux/killed`; uploads are in `killed`.
 */
describeProcess('a server that is killed once in each mechanism', { isMortal: true, env }, (suite) => {
  let video: VideoDetail;

  /** Dies at this moment of a job, and lets the next server do it again. */
  async function dieAt(job: string, moment: 'middle' | 'end', begin: () => Promise<unknown>): Promise<void> {
    await suite.dieAt(`${job}/${moment}`, begin);
    const { databaseUrl } = suite.place;
    if (databaseUrl)
      // It was silent for long: how long that must be, and the wait after it, is in `recovery.test.ts`.
      await administer(databaseUrl, (client) =>
        client.query(`update jobs set heartbeat_at = 'epoch', backoff = 0 where state = 'active'`),
      );
    await suite.live();
    const isDone = (line: string): boolean => line.includes(`"job":"${job}"`) && line.includes('A job is done.');
    await eventually(async () => (suite.server.lines.some(isDone) ? true : undefined), `${job} to be done again`);
  }

  const uploadSample = () =>
    uploadFile(suite.member, getSamplePath('short.mp4'), { captions: getSamplePath('short.vtt') });
  const videos = async () => (await suite.member.call(videoRoutes.list, { userId: suite.member.session.id })).data;

  it('keeps one video with one result per step, when the server dies at the end of a step', async () => {
    await dieAt('step-chapters', 'end', uploadSample);
    const [made, ...others] = await videos();
    assert.deepEqual(others, []);
    video = await waitUntilProcessed(suite.member, made!.id);
    assertEvery(video.steps, ({ state }) => state === 'done');
    assert.ok(video.chapters.length > 0);
    assert.equal(new Set(video.chapters.map(({ start }) => start)).size, video.chapters.length);
  });

  it('keeps the saved cue and cuts one whole clip, when the server dies in the middle of the clip', async () => {
    const { start, text: old } = webvttCues(video.vtt)[0]!;
    const edit = { passthrough: video.id, n: 0, start, before: old, text: 'Quite other words.' };
    const wish = { passthrough: video.id, timeIn: '00:00:01', timeOut: '00:00:06' };
    const cut = () => suite.member.call(clipRoutes.cut, wish);
    await dieAt('clip', 'middle', async () => {
      await suite.member.call(transcriptRoutes.editCue, edit);
      await cut();
    });
    video = await fetchAsset(suite.member, video.id);
    assert.equal(webvttCues(video.vtt)[0]!.text, 'Quite other words.');
    const { data } = await cut();
    const response = await fetch(new URL(data.data, suite.server.origin));
    assert.equal(response.status, 200);
    const clip = Buffer.from(await response.arrayBuffer());
    assert.equal(clip.toString('latin1', 4, 8), 'ftyp');
    const files = await readdir(join(suite.place.dataDir, 'videos', video.id), { recursive: true });
    assert.equal(files.filter((name) => /^clips.+/.test(name)).length, 1, files.join());
  });

  it('credits bought tokens once, when it dies as soon as it has credited them', async () => {
    const total = async () => (await suite.member.call(dashboardRoutes.dashboard, {})).data.token_total;
    const before = await total();
    const pack = { amount: 500, currency: 'usd', userId: suite.member.session.id } as const;
    const { clientSecret } = await suite.member.call(billingRoutes.intent, pack);
    const card = { number: '4242 4242 4242 4242', expiry: '12/99', cvc: '123' };
    await dieAt('billing-sync', 'end', () =>
      suite.member.call(billingRoutes.sandboxConfirm, { clientSecret, ...card }),
    );
    assert.equal(await total(), before + 50_000);
    const { data } = await suite.member.call(billingRoutes.payments, {});
    assert.deepEqual(
      data.map(({ paymentStatus }) => paymentStatus),
      ['succeeded'],
    );
  });

  it('delivers one letter, when it dies as soon as it has delivered it', async () => {
    const before = (await suite.server.letters()).length;
    await dieAt('mail', 'end', () => suite.member.call(accountRoutes.requestReset, { email: suite.member.email }));
    assert.equal((await suite.server.letters()).length, before + 1);
  });

  it('sends one email that a recording is ready, when it dies as soon as the event is delivered', async () => {
    const ready = async () => (await suite.server.letters()).filter(({ subject }) => /is ready: /.test(subject)).length;
    const before = await ready();
    await dieAt('deliver-events', 'end', uploadSample);
    await eventually(async () => ((await ready()) > before ? true : undefined), 'the email');
    await waitUntilProcessed(suite.member, (await videos()).find(({ id }) => id !== video.id)!.id);
    assert.equal(await ready(), before + 1);
  });

  it('changes every place of a rewrite once, when it dies at the end of a part', async () => {
    await suite.member.call(glossaryRoutes.addTerm, { term: 'words of words', wrong: ['words'] });
    const { id } = (await suite.member.call(rewriteRoutes.look, {})).data;
    const become = (state: string) =>
      eventually(async () => {
        const { data } = await suite.member.call(rewriteRoutes.rewrite, { id });
        return data.state === state ? data.places : undefined;
      }, `the rewrite, ${state}`);
    const { all } = await become('ready');
    assert.ok(all >= 2);
    const count = (vtt: string): number => vtt.match(/words/g)?.length ?? 0;
    await dieAt('rewrite', 'end', () => suite.member.call(rewriteRoutes.apply, { id }));
    const { changed, passed } = await become('applied');
    assert.deepEqual([changed, passed], [all, 0]);
    const { vtt } = await fetchAsset(suite.member, video.id);
    assert.equal(count(vtt), 2 * count(video.vtt));
    assert.equal(vtt.match(/words of words/g)?.length, count(video.vtt));
  });
});

describe('a server that is killed when Mux has done what it asked for', () => {
  let stage: KillStage;
  let member: TestMember;

  before(async () => {
    stage = await openKillStage();
    const server = await stage.start();
    member = await signUp(server.origin, server.letters);
  });
  after(() => stage?.close());

  const videos = async () => (await member.call(videoRoutes.list, { userId: member.session.id })).data;

  it('leaves nothing there, when it dies as an asset is deleted', async () => {
    const id = await uploadFile(member, getSamplePath('short.mp4'), { captions: getSamplePath('short.vtt') });
    // It is a video when Mux has made it ready.
    await eventually(async () => ((await videos()).length > 0 ? true : undefined), 'the video');
    await waitUntilProcessed(member, id);
    assert.equal(stage.mux.assets.size, 1);
    const killed = stage.killAt(/^DELETE .*\/assets\/\w+$/, moments.after);
    await member.call(videoRoutes.delete, { id }).catch(() => undefined);
    await killed;
    await stage.startAgain();
    await stage.nothingIsThere();
    await stage.removalsAreOver();
    assert.deepEqual(await videos(), []);
  });
});
