import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitAtMatches } from './find-in-transcript.ts';
import { findEnclosingHighlight, highlightMarks } from './highlight-marks.ts';

const cues = ['We begin with the audience.', 'Nobody reads an advert', 'they did not ask for.'].map((text, n) => ({
  start: n * 4,
  end: n * 4 + 3,
  text,
}));
const over = { words: 'an advert they did', start: 4, end: 11 };

test('highlights are marked where their words stand, over the ends of lines', () => {
  assert.deepEqual(
    [...highlightMarks(cues, [over])],
    [
      [1, [{ from: 13, to: 22 }]],
      [2, [{ from: 0, to: 8 }]],
    ],
  );
});

test('highlights are marked at their own words, when others before them are folded to the same', () => {
  for (const [text, words] of [
    ['Das ist schon sehr schön', 'schön'],
    ['You can resume work on your résumé', 'résumé'],
    ['1 000 and 1000', '1000'],
  ] as const)
    assert.deepEqual(
      [...highlightMarks([{ start: 0, end: 3, text }], [{ words, start: 0, end: 3 }])],
      [[0, [{ from: text.indexOf(words), to: text.length }]]],
    );
  const typed = highlightMarks([{ start: 0, end: 3, text: 'Our résumé' }], [{ words: 'resume', start: 0, end: 3 }]);
  assert.deepEqual([...typed], [[0, [{ from: 4, to: 10 }]]]);
});

test('marks the cues of that time, when the words of a highlight have changed', () => {
  const marks = highlightMarks(cues, [{ ...over, words: 'an advertisement' }]);
  assert.deepEqual([...marks.keys()], [1, 2]);
  assert.deepEqual(marks.get(1), [{ from: 0, to: cues[1]!.text.length }]);
  assert.deepEqual([...highlightMarks(cues, [{ ...over, start: 90, end: 99 }])], []);
});

test('selected words within a highlight are it', () => {
  assert.equal(findEnclosingHighlight([over], { text: 'an advert', start: 4, end: 7 }), over);
  assert.equal(findEnclosingHighlight([over], { text: 'reads an advert', start: 4, end: 7 }), undefined);
  assert.equal(findEnclosingHighlight([over], { text: 'an advert', start: 0, end: 7 }), undefined);
});

test('marks words as both, when a search match lies in a highlight', () => {
  const found = [{ from: 7, to: 12, current: true }];
  assert.deepEqual(splitAtMatches('Nobody reads it', found, [{ from: 0, to: 9 }]), [
    { text: 'Nobody ', highlighted: true },
    { text: 're', mark: 'current', highlighted: true },
    { text: 'ads', mark: 'current' },
    { text: ' it' },
  ]);
});
