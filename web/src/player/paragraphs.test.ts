import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Cue } from '@lectern/contract/transcripts/cue';
import { cuesByChapter, gapsByChapter, mergeGaps, paragraphs } from './paragraphs.ts';

const cue = (start: number, text: string, speaker?: string): Cue => ({
  start,
  end: start + 2,
  text,
  ...(speaker ? { speaker } : {}),
});

test('a new speaker and a silence begin a paragraph', () => {
  const cues = [
    cue(0, 'Welcome.', 'Ada'),
    cue(2, 'Let us begin.', 'Ada'),
    cue(4, 'Gladly.', 'Tom'),
    cue(20, 'So.', 'Tom'),
  ];
  assert.deepEqual(
    paragraphs(cues).map(({ first, speaker, cues: lines }) => [first, speaker, lines.length]),
    [
      [0, 'Ada', 2],
      [2, 'Tom', 1],
      [3, 'Tom', 1],
    ],
  );
});

test('a line without a speaker goes on with the one before', () => {
  assert.equal(paragraphs([cue(0, 'We ask', 'Ada'), cue(2, 'every buyer.')]).length, 1);
});

test('long talk is broken after a sentence, or where it has none', () => {
  const sentence = 'Forty characters of talk that go on here.';
  const spoken = Array.from({ length: 20 }, (_, n) => cue(n * 2, sentence));
  const made = paragraphs(spoken);
  assert.ok(made.length > 1);
  assert.equal(made.flatMap(({ cues }) => cues).length, 20);
  assert.ok(made.length > 0 && made.every(({ cues }) => cues.length <= 8));
  const endless = Array.from({ length: 40 }, (_, n) => cue(n * 2, 'words without any end to them whatever'));
  const cut = paragraphs(endless);
  assert.ok(cut.length > 0 && cut.every(({ cues }) => cues.length <= 16));
});

test('every cue belongs to one chapter', () => {
  const cues = [cue(1, 'a'), cue(49.98, 'b'), cue(60, 'c'), cue(300, 'd')];
  const chapters = [{ start_seconds: 2 }, { start_seconds: 50 }, { start_seconds: 200 }, { start_seconds: 400 }];
  assert.deepEqual(
    cuesByChapter(cues, chapters).map(({ first, cues: lines }) => [first, lines.map(({ text }) => text).join('')]),
    [
      [0, 'a'],
      [1, 'bc'],
      [3, 'd'],
      [4, ''],
    ],
  );
  assert.deepEqual(cuesByChapter(cues, []), []);
});

const gap = (start: number, end: number) => ({ start, end, speech: true });

test('a gap is in the chapter it begins in, and the first chapter has those before it', () => {
  const chapters = [{ start_seconds: 0 }, { start_seconds: 60 }, { start_seconds: 120 }];
  const gaps = [gap(0, 10), gap(55, 70), gap(60, 61), gap(500, 600)];
  assert.deepEqual(gapsByChapter(gaps, chapters), [[gap(0, 10), gap(55, 70)], [gap(60, 61)], [gap(500, 600)]]);
  assert.deepEqual(gapsByChapter(gaps, []), []);
});

test('a gap stands between the paragraphs around it', () => {
  const said = paragraphs([0, 40, 80].map((start) => cue(start, `At ${start}.`)));
  const rows = mergeGaps(said, [gap(4, 30), gap(90, 100)]);
  assert.deepEqual(
    rows.map((row) => ('gap' in row ? row.gap.start : `paragraph ${row.n}`)),
    ['paragraph 0', 4, 'paragraph 1', 'paragraph 2', 90],
  );
  assert.deepEqual(mergeGaps([], [gap(4, 30)]).length, 1);
});
