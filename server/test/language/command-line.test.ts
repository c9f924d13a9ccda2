import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { assertEvery } from '../assert-every.ts';
import { itInFullRun } from '../rare.ts';
import { good, whole } from './model-outlines.ts';
import { getSamplePath } from '../sample.ts';
import { type ModelServer, openModelServer } from './model-server.ts';

const program = join(import.meta.dirname, '../../src/main/cli.ts');

describe('`lectern chapter` with a language model', () => {
  let model: ModelServer;
  before(async () => {
    model = await openModelServer();
  });
  after(() => model.close());

  const chapter = () =>
    promisify(execFile)(process.execPath, [program, 'chapter', getSamplePath('webinar.vtt'), '--json'], {
      env: {
        PATH: process.env.PATH,
        LANGUAGE: 'openai-compatible',
        LANGUAGE_MODEL: 'model-of-tests',
        LANGUAGE_BASE_URL: model.url,
      },
    });

  it('`lectern chapter` asks the language model of the settings, and says what it costs', async () => {
    model.react = (asked) => ({ answer: good(asked), usage: { input: 1000, output: 100 } });
    const { stdout, stderr } = await chapter();
    const made = JSON.parse(stdout) as { title: string; chapters: { title: string; quotes: { quote: string }[] }[] };
    assert.deepEqual(
      [made.title, ...made.chapters.map(({ title }) => title)],
      [whole.title, 'Subject 1 of the Model', 'Subject 2 of the Model', 'Subject 3 of the Model'],
    );
    assertEvery(made.chapters, ({ quotes }) => quotes.length >= 1);
    assert.match(stderr, /^Asking model-of-tests …\n1000 tokens sent, 100 received\.\n$/);
  });

  itInFullRun('`lectern chapter` fails when the language model fails: nothing else is put in its place', async () => {
    model.react = () => ({ status: 401 });
    await assert.rejects(chapter(), (error) => {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return (
        code === 1 &&
        stdout === '' &&
        /Please contact support\.\n<LANGUAGE_BASE_URL>\/chat\/completions: 401: A fault: 401\./.test(stderr)
      );
    });
  });
});
