import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentencesAround } from './sentences-around.ts';

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
