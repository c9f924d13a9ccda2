import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertEvery } from '../../../test/assert-every.ts';
import type { RecognisedWord } from '../../ports/speech/port.ts';
import { cuesOfWords } from './words-to-cues.ts';

/** Words of a text, a third of a second each, beginning at a second. */
const say = (text: string, from = 0, speaker?: string): RecognisedWord[] =>
  text.split(' ').map((word, n) => ({
    text: word,
    start: from + n / 3,
    end: from + (n + 1) / 3,
    ...(speaker ? { speaker } : {}),
  }));
const texts = (words: readonly RecognisedWord[]) => cuesOfWords(words).map(({ text }) => text);

test('cues end with sentences, pauses and speakers', () => {
  assert.deepEqual(texts(say('Good morning to everybody here. Today we look at tests.')), [
    'Good morning to everybody here.',
    'Today we look at tests.',
  ]);
  assert.deepEqual(texts([...say('one two'), ...say('three four', 2)]), ['one two', 'three four']);
  const turns = cuesOfWords([...say('Is it so?', 0, 'Ann'), ...say('Yes.', 1, 'Ben'), ...say('It is.', 1.34, 'Ben')]);
  assert.deepEqual(
    turns.map(({ speaker, text }) => [speaker, text]),
    [
      ['Ann', 'Is it so?'],
      ['Ben', 'Yes. It is.'],
    ],
  );
});

test('a long sentence breaks at a clause, and no cue is longer than 7 s and two lines of 42', () => {
  const long =
    'when we began with this work in the first winter after the move, nobody believed that a small team could ever do it without a single night of waiting';
  const made = texts(say(long));
  assert.equal(made[0], 'when we began with this work in the first winter after the move,');
  assert.equal(made.join(' '), long);
  const random = Array.from({ length: 3000 }, (_, n) => 'x'.repeat(1 + ((n * 7919) % 11))).join(' ');
  const cues = cuesOfWords(say(random));
  for (const [n, { start, end, text }] of cues.entries()) {
    assert.ok(end - start <= 7.001 && end > start && text.length <= 85, `${end - start} s: ${text}`);
    assert.ok(end <= (cues[n + 1]?.start ?? Infinity));
  }
  assert.equal(cues.map(({ text }) => text).join(' '), random);
});

test('any words, however broken, give cues in order', () => {
  assert.deepEqual(cuesOfWords([]), []);
  assert.deepEqual(cuesOfWords([{ text: '  ', start: 0, end: 1 }]), []);
  const odd = cuesOfWords([
    { text: 'late', start: 5, end: 2 },
    { text: 'x'.repeat(300), start: 1, end: 400 },
    { text: 'nowhere', start: NaN, end: NaN },
  ]);
  assert.deepEqual(
    odd.map(({ start, text }) => [start, text.length]),
    [
      [1, 300],
      [5, 4],
    ],
  );
  assertEvery(odd, ({ start, end }) => end > start && end - start <= 7);
  const unspaced = Array.from('今日は良い天気です', (text, n) => ({ text, start: n / 5, end: (n + 1) / 5 }));
  assert.deepEqual(texts(unspaced), ['今日は良い天気です']);
});
