// full: it kills at every point of a question; killed-once.test.ts kills at the step that asks
import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { dashboardRoutes } from '@lectern/contract/library/dashboard';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { describeProcess } from '../describe-process.ts';
import { eventually } from '../member.ts';
import { getSamplePath } from '../sample.ts';
import { uploadFile, waitUntilProcessed } from '../upload.ts';
import { good, getChaptersProblem, whole } from './model-outlines.ts';
import { type ModelServer, openModelServer } from './model-server.ts';

let model: ModelServer;

async function env(): Promise<Record<string, string>> {
  model = await openModelServer((asked) => ({ answer: good(asked), usage: { input: 1000, output: 100 } }));
  return {
    LANGUAGE_ENGINE: 'anthropic',
    LANGUAGE_MODEL: 'claude-of-tests',
    LANGUAGE_API_KEY: 'key-of-tests',
    LANGUAGE_BASE_URL: model.url,
  };
}

describeProcess('a server that is killed while a model is asked', { env }, (suite) => {
  after(() => model?.close());

  const used = async () => (await suite.member.call(dashboardRoutes.dashboard, {})).data.token_used;

  it('stores the chapters of the model after a restart, charged once, when killed during the request', async () => {
    const { member } = suite;
    const id = await uploadFile(member, getSamplePath('webinar.mp4'), { captions: getSamplePath('webinar.vtt') });
    await waitUntilProcessed(member, id);
    assert.equal(await used(), 1100);
    model.asked.length = 0;
    model.react = () => 'hang';
    await member.call(videoRoutes.regenerateChapters, { passthrough: id });
    await eventually(async () => (model.asked.length > 0 ? true : undefined), 'the question');
    assert.ok((await used()) > 1100, 'the estimate is taken');
    await suite.server.kill();
    model.react = (asked) => ({ answer: good(asked), usage: { input: 2000, output: 200 } });
    await suite.start();
    const { lines } = suite.server;
    await eventually(
      async () => lines.find((line) => line === 'Chapters and answers are written by claude-of-tests by Anthropic.'),
      'the word on the model',
    );
    const video = await waitUntilProcessed(member, id);
    assert.deepEqual([video.title, getChaptersProblem(video)], [whole.title, null]);
    assert.equal(await used(), 3300, 'the reservation of the killed attempt became the charge');
  });
});
