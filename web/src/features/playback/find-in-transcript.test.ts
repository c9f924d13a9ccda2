import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Cue } from '@lectern/contract/transcripts/cue';
import { splitAtMatches, findInTranscript } from './find-in-transcript.ts';
import { findEnclosingHighlight, highlightMarks } from './highlight-marks.ts';
import { sentencesAround } from './sentences-around.ts';

const cues: Cue[] = ['We copied numbers between', 'four different spreadsheets.', 'Four numbers (in total).'].map(
  (text, n) => ({
    start: n,
    end: n + 1,
    text,
  }),
);

test('finds words in any case, each time they are said', () => {
  assert.deepEqual(findInTranscript(cues, 'FOUR'), [[{ cue: 1, from: 0, to: 4 }], [{ cue: 2, from: 0, to: 4 }]]);
});

test('finds words that the captions cut apart', () => {
  assert.deepEqual(findInTranscript(cues, '  between   four '), [
    [
      { cue: 0, from: 18, to: 25 },
      { cue: 1, from: 0, to: 4 },
    ],
  ]);
});

test('finds what people mean by what they type, and tells it as it stands', () => {
  const texts = ['We don’t have 45', '000 users.', 'これは東京', '都の予算'];
  const said = texts.map((text, n) => ({ start: n, end: n + 1, text }));
  assert.deepEqual(findInTranscript(said, "don't"), [[{ cue: 0, from: 3, to: 8 }]]);
  assert.deepEqual(findInTranscript(said, '45,000'), [
    [
      { cue: 0, from: 14, to: 16 },
      { cue: 1, from: 0, to: 3 },
    ],
  ]);
  assert.deepEqual(findInTranscript(said, '東京都'), [
    [
      { cue: 2, from: 3, to: 5 },
      { cue: 3, from: 0, to: 1 },
    ],
  ]);
});

test('finds the passages of three lines in which all words are said, where they are nowhere side by side', () => {
  const texts = ['The budget?', 'Hm.', 'Hm.', 'The pricing', 'of the budget.', 'A lowbudget.'];
  const said = texts.map((text, n) => ({ start: n, end: n + 1, text }));
  assert.deepEqual(findInTranscript(said, 'budget pricing'), [
    [
      { cue: 3, from: 4, to: 11 },
      { cue: 4, from: 7, to: 13 },
    ],
  ]);
  assert.deepEqual(findInTranscript(said, 'budget zebra'), []);
});

test('finds such passages behind those that say the phrase, and none of these twice', () => {
  const texts = ['The pricing.', 'And the budget.', 'Hm.', 'Hm.', 'Budget pricing.', 'The pricing.'];
  const said = texts.map((text, n) => ({ start: n, end: n + 1, text }));
  assert.deepEqual(findInTranscript(said, 'budget pricing'), [
    [{ cue: 4, from: 0, to: 14 }],
    [
      { cue: 0, from: 4, to: 11 },
      { cue: 1, from: 8, to: 14 },
    ],
  ]);
});

test('takes signs for what they are, and finds nothing for next to nothing', () => {
  assert.deepEqual(findInTranscript(cues, '(in'), [[{ cue: 2, from: 13, to: 16 }]]);
  assert.deepEqual(findInTranscript(cues, 'n'), []);
  assert.deepEqual(findInTranscript(cues, 'zebra'), []);
  assert.deepEqual(findInTranscript([], 'four'), []);
});

test('cuts a text at its matches', () => {
  assert.deepEqual(
    splitAtMatches('four by four', [
      { from: 0, to: 4, current: false },
      { from: 8, to: 12, current: true },
    ]),
    [{ text: 'four', mark: 'match' }, { text: ' by ' }, { text: 'four', mark: 'current' }],
  );
  assert.deepEqual(
    splitAtMatches('four', [
      { from: 0, to: 4, current: false },
      { from: 0, to: 4, current: true },
    ]),
    [{ text: 'four', mark: 'current' }],
  );
  assert.deepEqual(splitAtMatches('plain', []), [{ text: 'plain' }]);
});

/** Lines of five seconds each. */
const linesOf = (...texts: string[]) => texts.map((text, n) => ({ start: n * 5, end: n * 5 + 5, text }));

test('the whole sentence and the next, when it is shorter than a thought', () => {
  const cues = linesOf('Good morning.', 'We begin with', 'the oracle.', 'It answers all.', 'Then we go on.');
  assert.deepEqual(sentencesAround(cues, 11), { start: 5, end: 20 });
});

test('the line that holds the beginning of a sentence, when it begins within one', () => {
  const cues = linesOf('First words', 'of it. The oracle', 'is asked', 'what it costs', 'today. And so', 'on it goes.');
  assert.deepEqual(sentencesAround(cues, 12), { start: 5, end: 25 });
});

test('other scripts too, when their sentences end with signs of their own', () => {
  const cues = linesOf('おはようございます。', '神託について', '話します。', '次に進みます。', '終わり。');
  assert.deepEqual(sentencesAround(cues, 6), { start: 5, end: 20 });
});

test('half a minute on either side, when no sentence ends', () => {
  const cues = linesOf(...Array.from({ length: 40 }, (_, n) => `words ${n}`));
  assert.deepEqual(sentencesAround(cues, 100), { start: 70, end: 135 });
});

test('nothing, when there is no transcript', () => {
  assert.equal(sentencesAround([], 3), undefined);
});

const spoken = ['We begin with the audience.', 'Nobody reads an advert', 'they did not ask for.'].map((text, n) => ({
  start: n * 4,
  end: n * 4 + 3,
  text,
}));
const over = { words: 'an advert they did', start: 4, end: 11 };

test('highlights are marked where their words stand, over the ends of lines', () => {
  assert.deepEqual(
    [...highlightMarks(spoken, [over])],
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
  const marks = highlightMarks(spoken, [{ ...over, words: 'an advertisement' }]);
  assert.deepEqual([...marks.keys()], [1, 2]);
  assert.deepEqual(marks.get(1), [{ from: 0, to: spoken[1]!.text.length }]);
  assert.deepEqual([...highlightMarks(spoken, [{ ...over, start: 90, end: 99 }])], []);
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
