import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawSample } from './sample.ts';
import { reportOf, scoreSheet } from './score.ts';
import { readSheet, writeSheet } from './sheet.ts';

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

const sample = drawSample(talks, 7, { titles: 6, quotes: 3, texts: 2 });

test('the same seed draws the same sample, and people stand on either side', () => {
  assert.deepEqual(drawSample(talks, 7, { titles: 6, quotes: 3, texts: 2 }), sample);
  assert.notDeepEqual(drawSample(talks, 8, { titles: 6, quotes: 3, texts: 2 }), sample);
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
  assert.match(reportOf(score), /titles acceptable +100 %/);
});

test('a line that is not understood, or is of another sheet, is refused', () => {
  assert.throws(() => readSheet('T1 = y maybe a'), /Not understood/);
  assert.throws(() => readSheet('T1 = '), /Not understood/);
  assert.throws(() => scoreSheet(sample, readSheet('Q99 = p')), /Q99/);
});
