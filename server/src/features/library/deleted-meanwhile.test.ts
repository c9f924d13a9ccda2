import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { describeRecordings } from '../../../test/describe-server.ts';
import { eventually } from '../../../test/member.ts';
import { getSamplePath } from '../../../test/sample.ts';
import { readJobs } from '../../../test/stored-jobs.ts';
import { untilAborted } from '../../../test/until-aborted.ts';
import { uploadFile, waitUntilProcessed } from '../../../test/upload.ts';
import type { LanguageEngine, LanguageQuestion } from '../../ports/language/port.ts';
import { summaryJob } from '../outline/summary.job.ts';
import { removeVideo } from './videos.ts';

const model = (ask: (question: LanguageQuestion) => ReturnType<LanguageEngine['ask']>): LanguageEngine => ({
  identity: 'a-model',
  label: 'A model',
  context: 100_000,
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
