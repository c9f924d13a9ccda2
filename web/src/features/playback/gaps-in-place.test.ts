import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gapsByChapter, mergeGaps, paragraphs } from '../../player/paragraphs.ts';

const gap = (start: number, end: number) => ({ start, end, speech: true });
const cue = (start: number) => ({ start, end: start + 2, text: `At ${start}.` });

test('a gap is in the chapter it begins in, and the first chapter has those before it', () => {
  const chapters = [{ start_seconds: 0 }, { start_seconds: 60 }, { start_seconds: 120 }];
  const gaps = [gap(0, 10), gap(55, 70), gap(60, 61), gap(500, 600)];
  assert.deepEqual(gapsByChapter(gaps, chapters), [[gap(0, 10), gap(55, 70)], [gap(60, 61)], [gap(500, 600)]]);
  assert.deepEqual(gapsByChapter(gaps, []), []);
});

test('a gap stands between the paragraphs around it', () => {
  const said = paragraphs([cue(0), cue(40), cue(80)]);
  const rows = mergeGaps(said, [gap(4, 30), gap(90, 100)]);
  assert.deepEqual(
    rows.map((row) => ('gap' in row ? row.gap.start : `paragraph ${row.n}`)),
    ['paragraph 0', 4, 'paragraph 1', 'paragraph 2', 90],
  );
  assert.deepEqual(mergeGaps([], [gap(4, 30)]).length, 1);
});
