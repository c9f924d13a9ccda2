import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { oneDatabase, type TestPlace } from '../../../test/databases.ts';
import { eventually, type TestMember } from '../../../test/member.ts';
import { openRecordedWorld } from '../../../test/recorded.ts';
import { getSamplePath } from '../../../test/sample.ts';
import { readJobs } from '../../../test/stored-jobs.ts';
import { untilAborted } from '../../../test/until-aborted.ts';
import { uploadFile, waitUntilProcessed } from '../../../test/upload.ts';
import type { TestWorld } from '../../../test/world.ts';
import type { LanguageEngine, LanguageQuestion } from '../../ports/language/port.ts';
import { summaryJob } from '../outline/summary.job.ts';
import { lockVideo } from '../videos/lock-video.ts';
import { removeVideo } from './remove.ts';

const model = (ask: (question: LanguageQuestion) => ReturnType<LanguageEngine['ask']>): LanguageEngine => ({
  identity: 'a-model',
  label: 'A model',
  context: 100_000,
  ask,
});

oneDatabase((database, open) => {
  describe(`a video that is deleted while something is made of it, on ${database}`, () => {
    let place: TestPlace;
    let server: TestWorld;
    let member: TestMember;
    let id: string;

    before(async () => {
      const recorded = await openRecordedWorld(open, ['short']);
      ({ place, server, member } = recorded);
      id = recorded.short.id;
    });
    after(async () => {
      await server?.close();
      await place?.close();
    });

    const liveJobs = async (): Promise<string[]> =>
      (await readJobs(server.world.database.kysely))
        .filter(({ ended_at, payload }) => ended_at === null && 'videoId' in payload && payload.videoId === id)
        .map(({ name }) => name)
        .sort();

    it('leaves no job behind, and its summary is asked for no longer', async () => {
      const asked = Promise.withResolvers<AbortSignal>();
      Object.assign(server.world, {
        language: model(({ signal }) => {
          asked.resolve(signal);
          return untilAborted(signal);
        }),
      });
      await member.call(videoRoutes.generateSummary, { passthrough: id });
      const signal = await asked.promise;
      const options = { after: new Date(Date.now() + 3_600_000), member: member.session.id };
      await server.world.jobs.enqueue('slide-titles', { videoId: id }, { ...options, key: `slide-titles/${id}` });
      await server.world.jobs.enqueue('learn-voice', { videoId: id, name: 'Ada' }, options);
      assert.deepEqual(await liveJobs(), ['learn-voice', 'slide-titles', 'summary']);

      await member.call(videoRoutes.delete, { id });
      assert.deepEqual(await liveJobs(), []);
      await eventually(async () => signal.aborted || undefined, 'the end of the question', 10);
    });

    it('keeps nothing of what was written then, and charges nothing for it', async () => {
      const { world } = server;
      id = await uploadFile(member, getSamplePath('short.mp4'), { captions: getSamplePath('short.vtt') });
      Object.assign(world, { language: undefined });
      await waitUntilProcessed(member, id);
      const value = { summary: 'The company will be sold in March. Nobody knows of it yet. The price is agreed.' };
      const language = model(async () => {
        await removeVideo(world, id);
        return { value, cut: false, spent: [{ text: JSON.stringify(value), usage: { input: 1000, output: 100 } }] };
      });
      const job = { id: 'x', attempt: 1, lastAttempt: true, signal: new AbortController().signal };
      await summaryJob.run({ ...world, language }, { videoId: id }, job);

      const { kysely } = world.database;
      const { summary } = await kysely
        .selectFrom('videos')
        .select('summary')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      assert.equal(summary, '');
      assert.deepEqual(await kysely.selectFrom('outline_history').select('kind').execute(), []);
      const operation = await kysely
        .selectFrom('token_operations')
        .select(['state', 'used'])
        .where('video_id', '=', id)
        .where('operation', '=', 'generate-summary')
        .executeTakeFirstOrThrow();
      assert.deepEqual(operation, { state: 'released', used: 0 });
      const taken = await kysely
        .selectFrom('token_entries')
        .innerJoin('token_operations', 'token_operations.id', 'token_entries.operation_id')
        .select(({ fn }) => fn.sum<number>('tokens').as('tokens'))
        .where('video_id', '=', id)
        .where('operation', '=', 'generate-summary')
        .executeTakeFirstOrThrow();
      assert.equal(taken.tokens, 0);
    });

    it('cannot be locked any more by what would write of it', async () => {
      await assert.rejects(
        server.world.database.transaction((tx) => lockVideo(tx, id)),
        { code: 'not_found' },
      );
    });
  });
});
