// full: it measures the worth of chapters and texts; no code of the product depends on it
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { readTranscript } from '@lectern/chaptering/transcript';
import { type ModelServer, openModelServer } from '@lectern/server/test/language/model-server';
import { evenSpacing, textTiling, utiyamaIsahara } from './chapters/baselines.ts';
import { asCaptions, joinCueTexts, rougeL } from './chapters/text-measures.ts';
import { drawSample, engineWriter, type Writer } from './words/sample.ts';
import { formatWordsReport, readSheet, scoreSheet, writeSheet } from './words/score.ts';

const SUBJECTS = [
  'Every beekeeper checks the hives for mites before the winter. Weak hives should never stand close to strong hives. Mites spread because hives stand too close.',
  'The printing press needs fresh ink on every roller. Rollers without ink always leave pale letters. Good ink costs more than good paper in every printing shop.',
];

/** Ten minutes on the one subject, ten on the other. */
const cues = SUBJECTS.flatMap((subject, part) =>
  Array.from({ length: 120 }, (_, i) => ({
    start: part * 600 + i * 5,
    end: part * 600 + i * 5 + 5,
    text: subject.split(/(?<=\.) /)[i % 3]!,
  })),
);
const talks = [0, 1, 2].map((talk) => ({
  id: `talk-${talk}`,
  show: 'made-up',
  title: 'Bees and presses',
  duration: 1200,
  timing: 'cue' as const,
  cues,
  chapters: [
    { start: 0, title: 'Of bees, by a person' },
    { start: 600, title: 'Of presses, by a person' },
  ],
}));

let folder = '';
/** In place of a model, a server that knows where the subject changes. */
let model: ModelServer;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
  await writeFile(join(folder, 'talk.json'), JSON.stringify(talks[0]));
  model = await openModelServer(({ prompt }) => {
    const change = Number(/^\[(\d+)\] The printing press/m.exec(prompt)![1]);
    const chapter = (line: number, title: string) => ({
      line,
      title,
      summary: '',
      quotes: [{ first: line, last: line }],
    });
    const chapters = [chapter(1, 'Mites and hives, by a model'), chapter(change, 'Ink and rollers, by a model')];
    return { answer: { title: 'By a model', description: '', summary: '', chapters } };
  });
});
after(async () => {
  await model?.close();
  await rm(folder, { recursive: true, force: true });
});

const readings = (): string => join(folder, 'models.readings');
const readRows = async () => JSON.parse(await readFile(readings(), 'utf8')) as Record<string, unknown>[];

/** A command of the bench on the folder, with the model's settings where it is to ask one. */
const bench = (args: readonly string[], asksModel = false) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args, '--data', folder], {
    env: {
      PATH: process.env.PATH,
      ...(asksModel
        ? {
            LANGUAGE_ENGINE: 'openai-compatible',
            LANGUAGE_MODEL: 'model-of-tests',
            LANGUAGE_CONTEXT_TOKENS: '32000',
            LANGUAGE_BASE_URL: model.url,
          }
        : {}),
    },
  });

test('`chapters` measures the recordings of a folder', async () => {
  const { recordings } = JSON.parse((await bench(['chapters', '--json'])).stdout);
  assert.equal(recordings.length, 1);
  const [result] = recordings;
  assert.equal(result.trained, 'show never seen');
  assert.deepEqual(Object.keys(result.methods), [
    'Lectern',
    'Lectern, count told',
    'even spacing',
    'TextTiling',
    'Utiyama-Isahara',
  ]);
  assert.ok(result.methods.Lectern.f10 > 0);
  assert.equal(result.verbatim, result.quotes);
  const { stdout } = await bench(['chapters']);
  assert.match(stdout, /talk-0[^]*verbatim 100\.0 %/);
});

