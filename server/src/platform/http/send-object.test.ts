import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byteRange } from './send-object.ts';

test('one range of bytes is understood, everything else means the whole file', () => {
  const cases: [header: string | undefined, expected: ReturnType<typeof byteRange>][] = [
    [undefined, undefined],
    ['bytes=0-', { start: 0, end: 99 }],
    ['bytes=10-19', { start: 10, end: 19 }],
    ['bytes=90-500', { start: 90, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-500', { start: 0, end: 99 }],
    ['bytes=-', undefined],
    ['bytes=20-10', undefined],
    ['bytes=0-1,5-6', undefined],
    ['lines=1-2', undefined],
    ['bytes=100-', null],
  ];
  for (const [header, expected] of cases) assert.deepEqual(byteRange(header, 100), expected, String(header));
});
