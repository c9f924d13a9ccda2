import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatList } from './listed.ts';

const english = { code: 'en', and: 'and' } as const;

test('the last of a list is parted from a pair before it, or is a pair itself', () => {
  assert.equal(formatList(['flour'], english), 'flour');
  assert.equal(formatList(['flour', 'water', 'salt'], english), 'flour, water and salt');
  assert.equal(formatList(['salt and pepper', 'flour'], english), 'salt and pepper, and flour');
  assert.equal(formatList(['flour', 'water', 'salt and pepper'], english), 'flour, water, and salt and pepper');
});