test('`chapters` measures the language model of the settings beside them', async () => {
  const { stdout } = await bench(['chapters', '--model', '--readings', readings()], true);
  const [, , , , f10] = /^model-of-tests((?: +[\d.]+)+)$/m.exec(stdout)![1]!.trim().split(/ +/);
  assert.ok(Number(f10) > 0.99, stdout);
  assert.match(stdout, /[\d.]+ those of the language model/);
  const [row, ...more] = await readRows();
  assert.deepEqual([row!.bench, row!.quantisation, row!.recordings, more], ['chapters', 'unknown', 1, []]);
  assert.match(String(row!.model), /model-of-tests$/);
  assert.equal(row!.titledByModel, 1);
  assert.ok(Number(row!.tokensPerSecond) > 0 && (row!.measures as { f10: number }).f10 > 0.99, JSON.stringify(row));
  await assert.rejects(bench(['chapters', '--model']), /set LANGUAGE_ENGINE/);
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

const sizes = { titles: 6, quotes: 3, texts: 2 };
/** The built-in engine with its weak quotes taken for strong ones, as it finds no strong one in these talks. */
const writer: Writer = {
  ...engineWriter,
  outline: async (talk) => {
    const made = await engineWriter.outline(talk);
    for (const { quotes } of made.chapters) for (const quote of quotes) quote.key = false;
    return made;
  },
};
const sample = await drawSample(talks, 7, sizes, writer);

test('the same seed draws the same sample, and people stand on either side', async () => {
  assert.deepEqual(await drawSample(talks, 7, sizes, writer), sample);
  assert.notDeepEqual(await drawSample(talks, 8, sizes, writer), sample);
  assert.equal(sample.titles.length, 6);
  assert.deepEqual(new Set(sample.titles.map(({ ours }) => ours)), new Set(['a', 'b']));
  for (const { a, b, ours } of sample.titles) {
    assert.match(ours === 'a' ? b : a, /by a person/);
    assert.doesNotMatch(ours === 'a' ? a : b, /by a person/);
  }
});

test('the sheet does not tell whose is what, and is scored with the key', () => {
  const sheet = writeSheet(sample);
  assert.doesNotMatch(sheet, /ours|talk-\d/);
  const filled = sheet
    .replace(/^(T\d+) = $/gm, (_, id: string) => {
      const { ours } = sample.titles.find((title) => title.id === id)!;
      return `${id} = ${ours === 'a' ? 'y n a' : 'n y b'}`;
    })
    .replace(/^(Q\d+) = $/gm, '$1 = p')
    .replace('S1 = ', 'S1 = 4')
    .replace('S2 = ', 'S2 = 3');
  const score = scoreSheet(sample, readSheet(filled));
  assert.deepEqual(score.titles, { judged: 6, ours: 6, people: 0, oursBetter: 6, equal: 0 });
  assert.deepEqual(score.quotes, { judged: 3, publishable: 3, clumsy: 0, unusable: 0 });
  assert.deepEqual(score.texts, { judged: 2, useful: 7 });
  assert.match(formatWordsReport(score), /titles acceptable +100 %/);
});

test('a line that is not understood, or is of another sheet, is refused', () => {
  assert.throws(() => readSheet('T1 = y maybe a'), /Not understood/);
  assert.throws(() => readSheet('T1 = '), /Not understood/);
  assert.throws(() => scoreSheet(sample, readSheet('Q99 = p')), /Q99/);
});

test('`words` writes a sheet of the words of the language model of the settings', async () => {
  const size = ['--titles', '4', '--quotes', '2', '--texts', '1', '--out', folder, '--readings', readings()];
  const command = ['words', '--model', '--seed', '5', ...size];
  model.asked.length = 0;
  await bench(command, true);
  const sheet = await readFile(join(folder, 'words-5-model-sheet.txt'), 'utf8');
  for (const line of [
    /[AB]: (?:Mites and hives|Ink and rollers), by a model/,
    /[AB]: Of (?:bees|presses), by a person/,
    /title: By a model/,
    /^Q1\n {2}“(?:Every beekeeper|The printing press) .+”$/m,
  ])
    assert.match(sheet, line);
  assert.equal(model.asked.length, 1, 'the model is asked once a recording');
  const filled = join(folder, 'words-5-model-sheet.txt');
  await writeFile(
    filled,
    sheet
      .replace(/^(T\d+) = $/gm, '$1 = y y =')
      .replace(/^(Q\d+) = $/gm, '$1 = p')
      .replace('S1 = ', 'S1 = 4'),
  );
  const key = ['--key', join(folder, 'words-5-model-key.json')];
  await bench(['words', '--score', filled, ...key, '--readings', readings()]);
  const measures = {
    titlesAcceptable: 1,
    titlesPreferredOrEqual: 1,
    quotesPublishable: 1,
    quotesUnusable: 0,
    textsUseful: 4,
  };
  const row = (await readRows()).find(({ bench }) => bench === 'words')!;
  assert.deepEqual([row.sheet, row.measures], ['words-5-model-sheet.txt', measures]);
  const { prompt } = model.asked[0]!;
  const [, change] = /^\[(\d+)\] The printing press/m.exec(prompt)!;
  assert.match(prompt, new RegExp(`chapters that begin at ${change}:`), 'it is told where people begin');
  await assert.rejects(bench(command), /set LANGUAGE_ENGINE/);
});
