import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listed } from './listed.ts';

const english = { code: 'en', and: 'and' } as const;

test('the last of a list is parted from a pair before it, or is a pair itself', () => {
  assert.equal(listed(['flour'], english), 'flour');
  assert.equal(listed(['flour', 'water', 'salt'], english), 'flour, water and salt');
  assert.equal(listed(['salt and pepper', 'flour'], english), 'salt and pepper, and flour');
  assert.equal(listed(['flour', 'water', 'salt and pepper'], english), 'flour, water, and salt and pepper');
});
