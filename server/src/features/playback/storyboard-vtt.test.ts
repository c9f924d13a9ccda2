import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storyboardVtt } from './storyboard-vtt.ts';

test('each stretch of time names its tile, and the last one lasts to the end', () => {
  const board = { interval: 10, tiles: 102, tileWidth: 160, tileHeight: 90, columns: 10, rows: 10, sheets: 2 };
  const blocks = storyboardVtt(board, 1013.5).trim().split('\n\n');
  assert.equal(blocks[0], 'WEBVTT');
  assert.equal(blocks.length, 103);
  assert.equal(blocks[12], '00:01:50.000 --> 00:02:00.000\nstoryboard-0.jpg#xywh=160,90,160,90');
  assert.equal(blocks[102], '00:16:50.000 --> 00:16:53.500\nstoryboard-1.jpg#xywh=160,0,160,90');
});
