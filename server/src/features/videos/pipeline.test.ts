import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { before, it } from 'node:test';
import { Problem, type ProblemCode, problems } from '@lectern/contract/problem';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { hour } from '@lectern/contract/rules/durations';
import { assertEvery } from '../../../test/assert-every.ts';
import { storageKeys } from '../storage/keys.ts';
import { getObjectPath } from '../../../test/stored.ts';
import { eventually } from '../../../test/member.ts';
import { hasRareTests } from '../../../test/rare.ts';
import { getSamplePath } from '../../../test/sample.ts';
import { fetchAsset, uploadFile, waitUntilProcessed } from '../../../test/upload.ts';
import { JobTimeout } from '../../platform/jobs/runner.ts';
import { runStep, type StepHandler } from './pipeline.ts';
import { stepRowsOf } from './step-jobs.ts';
import { describeRecordings } from '../../../test/describe-server.ts';
import { listSupportedSteps } from './add-missing-steps.ts';

describeRecordings('the pipeline', ['webinar'], {}, (suite) => {
  let id: string;
  before(async () => {
    id = suite.webinar.id;
  });

  const get = (path: string, playbackId: string = suite.webinar.playback_id) =>
    fetch(`${suite.server.origin}/media/${playbackId}/${path}`);

  it('ends with every step done', () => {
    assert.deepEqual(
      suite.webinar.steps.map(({ step, state }) => `${step} ${state}`),
      listSupportedSteps(suite.world).map((step) => `${step} done`),
    );
    assert.equal(suite.webinar.progress, 1);
    assert.ok(suite.webinar.thumbnail && suite.webinar.storyboard);
    assert.ok(Math.abs(suite.webinar.duration - 180.6) < 0.2);
  });

  it('writes chapters over the whole recording, with verbatim quotes inside them', () => {
    assert.ok(suite.webinar.title !== '' && suite.webinar.description !== '' && suite.webinar.summary !== '');
    assert.ok(suite.webinar.chapters.length >= 2);
    assert.equal(suite.webinar.chapters[0]?.start, '00:00:00');
  });

  it('serves playlist, segments, pictures and captions by the playback id', async () => {
    for (const [path, type] of [
      ['master.m3u8', 'mpegurl'],
      ['video.m3u8', 'mpegurl'],
      ['init.mp4', 'mp4'],
      ['segment-0.m4s', ''],
      ['iframes.m3u8', 'mpegurl'],
      ['init-picture.mp4', 'mp4'],
      ['keyframe-0.m4s', ''],
      ['captions.m3u8', 'mpegurl'],
      ['thumbnail.jpg?time=60&width=320', 'jpeg'],
      ['storyboard.vtt', 'vtt'],
      ['storyboard-0.jpg', 'jpeg'],
      ['captions.vtt', 'vtt'],
      ['chapters.vtt', 'vtt'],
    ] as const) {
      const response = await get(path);
      assert.equal(response.status, 200, path);
      assert.match(response.headers.get('content-type') ?? '', new RegExp(type), path);
      assert.ok((await response.arrayBuffer()).byteLength > 0, path);
    }
    // Browsers keep what the lists name, so that the names change with what is cut.
    for (const list of ['video.m3u8', 'iframes.m3u8']) {
      const addresses = (await (await get(list)).text()).match(/[\w-]+\.(?:mp4|m4s)[^\n"]*/g)!;
      const versions = new Set(addresses.map((address) => /\?v=([\da-f]{12})$/.exec(address)?.[1]));
      assert.ok(addresses.length >= 2 && versions.size === 1 && !versions.has(undefined), list);
      const kept = await get(addresses.at(-1)!);
      assert.equal(kept.status, 200);
      assert.match(kept.headers.get('cache-control') ?? '', /max-age=\d{4,}/);
    }
    const master = await (await get('master.m3u8')).text();
    assert.match(master, /#EXT-X-MEDIA:TYPE=SUBTITLES,.*URI="captions\.m3u8"/);
    assert.match(master, /#EXT-X-STREAM-INF:.*,SUBTITLES="captions"\nvideo\.m3u8\n/);
    assert.match(master, /#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=\d+,.*URI="iframes\.m3u8"/);
    assert.equal((await get('master.m3u8', 'x'.repeat(32))).status, 404);
  });

  const search = async () => (await fetchAsset(suite.member, id)).steps.find(({ step }) => step === 'search')!;
  const setStep = (step: 'search' | 'storyboard', changes: { state: 'waiting' | 'failed'; problem?: string }) =>
    suite.db.updateTable('steps').set(changes).where('video_id', '=', id).where('step', '=', step).execute();
  /** With a job that is not due before the test is over: a step that waits without one would be given one. */
  const searchWaits = async () => {
    const after = new Date(Date.now() + hour);
    await suite.world.jobs.enqueue('step-search', { videoId: id }, { key: `${id}/search`, after });
    await setStep('search', { state: 'waiting' });
  };
  const runSearch = (
    handler: StepHandler,
    { world = suite.world, signal = new AbortController().signal, lastAttempt = true } = {},
  ) => runStep(world, 'search', handler, id, { signal, lastAttempt });
  const failWith =
    (problem: Problem): StepHandler =>
    () =>
      Promise.reject(problem);
  const retry = async () => {
    await suite.member.call(videoRoutes.retry, { passthrough: id });
    await waitUntilProcessed(suite.member, id);
  };

  it('tells of a step that takes too long for the last time, and lets it be run again', async () => {
    const run = (lastAttempt: boolean) => {
      const aborting = new AbortController();
      const late: StepHandler = (_world, _video, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
          aborting.abort(new JobTimeout(1));
        });
      return runSearch(late, { signal: aborting.signal, lastAttempt });
    };
    await searchWaits();
    await assert.rejects(run(false), { name: 'JobTimeout' });
    assert.equal((await search()).state, 'running', 'it is tried again');
    await run(true);
    const { state, problem } = await search();
    assert.deepEqual([state, problem], ['failed', problems.took_too_long.text]);
    await retry();
    assert.equal((await search()).state, 'done');
  });

  it('makes again what has done without a step that failed, and nothing else', async () => {
    const rows = () => stepRowsOf(suite.db, [id]);
    const before = new Map((await rows()).map(({ step, finished_at }) => [step, finished_at?.getTime()]));
    await setStep('storyboard', { state: 'failed', problem: 'a test' });
    await retry();
    const made = (await rows()).filter(({ step, finished_at }) => finished_at?.getTime() !== before.get(step));
    assert.deepEqual(made.map(({ step }) => step).toSorted(), ['chapters', 'storyboard']);
  });

  it('says what a step waits for', async () => {
    const words: [ProblemCode, RegExp][] = [
      ['membership_expired', /^waiting for your membership to be renewed;/],
      ['deactivated', /^waiting for your account to be active again;/],
      ['storage_away', /^waiting for storage;/],
      ['disk_full', /^waiting for disk space on the server;/],
      ['media_pending', /^waiting for the video service; this continues automatically$/],
    ];
    await searchWaits();
    for (const [code, text] of words) {
      await assert.rejects(runSearch(failWith(new Problem(code))), { code });
      assert.match((await search()).note ?? '', text);
    }
    await runSearch(async () => ({}));
  });

  it('keeps a recording that our parsers failed at, says so, and lets it be tried again', async () => {
    const { media } = suite.world;
    const { inspect } = media;
    const bytes = await readFile(getSamplePath('short.mp4'));
    const rare: readonly ProblemCode[] = ['reading_stopped', 'media_engine_missing'];
    for (const code of ['media_unread', ...(hasRareTests ? rare : [])] as const) {
      media.inspect = () => Promise.reject(new Problem(code, { cause: 'a test' }));
      const kept = await uploadFile(suite.member, bytes, { captions: getSamplePath('short.vtt') });
      const { steps } = await waitUntilProcessed(suite.member, kept);
      const { state, problem } = steps.find(({ step }) => step === 'inspect')!;
      assert.deepEqual([state, problem], ['failed', problems[code].text]);
      assert.ok((await readFile(getObjectPath(suite.world, storageKeys.original(kept)))).equals(bytes), code);
      media.inspect = inspect;
      await suite.member.call(videoRoutes.retry, { passthrough: kept });
      assertEvery((await waitUntilProcessed(suite.member, kept)).steps, (step) => step.state === 'done');
      await suite.member.call(videoRoutes.delete, { id: kept });
    }
  });

  it('shows the newest of many reports, and none after the end', async () => {
    const enough = Promise.withResolvers<void>();
    const talking: StepHandler = async (_world, _video, { progress }) => {
      for (let part = 1; part <= 5; part += 1) progress(part / 10, `part ${part}`);
      await enough.promise;
      progress(0.9, 'nearly done');
      return { note: 'all parts' };
    };
    await searchWaits();
    const running = runSearch(talking);
    const half = await eventually(
      async () => ((await search()).note === 'part 5' ? search() : undefined),
      'the report',
    );
    assert.equal(half.progress, 0.5);
    enough.resolve();
    await running;
    const { state, note, progress } = await search();
    assert.deepEqual([state, note, progress], ['done', 'all parts', 1]);
  });

  it('leaves nothing of a deleted video', async () => {
    await suite.member.call(videoRoutes.delete, { id });
    await suite.settle();
    assert.ok(!existsSync(getObjectPath(suite.world, storageKeys.folder(id))));
    assert.equal((await get('master.m3u8')).status, 404);
    const { data } = await suite.member.call(videoRoutes.list, { userId: suite.member.session.id });
    assert.deepEqual(data, []);
  });
});
