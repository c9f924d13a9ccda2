import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatBytes } from './format-bytes.ts';

test('sizes read as a person would write them', () => {
  assert.equal(formatBytes(0), '0 bytes');
  assert.equal(formatBytes(999), '999 bytes');
  assert.equal(formatBytes(1_500), '1.5 kB');
  assert.equal(formatBytes(153_400_000), '153 MB');
  assert.equal(formatBytes(2_758_000_000), '2.8 GB');
});
