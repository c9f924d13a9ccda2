// full: it measures the worth of texts; no code of the product depends on it
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { openModelServer } from '@lectern/server/test/language/model-server';
import { drawSample } from './sample.ts';
import { formatWordsReport, scoreSheet, readSheet, writeSheet } from './score.ts';

const SUBJECTS = [
  'Every beekeeper checks the hives for mites before the winter. Weak hives should never stand close to strong hives. Mites spread because hives stand too close.',
  'The printing press needs fresh ink on every roller. Rollers without ink always leave pale letters. Good ink costs more than good paper in every printing shop.',
];
const talks = [0, 1, 2].map((talk) => ({
  id: `talk-${talk}`,
  show: 'made-up',
  title: 'Bees and presses',
  duration: 1200,
  timing: 'cue' as const,
  cues: SUBJECTS.flatMap((subject, part) =>
    Array.from({ length: 120 }, (_, i) => ({
      start: part * 600 + i * 5,
      end: part * 600 + i * 5 + 5,
      text: subject.split(/(?<=\.) /)[i % 3]!,
    })),
  ),
  chapters: [
    { start: 0, title: 'Of bees, by a person' },
    { start: 600, title: 'Of presses, by a person' },
  ],
}));

const sample = await drawSample(talks, 7, { titles: 6, quotes: 3, texts: 2 });

test('the same seed draws the same sample, and people stand on either side', async () => {
  assert.deepEqual(await drawSample(talks, 7, { titles: 6, quotes: 3, texts: 2 }), sample);
  assert.notDeepEqual(await drawSample(talks, 8, { titles: 6, quotes: 3, texts: 2 }), sample);
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

test('the command writes a sheet of the words of the language model of the settings', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-words-'));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'talk-0.json'), JSON.stringify(talks[0]));
  // In place of a model, a server that begins chapters where it is told to.
  const model = await openModelServer(({ prompt }) => {
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
  t.after(() => model.close());
  const args = [join(import.meta.dirname, '../main.ts'), 'words', '--model', '--seed', '5', '--data', folder];
  const env = {
    PATH: process.env.PATH,
    LANGUAGE_ENGINE: 'openai-compatible',
    LANGUAGE_MODEL: 'model-of-tests',
    LANGUAGE_CONTEXT_TOKENS: '32000',
    LANGUAGE_BASE_URL: model.url,
  };
  const size = ['--titles', '4', '--quotes', '2', '--texts', '1', '--out', folder];
  await promisify(execFile)(process.execPath, [...args, ...size], { env });
  const sheet = await readFile(join(folder, 'words-5-model-sheet.txt'), 'utf8');
  assert.match(sheet, /[AB]: (?:Mites and hives|Ink and rollers), by a model/);
  assert.match(sheet, /[AB]: Of (?:bees|presses), by a person/);
  assert.match(sheet, /title: By a model/);
  assert.match(sheet, /^Q1\n {2}“(?:Every beekeeper|The printing press) .+”$/m);
  assert.equal(model.asked.length, 1, 'the model is asked once a recording');
  const [, change] = /^\[(\d+)\] The printing press/m.exec(model.asked[0]!.prompt)!;
  assert.match(
    model.asked[0]!.prompt,
    new RegExp(`chapters that begin at ${change}:`),
    'it is told where people begin',
  );
  await assert.rejects(promisify(execFile)(process.execPath, [...args, ...size]), /set LANGUAGE_ENGINE/);
});
