import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quoteTimes } from './quote-times.ts';

const cues = [
  { start: 10, end: 14, text: 'a' },
  { start: 14, end: 19, text: 'b' },
];

test('a quote is played from two seconds before its words until they end', () => {
  const quote = { quote: 'a b', timecode: '00:00:08', start: 10.4, cues: [0, 1] as [number, number] };
  assert.deepEqual(quoteTimes(quote, { start_seconds: 0 }, cues), { from: 8.4, to: 19 });
});

test('never from before its chapter', () => {
  assert.equal(quoteTimes({ quote: 'a', timecode: '00:00:10', start: 10.4 }, { start_seconds: 10 }, cues).from, 10);
});

test('a quote a person wrote has its timecode and the usual pace', () => {
  const times = quoteTimes({ quote: 'one two three four five', timecode: '00:01:00' }, { start_seconds: 50 }, cues);
  assert.deepEqual(times, { from: 60, to: 64 });
  assert.equal(quoteTimes({ quote: 'x', timecode: 'soon' }, { start_seconds: 50 }, cues).from, 50);
});
