import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Chapter } from '@lectern/contract/videos/videos';
import { openedAt } from './opened-at.ts';

const chapter = (start_seconds: number, end_seconds: number) => ({ start_seconds, end_seconds }) as Chapter;
const video = {
  chapters: [chapter(0, 10), chapter(10, 20), chapter(20, 30)],
  vtt: `WEBVTT

00:00:01.000 --> 00:00:04.000
The oracle is named early.

00:00:14.000 --> 00:00:16.000
Here the oracle

00:00:17.000 --> 00:00:19.000
is an oracle again.

00:00:21.000 --> 00:00:24.000
Nothing of it here.
`,
};
const opened = (query: string) => openedAt(video, new URLSearchParams(query));

test('the first place in the chapter where it is said, when a text about the chapter holds it', () => {
  assert.deepEqual(opened('t=10&q=oracle&in=chapters'), { tab: 'transcript', at: 14 });
  assert.deepEqual(opened('t=0&q=oracle&in=chapters'), { tab: 'transcript', at: 1 });
});

test('opens the chapters, when the words are not said in that chapter', () => {
  assert.deepEqual(opened('t=20&q=oracle&in=chapters'), { tab: 'chapters', at: 20 });
  assert.deepEqual(opened('t=10&q=delphi&in=chapters'), { tab: 'chapters', at: 10 });
});

test('the moment of the address, when it was found there or nothing was looked for', () => {
  assert.deepEqual(opened('t=10&q=oracle'), { tab: undefined, at: 10 });
  assert.deepEqual(opened('t=10&q=oracle&in=slides'), { tab: 'slides', at: 10 });
  assert.deepEqual(opened('t=10&in=chapters'), { tab: 'chapters', at: 10 });
  assert.deepEqual(opened('in=elsewhere'), { tab: undefined, at: undefined });
});
