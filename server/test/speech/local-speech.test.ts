// full: genuine recognition of whole recordings; engine.test.ts has one
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { promisify } from 'node:util';
import '../system-ffmpeg.ts';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { cuesOfWords } from '../../src/features/transcripts/words-to-cues.ts';
import { memoryJournal } from '../../src/ports/speech/memory-journal.ts';
import { createLocalSpeech } from '../../src/ports/speech/local/engine.ts';
import { describeProcess } from '../describe-process.ts';
import { startFileServer } from '../file-server.ts';
import { openTestMedia } from '../media.ts';
import { eventually } from '../member.ts';
import { getSamplePath } from '../sample.ts';
import { fetchAsset, uploadFile, waitUntilProcessed } from '../upload.ts';
import { spokenRecording } from './recogniser.ts';
import { filesOfToyModel } from './toy-model.ts';

const execute = promisify(execFile);
const times = 200;

let opened: Awaited<ReturnType<typeof openTestMedia>>;
let long: string;
let files: Record<string, Buffer>;
/** Transcript of the long recording from an uninterrupted run. */
let expected: string[];

before(async () => {
  opened = await openTestMedia();
  const { folder, media } = opened;
  long = join(folder, 'long.m4a');
  const repeat = ['-v', 'error', '-stream_loop', String(times - 1), '-i', spokenRecording, '-c', 'copy', long];
  await execute('ffmpeg', repeat);
  const modelDir = join(folder, 'model');
  files = await filesOfToyModel(modelDir);

  const settings = { model: 'parakeet', modelDir, modelUrl: undefined, language: undefined, dataDir: folder } as const;
  const speech = await createLocalSpeech(settings, media);
  const journal = memoryJournal();
  const { duration } = await media.inspect(long);
  const signal = new AbortController().signal;
  await speech.recognise({ file: long, scratch: folder, duration, journal, signal, onProgress: () => undefined });
  expected = cuesOfWords(journal.segments.flatMap(({ words }) => words)).map(({ text }) => text);
  assert.ok(expected.length >= times);
});
after(() => opened?.close());

let hub: Awaited<ReturnType<typeof startFileServer>>;

async function env(): Promise<Record<string, string>> {
  hub = await startFileServer(files);
  return { SPEECH: 'local', SPEECH_MODEL_URL: hub.url };
}

describeProcess('a server that recognises speech by itself', { env }, (suite) => {
  after(() => hub?.close());

  const stepOf = async (id: string) =>
    (await fetchAsset(suite.member, id)).steps.find(({ step }) => step === 'transcript')!;
  const whenAt = (id: string, share: number) =>
    eventually(async () => {
      const step = await stepOf(id);
      assert.notEqual(step.state, 'done', 'it was faster than the test');
      return step.progress > share ? step : undefined;
    }, `${share} of the recording`);

  const noteOf = (id: string) => eventually(async () => (await stepOf(id)).note ?? undefined, 'the note of the step');

  it('tells that it fetches the model, and goes on with both after it was killed', async () => {
    hub.faults.push('none', { stall: 100 });
    const id = await uploadFile(suite.member, long);
    assert.match(await noteOf(id), /^fetching the speech model/);
    // Meanwhile another recording without captions waits, and one with captions does not.
    const waits = await uploadFile(suite.member, spokenRecording);
    assert.equal(await noteOf(waits), 'waiting until other recordings are recognised');
    await suite.member.call(videoRoutes.delete, { id: waits });
    const captioned = await uploadFile(suite.member, getSamplePath('short.mp4'), {
      captions: getSamplePath('short.vtt'),
    });
    assert.equal(await noteOf(captioned), 'from your caption file');
    await suite.member.call(videoRoutes.delete, { id: captioned });
    await suite.restart('kill');
    for (const share of [0.1, 0.4]) {
      const { progress } = await whenAt(id, share);
      await suite.restart('kill');
      assert.ok((await stepOf(id)).progress >= progress);
    }
    const made = await waitUntilProcessed(suite.member, id);
    assert.deepEqual(
      webvttCues(made.vtt).map(({ text }) => text),
      expected,
    );
    assert.deepEqual(
      [made.transcript_source, made.steps.find(({ step }) => step === 'transcript')!.note],
      ['speech', 'recognised by Parakeet on this server'],
    );
    assert.equal(hub.asked.filter(({ name }) => name === 'joiner.int8.onnx').length, 1);
  });

  it('stops when the video is deleted', async () => {
    const recognisers = async (): Promise<number> => {
      const { stdout } = await execute('ps', ['-eo', 'ppid=,args=']);
      const mine = new RegExp(String.raw`^\s*${suite.server.pid}\s.*recogniser\.child`);
      return stdout.split('\n').filter((line) => mine.test(line)).length;
    };
    const id = await uploadFile(suite.member, long);
    await whenAt(id, 0.05);
    assert.equal(await recognisers(), 1);
    await suite.member.call(videoRoutes.delete, { id });
    await eventually(async () => ((await recognisers()) === 0 ? true : undefined), 'the end of the recogniser');
  });
});
