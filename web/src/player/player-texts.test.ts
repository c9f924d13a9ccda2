import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spokenTime } from './spoken-time.ts';
import { readStoryboard } from './read-storyboard.ts';
import { splitAtTimestamps } from './moments-in.ts';
import { nameOfKey } from './shortcuts.ts';

test('says a time as people do', () => {
  assert.equal(spokenTime(0.4), '0 seconds');
  assert.equal(spokenTime(61), '1 minute 1 second');
  assert.equal(spokenTime(3724.9), '1 hour 2 minutes 4 seconds');
  assert.equal(spokenTime(7200), '2 hours');
  assert.equal(spokenTime(59.2, 0.1), '59.2 seconds');
  assert.equal(spokenTime(60.04, 0.1), '1 minute');
});

test('reads where each picture is, beside the file that says so', () => {
  const vtt = [
    'WEBVTT',
    '',
    '00:00:00.000 --> 00:00:10.000',
    'storyboard-0.jpg#xywh=0,0,160,90',
    '',
    '00:00:10.000 --> 00:00:20.000',
    'storyboard-1.jpg#xywh=160,90,160,90',
    '',
    '00:00:20.000 --> 00:00:30.000',
    'no picture',
  ].join('\n');
  assert.deepEqual(readStoryboard(vtt, 'http://host/media/id/storyboard.vtt'), [
    { start: 0, sheet: 'http://host/media/id/storyboard-0.jpg', x: 0, y: 0, width: 160, height: 90 },
    { start: 10, sheet: 'http://host/media/id/storyboard-1.jpg', x: 160, y: 90, width: 160, height: 90 },
  ]);
  assert.deepEqual(readStoryboard('nothing', 'http://host/'), []);
});

test('a key has the name of its place, when the layout writes no Latin letter or digit there', () => {
  const rows: readonly [key: string, code: string, name: string][] = [
    ['л', 'KeyK', 'k'],
    ['Л', 'KeyK', 'k'],
    ['λ', 'KeyL', 'l'],
    ['ㅏ', 'KeyK', 'k'],
    ['é', 'Digit2', '2'],
    ['K', 'KeyK', 'k'],
    ['q', 'KeyA', 'q'],
    ['?', 'Slash', '?'],
    ['>', 'Period', '>'],
    ['5', 'Digit5', '5'],
    [' ', 'Space', ' '],
    ['ArrowLeft', 'ArrowLeft', 'ArrowLeft'],
    ['б', 'Comma', 'б'],
  ];
  for (const [key, code, name] of rows) assert.equal(nameOfKey({ key, code }), name, `${key} of ${code}`);
});

test('finds the moments that stand in brackets', () => {
  assert.deepEqual(splitAtTimestamps('On fees (12:05), Ann says it. Then (1:02:05), Ben.', 4000), [
    { text: 'On fees (' },
    { text: '12:05', seconds: 725 },
    { text: '), Ann says it. Then (' },
    { text: '1:02:05', seconds: 3725 },
    { text: '), Ben.' },
  ]);
});

test('leaves other numbers, and times the recording has not, as they are', () => {
  for (const text of ['', 'At 12:05 we met (in 2024).', 'It lasts (12:05).', 'John (3:16a)', '(1:2:3:04)'])
    assert.deepEqual(splitAtTimestamps(text, 725), [{ text }], text);
});
