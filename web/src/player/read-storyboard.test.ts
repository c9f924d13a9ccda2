import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readStoryboard } from './read-storyboard.ts';

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
