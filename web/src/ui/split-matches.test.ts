import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitMatches } from './split-matches.ts';

test('splits a text so that every second part is a match, ignoring case', () => {
  assert.deepEqual(splitMatches('Silence sells; silence.', 'silence'), ['', 'Silence', ' sells; ', 'silence', '.']);
  assert.deepEqual(splitMatches('Über über', 'ÜBER'), ['', 'Über', ' ', 'über', '']);
});

test('keeps a match as written in the text, when accents, quotes or digit groups differ', () => {
  assert.deepEqual(splitMatches('We don’t say naïve', "don't"), ['We ', 'don’t', ' say naïve']);
  assert.deepEqual(splitMatches('We don’t say naïve', 'naive'), ['We don’t say ', 'naïve', '']);
  assert.deepEqual(splitMatches('1,000 of 45 000', '1000'), ['', '1,000', ' of 45 000']);
});

test('a keyword is text, not a pattern', () => {
  assert.deepEqual(splitMatches('5 (five) .* $', '(five) .*'), ['5 ', '(five) .*', ' $']);
});

test('words that stand nowhere together are all matches', () => {
  assert.deepEqual(splitMatches('One price, two prices.', 'two, price'), [
    'One ',
    'price',
    ', ',
    'two',
    ' ',
    'price',
    's.',
  ]);
});

test('keeps the text whole, when there is no match', () => {
  assert.deepEqual(splitMatches('abc', 'x'), ['abc']);
  assert.deepEqual(splitMatches('abc', ''), ['abc']);
});
