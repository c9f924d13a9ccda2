import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextChunkSize } from './send-file.ts';

const kB = 1024;

test('a quick chunk doubles, a slow one halves, anything between stays', () => {
  assert.equal(nextChunkSize(30_720 * kB, 9.9), 61_440 * kB);
  assert.equal(nextChunkSize(30_720 * kB, 10), 30_720 * kB);
  assert.equal(nextChunkSize(30_720 * kB, 30), 30_720 * kB);
  assert.equal(nextChunkSize(30_720 * kB, 30.1), 15_360 * kB);
});

test('chunks stay multiples of 256 kB within the limits', () => {
  assert.equal(nextChunkSize(491_520 * kB, 1), 512_000 * kB);
  assert.equal(nextChunkSize(256 * kB, 60), 256 * kB);
  assert.equal(nextChunkSize(768 * kB, 60), 256 * kB);
});
