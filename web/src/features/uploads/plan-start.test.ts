import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planStart } from './plan-start.ts';

const megabyte = 1024 ** 2;

/** A box of so many bytes, of which the length may take 64 bits. */
function box(type: string, bytes: number, isLong = false): Uint8Array<ArrayBuffer> {
  const raw = new Uint8Array(bytes);
  const view = new DataView(raw.buffer);
  view.setUint32(0, isLong ? 1 : bytes);
  raw.set(new TextEncoder().encode(type), 4);
  if (isLong) view.setBigUint64(8, BigInt(bytes));
  return raw;
}

const type = box('ftyp', 32);
const movie = box('moov', megabyte / 2);
const data = (megabytes: number) => box('mdat', megabytes * megabyte, true);

for (const [where, parts, plan] of [
  ['in front', [type, movie, data(2)], { chunk: 3 * megabyte }],
  ['at the end', [type, data(2), movie], { chunk: 0.75 * megabyte, tail: 2 * megabyte + 32 }],
  ['too far from the end', [type, data(2), movie, box('free', 32 * megabyte)], undefined],
  ['nowhere', [type, data(2)], undefined],
  ['in no recording of its kind', [box('webm', 40), movie], undefined],
  ['behind a box without a length', [type, new Uint8Array(8), movie], undefined],
] as const)
  test(`plans how the movie box comes early, when it stands ${where}`, async () => {
    assert.deepEqual(await planStart(new Blob([...parts])), plan);
  });
