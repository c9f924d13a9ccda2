// full: it kills while a model is asked and speech recognised; killed-once.test.ts kills at steps
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { promisify } from 'node:util';
import './system-ffmpeg.ts';
import { dashboardRoutes } from '@lectern/contract/library/dashboard';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { describeProcess } from './describe-process.ts';
import { startFaultServer } from './fault-server.ts';
import { good, getChaptersProblem, whole } from './language/model-outlines.ts';
import { openModelServer } from './language/model-server.ts';
import { eventually } from './member.ts';
import { getSamplePath } from './sample.ts';
import { fetchAsset, uploadFile, waitUntilProcessed } from './upload.ts';
import { assemblyAiAnswers } from './speech/provider-answers.ts';
import { findRecogniser, spokenRecording, spokenText } from './speech/recogniser.ts';

const recogniser = await findRecogniser();
const times = 12;

/**
 * The recogniser, but no faster than two sentences a second, and after each start only four and the fifth's text, until
 * the file `go` is there.
 */
const inParts = (go: string): string => `#!/bin/sh
said=0
pocketsphinx_continuous "$@" | while IFS= read -r line; do
  echo "$line"
  case "$line" in 'welcome to the webinar'*) said=$((said + 1)) && sleep 0.5 ;; esac
  while [ $said -gt 4 ] && ! [ -e '${go}' ]; do sleep 0.1; done
done
`;

describeProcess('a server that is killed while others work for it', {}, (suite) => {
  it('stores the chapters of the model after a restart, charged once, when killed during the request', async () => {
    const model = await openModelServer((asked) => ({ answer: good(asked), usage: { input: 1000, output: 100 } }));
    const settings = {
      LANGUAGE_ENGINE: 'anthropic',
      LANGUAGE_MODEL: 'claude-of-tests',
      LANGUAGE_API_KEY: 'key-of-tests',
      LANGUAGE_BASE_URL: model.url,
    };
    await suite.server.stop();
    await suite.start(settings);
    const { member } = suite;
    const used = async () => (await member.call(dashboardRoutes.dashboard, {})).data.token_used;
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
    await suite.start(settings);
    const { lines } = suite.server;
    await eventually(
      async () => lines.find((line) => line === 'Chapters and answers are written by claude-of-tests by Anthropic.'),
      'the word on the model',
    );
    const video = await waitUntilProcessed(member, id);
    assert.deepEqual([video.title, getChaptersProblem(video)], [whole.title, null]);
    assert.equal(await used(), 3300, 'the reservation of the killed attempt became the charge');
    await member.call(videoRoutes.delete, { id });
    await model.close();
  });

  const transcriptOf = async (id: string) =>
    (await fetchAsset(suite.member, id)).steps.find(({ step }) => step === 'transcript');

  it('goes on with the job that a provider does, and creates no other', async () => {
    const provider = assemblyAiAnswers(Infinity);
    const fake = await startFaultServer(provider.answer);
    const settings = { SPEECH: 'assemblyai', SPEECH_API_KEY: 'key', SPEECH_BASE_URL: fake.url };
    await suite.server.stop();
    await suite.start(settings);
    const id = await uploadFile(suite.member, spokenRecording);
    await eventually(async () => provider.jobs[0], 'the job');
    await eventually(async () => fake.asked.find(({ path }) => path === '/v2/transcript/job-1'), 'a look at the job');
    await suite.server.kill();
    provider.looks = 0;
    await suite.start(settings);
    const made = await waitUntilProcessed(suite.member, id);
    assert.equal(provider.jobs.length, 1);
    assert.equal(fake.asked.filter(({ path }) => path === '/v2/upload').length, 1);
    assert.deepEqual(
      webvttCues(made.vtt).map(({ text, speaker }) => [speaker, text]),
      [
        ['Speaker 1', 'Welcome to the webinar.'],
        ['Speaker 2', 'Thank you.'],
      ],
    );
    assert.equal(made.transcript_source, 'speech');
    await fake.close();
  });

  if (recogniser)
    it('recognises on from the last sentence that is saved, with one result', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'lectern-long-'));
      const long = join(folder, 'long.m4a');
      const repeat = ['-v', 'error', '-stream_loop', String(times - 1), '-i', spokenRecording, '-c', 'copy', long];
      await promisify(execFile)('ffmpeg', repeat);
      const [program, go] = [join(folder, 'recogniser'), join(folder, 'go')];
      await writeFile(program, inParts(go), { mode: 0o755 });
      const settings = { ...recogniser, SPEECH_COMMAND: program };
      await suite.server.stop();
      await suite.start(settings);
      const id = await uploadFile(suite.member, long);
      for (const share of [0.15, 0.4]) {
        const { progress: reached } = await eventually(async () => {
          const step = await transcriptOf(id);
          return step && step.progress > share ? step : undefined;
        }, 'some sentences');
        await suite.server.kill();
        await suite.start(settings);
        const step = await transcriptOf(id);
        assert.equal(step!.state, 'running');
        assert.ok(step!.progress >= reached, `${step!.progress} after ${reached}: what was there is kept`);
      }
      await writeFile(go, '');
      const made = await waitUntilProcessed(suite.member, id);
      const said = webvttCues(made.vtt).map(({ text }) => text);
      assert.equal(said.join(' '), Array(times).fill(spokenText).join(' '));
      await suite.server.stop();
      await rm(folder, { recursive: true });
    });
});
