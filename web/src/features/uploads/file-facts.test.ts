import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatTimeLeft, titleFromName } from './file-facts.ts';

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
