import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortened } from './truncate-text.ts';

test('a text is cut behind a whole word, and never within a character', () => {
  assert.equal(shortened('one two three', 13), 'one two three');
  assert.equal(shortened('one two three', 12), 'one two');
  assert.equal(shortened('one two three', 7), 'one two');
  assert.equal(shortened('one two three', 8), 'one two');
  assert.equal(shortened('onetwothree', 5), 'onetw');
  assert.equal(shortened('ab👩', 3), 'ab');
  assert.equal(shortened('word '.repeat(100_000), 300_002).length, 299_999);
});
