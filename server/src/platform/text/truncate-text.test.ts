import assert from 'node:assert/strict';
import { test } from 'node:test';
import { truncateText } from './truncate-text.ts';

test('a text is cut behind a whole word, and never within a character', () => {
  assert.equal(truncateText('one two three', 13), 'one two three');
  assert.equal(truncateText('one two three', 12), 'one two');
  assert.equal(truncateText('one two three', 7), 'one two');
  assert.equal(truncateText('one two three', 8), 'one two');
  assert.equal(truncateText('onetwothree', 5), 'onetw');
  assert.equal(truncateText('ab👩', 3), 'ab');
  assert.equal(truncateText('word '.repeat(100_000), 300_002).length, 299_999);
});
