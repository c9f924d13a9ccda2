// full: it kills at every point of a question; killed-once.test.ts kills at the step that asks
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { dashboardRoutes } from '@lectern/contract/library/dashboard';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { oneDatabase, type TestPlace } from '../databases.ts';
import { eventually, signUp, type TestMember } from '../member.ts';
import { type ServerProcess, type ServerSettings, createServerSettings, startServer } from '../process.ts';
import { getSamplePath } from '../sample.ts';
import { uploadFile, waitUntilProcessed } from '../upload.ts';
import { good, getChaptersProblem, whole } from './model-outlines.ts';
import { type ModelServer, openModelServer } from './model-server.ts';

/** A server that dies while a language model thinks: the chapters come, and are paid once. */
oneDatabase((database, open) => {
  describe(`a server on ${database} that is killed while a model is asked`, () => {
    let place: TestPlace;
    let model: ModelServer;
    let env: ServerSettings;
    let server: ServerProcess | undefined;
    let member: TestMember;
    let id: string;

    before(async () => {
      model = await openModelServer((asked) => ({ answer: good(asked), usage: { input: 1000, output: 100 } }));
      place = await open();
      env = {
        ...(await createServerSettings(place)),
        LANGUAGE: 'anthropic',
        LANGUAGE_MODEL: 'claude-of-tests',
        LANGUAGE_API_KEY: 'key-of-tests',
        LANGUAGE_BASE_URL: model.url,
      };
      server = await startServer(env);
      member = await signUp(server.origin, server.letters);
      id = await uploadFile(member, getSamplePath('webinar.mp4'), { captions: getSamplePath('webinar.vtt') });
      await waitUntilProcessed(member, id);
    });
    after(async () => {
      await server?.stop();
      await place?.close();
      await model?.close();
    });

    const used = async () => (await member.call(dashboardRoutes.dashboard, {})).data.token_used;

    it('stores the chapters of the model after a restart, charged once, when killed during the request', async () => {
      assert.equal(await used(), 1100);
      model.asked.length = 0;
      model.react = () => 'hang';
      await member.call(videoRoutes.regenerateChapters, { passthrough: id });
      await eventually(async () => (model.asked.length > 0 ? true : undefined), 'the question');
      const reserved = await used();
      assert.ok(reserved > 1100, 'the estimate is taken');
      await server!.kill();
      model.react = (asked) => ({ answer: good(asked), usage: { input: 2000, output: 200 } });
      server = await startServer(env);
      const { lines } = server;
      await eventually(
        async () => lines.find((line) => line === 'Chapters and answers are written by claude-of-tests by Anthropic.'),
        'the word on the model',
      );
      const video = await waitUntilProcessed(member, id);
      assert.deepEqual([video.title, getChaptersProblem(video)], [whole.title, null]);
      assert.equal(await used(), 3300, 'the reservation of the killed attempt became the charge');
    });
  });
});
