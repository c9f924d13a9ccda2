import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { assertEvery } from './assert-every.ts';
import { good, goodTitles, whole } from './language/model-outlines.ts';
import { type ModelServer, openModelServer } from './language/model-server.ts';
import { itInFullRun } from './rare.ts';
import { getSamplePath } from './sample.ts';
import { spokenRecording } from './speech/recogniser.ts';
import { writeToyModel } from './speech/toy-model.ts';

const program = join(import.meta.dirname, '../src/main/cli.ts');

const chapter = (file: string, env: Record<string, string>) =>
  promisify(execFile)(process.execPath, [program, 'chapter', file, '--json'], {
    env: { PATH: process.env.PATH, ...env },
  });

/** The command fails with code 1, prints no outline and says this. */
const fails = (command: Promise<unknown>, told: RegExp) =>
  assert.rejects(command, (error) => {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, told);
    return true;
  });

describe('`lectern chapter`', () => {
  let folder: string;
  let model: ModelServer;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-cli-'));
    await writeToyModel(join(folder, 'model'));
    // Folders of the person's own beside the recording stay.
    await mkdir(join(folder, 'speech'));
    await copyFile(spokenRecording, join(folder, 'talk.m4a'));
    model = await openModelServer();
  });
  after(async () => {
    await model?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const byModel = () =>
    chapter(getSamplePath('webinar.vtt'), {
      LANGUAGE_ENGINE: 'openai-compatible',
      LANGUAGE_MODEL: 'model-of-tests',
      LANGUAGE_BASE_URL: model.url,
      LANGUAGE_INPUT_PRICE: '1',
      LANGUAGE_OUTPUT_PRICE: '15',
    });
  const ofSpeech = (env: Record<string, string>) => chapter(join(folder, 'talk.m4a'), env);

  it('`lectern chapter` asks the language model of the settings, and says what it costs', async () => {
    model.react = (asked) => ({ answer: good(asked), usage: { input: 1000, output: 100 } });
    const { stdout, stderr } = await byModel();
    const made = JSON.parse(stdout) as { title: string; chapters: { title: string; quotes: { quote: string }[] }[] };
    assert.deepEqual([made.title, ...made.chapters.map(({ title }) => title)], [whole.title, ...goodTitles]);
    assertEvery(made.chapters, ({ quotes }) => quotes.length >= 1);
    assert.match(
      stderr,
      /^Asking model-of-tests, about \d{4} tokens for \$0\.0\d{3} …\n1000 tokens sent, 100 received: 1100 tokens for \$0\.0025\.\n$/,
    );
  });

  itInFullRun('`lectern chapter` fails when the language model fails: nothing else is put in its place', async () => {
    model.react = () => ({ status: 401 });
    await fails(byModel(), /Please contact support\.\n<LANGUAGE_BASE_URL>\/chat\/completions: 401: A fault: 401\./);
  });

  it('`lectern chapter` recognises the speech of a recording without captions', async () => {
    const { stdout } = await ofSpeech({ SPEECH: 'local', SPEECH_MODEL_DIR: join(folder, 'model') });
    const { chapters } = JSON.parse(stdout) as { chapters: { start: string; end: string }[] };
    assert.deepEqual([chapters.length, chapters[0]!.start], [1, '00:00:00']);
    assert.deepEqual((await readdir(folder)).sort(), ['model', 'speech', 'talk.m4a']);
  });

  itInFullRun('`lectern chapter` says what is missing without captions and without a speech engine', () =>
    fails(
      ofSpeech({ SPEECH: 'captions' }),
      /^No transcript yet: add captions \(--captions FILE\) or a speech engine\.\n$/,
    ),
  );
});
