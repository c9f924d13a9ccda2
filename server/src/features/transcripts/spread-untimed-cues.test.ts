import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spreadUntimedCues } from './spread-untimed-cues.ts';

const cues = [0, 10, 20, 30].map((start) => ({ start, end: start + 10, text: 'words' }));
const times = (...given: Parameters<typeof spreadUntimedCues>) =>
  spreadUntimedCues(...given).map(({ start, end }) => [start, end]);

test('words without times get the whole recording where nothing is known of its sound', () => {
  assert.deepEqual(times(cues, [], 80), [
    [0, 20],
    [20, 40],
    [40, 60],
    [60, 80],
  ]);
});

test('and the places where something is heard, else', () => {
  const heard = [
    { start: 10, end: 20 },
    { start: 50, end: 80 },
  ];
  assert.deepEqual(times(cues, heard, 100), [
    [10, 20],
    [20, 60],
    [60, 70],
    [70, 80],
  ]);
});
