import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { sampleRoutes } from '@lectern/contract/library/sample';
import { type VideoDetail, videoRoutes } from '@lectern/contract/videos/videos';
import { assertEvery } from '../../../../test/assert-every.ts';
import { type TestMember, eventually } from '../../../../test/member.ts';
import { fetchAsset, waitUntilProcessed, uploadFile } from '../../../../test/upload.ts';
import { describeServer, describeRecordings } from '../../../../test/describe-server.ts';
import { sampleCacheGroup, sampleCacheKeyFor } from './prebuilt-sample.ts';
import { getSamplePath } from '../../../../test/sample.ts';
import { readJobs } from '../../../../test/stored-jobs.ts';
import { untilAborted } from '../../../../test/until-aborted.ts';
import type { LanguageEngine, LanguageQuestion } from '../../../ports/language/port.ts';
import { summaryJob } from '../../outline/summary.job.ts';
import { removeVideo } from '../videos.ts';

describeServer('the sample recording in a library', { env: { SLIDES: 'read' } }, (suite) => {
  const slide = { start: 0, end: 51, title: 'Start with one audience', text: 'Start with one audience' };
  let first: TestMember;
  let second: TestMember;
  before(async () => {
    // Reading pictures takes long, and another test does it: here it has been done for another member.
    const kept = Buffer.from(JSON.stringify([slide]));
    await suite.world.pictures.through(sampleCacheGroup, await sampleCacheKeyFor('slides'), () =>
      Promise.resolve(kept),
    );
    [first, second] = [await suite.signUp(), await suite.signUp()];
  });

  const never = () => Promise.reject(new Error('It was not kept.'));
  const madeSample = async () => suite.world.pictures.through(sampleCacheGroup, await sampleCacheKeyFor('made'), never);
  const add = async (member: TestMember) => (await member.call(sampleRoutes.addSample, {})).passthrough;
  /** As it is once it has the titles of its slides, which come a little later. */
  const titled = async (member: TestMember, id: string) => {
    await waitUntilProcessed(member, id);
    await suite.settle();
    return fetchAsset(member, id);
  };
  it('adds the sample recording once, when it is requested repeatedly', async () => {
    const [one, other] = await Promise.all([add(first), add(first)]);
    assert.equal(one, other);
    assert.equal((await first.call(videoRoutes.list, { userId: first.session.id })).data.length, 1);
  });

  it('shares one result of the sample between members, but not their changes', async () => {
    const mine = await titled(first, await add(first));
    const kept = await madeSample();
    await first.call(videoRoutes.save, { passthrough: mine.id, title: 'My own title' });
    const theirs = await titled(second, await add(second));
    assert.notEqual(theirs.id, mine.id);
    assert.equal(theirs.title, mine.title);
    const outline = ({ chapters }: VideoDetail) => chapters.map(({ summary, start }) => [summary, start]);
    assert.deepEqual(outline(theirs), outline(mine));
    const started = await suite.db
      .selectFrom('steps')
      .select('started_at')
      .where('video_id', '=', theirs.id)
      .where('step', 'in', ['transcript', 'storyboard', 'chapters'])
      .execute();
    assert.equal(started.length, 3);
    assertEvery(started, ({ started_at }) => started_at === null);
    assert.ok(kept.equals(await madeSample()));
  });
});

const model = (ask: (question: LanguageQuestion) => ReturnType<LanguageEngine['ask']>): LanguageEngine => ({
  identity: 'a-model',
  label: 'A model',
  readContext: () => Promise.resolve(100_000),
  ask,
});

describeRecordings('a video that is deleted while something is made of it', ['short'], {}, (suite) => {
  let id: string;
  before(() => {
    id = suite.short.id;
  });

  const liveJobs = async (): Promise<string[]> =>
    (await readJobs(suite.db))
      .filter(({ ended_at, payload }) => ended_at === null && 'videoId' in payload && payload.videoId === id)
      .map(({ name }) => name)
      .sort();

  it('leaves no job behind, and its summary is asked for no longer', async () => {
    const asked = Promise.withResolvers<AbortSignal>();
    Object.assign(suite.world, {
      language: model(({ signal }) => {
        asked.resolve(signal);
        return untilAborted(signal);
      }),
    });
    await suite.member.call(videoRoutes.generateSummary, { passthrough: id });
    const signal = await asked.promise;
    const options = { after: new Date(Date.now() + 3_600_000), member: suite.member.session.id };
    await suite.world.jobs.enqueue('slide-titles', { videoId: id }, { ...options, key: `slide-titles/${id}` });
    await suite.world.jobs.enqueue('learn-voice', { videoId: id, name: 'Ada' }, options);
    assert.deepEqual(await liveJobs(), ['learn-voice', 'slide-titles', 'summary']);

    await suite.member.call(videoRoutes.delete, { id });
    assert.deepEqual(await liveJobs(), []);
    await eventually(async () => signal.aborted || undefined, 'the end of the question', 10);
  });

  it('keeps nothing of what was written then, and charges nothing for it', async () => {
    const { world } = suite;
    id = await uploadFile(suite.member, getSamplePath('short.mp4'), { captions: getSamplePath('short.vtt') });
    Object.assign(world, { language: undefined });
    await waitUntilProcessed(suite.member, id);
    const value = { summary: 'The company will be sold in March. Nobody knows of it yet. The price is agreed.' };
    const language = model(async () => {
      await removeVideo(world, id);
      return { value, cut: false, spent: [{ text: JSON.stringify(value), usage: { input: 1000, output: 100 } }] };
    });
    const job = { id: 'x', attempt: 1, lastAttempt: true, signal: new AbortController().signal };
    await summaryJob.run({ ...world, language }, { videoId: id }, job);

    const { summary } = await suite.db
      .selectFrom('videos')
      .select('summary')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    assert.equal(summary, '');
    assert.deepEqual(await suite.db.selectFrom('outline_history').select('kind').execute(), []);
    const charged = await suite.db
      .selectFrom('token_operations')
      .innerJoin('token_entries', 'token_operations.id', 'token_entries.operation_id')
      .select(({ fn }) => ['state', 'used', fn.sum<number>('tokens').as('tokens')])
      .where('video_id', '=', id)
      .where('operation', '=', 'generate-summary')
      .groupBy(['state', 'used'])
      .execute();
    assert.deepEqual(charged, [{ state: 'released', used: 0, tokens: 0 }]);
  });
});
