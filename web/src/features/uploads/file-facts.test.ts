import assert from 'node:assert/strict';
import { test } from 'node:test';
import { titleFromName } from '@lectern/contract/rules/title-from-name';
import { formatTimeLeft } from './file-facts.ts';
import { nextChunkSize } from './send-file.ts';

test('a title is the file name without its last extension', () => {
  assert.equal(titleFromName('GMT20260101 Kick-off v1.2.mp4'), 'GMT20260101 Kick-off v1.2');
  assert.equal(titleFromName('recording'), 'recording');
  assert.equal(titleFromName('.mp4'), '.mp4');
  assert.equal(titleFromName('\u202Ea\u200Bb.mp4'), 'ab');
  assert.equal(titleFromName('\u3164'), 'Recording');
});

test('waiting times are rounded up, never to a false precision', () => {
  assert.equal(formatTimeLeft(4), 'a few seconds left');
  assert.equal(formatTimeLeft(31), 'about 40 seconds left');
  assert.equal(formatTimeLeft(60), 'about a minute left');
  assert.equal(formatTimeLeft(61), 'about 2 minutes left');
  assert.equal(formatTimeLeft(3_900), 'about 1 h 5 min left');
});

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
