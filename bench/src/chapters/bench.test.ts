// full: it measures the worth of chapters; no code of the product depends on it
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { readTranscript } from '@lectern/chaptering/transcript';
import { openModelServer } from '@lectern/server/test/language/model-server';
import { evenSpacing, textTiling, utiyamaIsahara } from './baselines.ts';
import { asCaptions, joinCueTexts, rougeL } from './text-measures.ts';

const SUBJECTS = [
  'The beekeeper checks every hive for mites before winter. Weak hives are joined with strong hives in October. Mites spread when hives stand too close.',
  'The printing press needs fresh ink on every roller. Rollers that run dry leave pale letters. Ink costs more than paper in a small printing shop.',
];

/** Ten minutes on the one subject, ten on the other. */
const cues = SUBJECTS.flatMap((subject, part) =>
  Array.from({ length: 120 }, (_, i) => {
    const sentences = subject.split(/(?<=\.) /);
    return { start: part * 600 + i * 5, end: part * 600 + i * 5 + 5, text: sentences[i % sentences.length]! };
  }),
);
const talk = {
  id: 'bees-and-presses',
  show: 'made-up',
  title: 'Bees and presses',
  duration: 1200,
  timing: 'cue',
  cues,
  chapters: [
    { start: 0, title: 'Mites in the hives' },
    { start: 600, title: 'Ink for the press' },
  ],
};

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
  await writeFile(join(folder, 'talk.json'), JSON.stringify(talk));
});
after(() => rm(folder, { recursive: true, force: true }));

test('the command measures the recordings of a folder', async () => {
  const main = join(import.meta.dirname, '../main.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [main, 'chapters', '--data', folder, '--json']);
  const { recordings } = JSON.parse(stdout);
  assert.equal(recordings.length, 1);
  const [result] = recordings;
  assert.equal(result.trained, 'show never seen');
  assert.deepEqual(Object.keys(result.methods), ['Lectern', 'even spacing', 'TextTiling', 'Utiyama-Isahara']);
  assert.ok(result.methods.Lectern.f10 > 0);
  assert.equal(result.verbatim, result.quotes);
  const table = await promisify(execFile)(process.execPath, [main, 'chapters', '--data', folder]);
  assert.match(table.stdout, /bees-and-presses/);
  assert.match(table.stdout, /verbatim 100\.0 %/);
});

test('the command measures the language model of the settings beside them', async () => {
  // In place of a model, a server that knows where the subject changes.
  const model = await openModelServer(({ prompt }) => {
    const change = Number(/^\[(\d+)\] The printing press/m.exec(prompt)![1]);
    const chapter = (line: number, title: string) => ({
      line,
      title,
      summary: '',
      quotes: [{ first: line, last: line }],
    });
    return {
      answer: { title: '', chapters: [chapter(1, 'Mites in the Hives'), chapter(change, 'Ink for the Press')] },
    };
  });
  const main = join(import.meta.dirname, '../main.ts');
  const env = {
    PATH: process.env.PATH,
    LANGUAGE: 'openai-compatible',
    LANGUAGE_MODEL: 'model-of-tests',
    LANGUAGE_CONTEXT: '32000',
    LANGUAGE_BASE_URL: model.url,
  };
  const run = await promisify(execFile)(process.execPath, [main, 'chapters', '--model', '--data', folder], { env });
  await model.close();
  assert.match(run.stdout, /^model-of-tests( +[\d.]+)+$/m);
  const [, , f10] = /^model-of-tests +(.+)$/m.exec(run.stdout)![1]!.split(/ +/);
  assert.match(run.stdout, /1\.000 those of the language model/);
  assert.ok(Number(f10) > 0.99, run.stdout);
  await assert.rejects(
    promisify(execFile)(process.execPath, [main, 'chapters', '--model', '--data', folder]),
    /set LANGUAGE/,
  );
});

test('the known methods find the one change of subject', () => {
  const { sentences } = readTranscript(cues, 1200);
  assert.ok(textTiling(sentences, 1200).some((time) => Math.abs(time - 600) < 60));
  assert.deepEqual(utiyamaIsahara(sentences, 1200), [600]);
  assert.deepEqual(evenSpacing(sentences, 1200), [400, 800]);
});

test('ROUGE-L counts the longest common run of stems', () => {
  assert.equal(rougeL('Mites in the hives', 'mites in the hives'), 1);
  assert.equal(rougeL('Mites in hives', 'Ink'), 0);
  assert.equal(rougeL('Fresh ink for rollers', 'Ink rollers'), 2 / 3);
});

test('captions hold the same words', () => {
  const captions = asCaptions(cues);
  assert.equal(joinCueTexts(captions), joinCueTexts(cues));
  assert.ok(captions.length > 0 && captions.every(({ text }) => text.length <= 84));
});
