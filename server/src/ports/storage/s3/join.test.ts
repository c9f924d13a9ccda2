import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinedParts } from './multipart.ts';

const mebibyte = 1024 ** 2;

test('pieces of any length become parts that S3 takes, and no byte is left out or taken twice', () => {
  const rows = [
    [3],
    [30, 30, 30, 4],
    [1, 1, 1],
    [3, 30, 2, 2, 2, 30, 1],
    [5, 5, 5],
    [2000, 1, 600],
    Array.from({ length: 4000 }, () => 0.25),
  ];
  for (const sizes of rows) {
    const pieces = sizes.map((size, n) => ({ key: `piece-${n}`, size: size * mebibyte }));
    const parts = joinedParts(pieces);
    const lengths = parts.map((part) =>
      ('sent' in part ? part.sent : [part.copied]).reduce((sum, { start, end }) => sum + end - start + 1, 0),
    );
    assert.equal(
      lengths.slice(0, -1).find((length) => length < 5 * mebibyte),
      undefined,
    );
    const ranges = parts.flatMap((part) => ('sent' in part ? part.sent : [part.copied]));
    const expected = new Map(pieces.map(({ key }) => [key, 0]));
    const order = ranges.map(({ key }) => Number(key.slice(6)));
    assert.deepEqual(
      order,
      order.toSorted((a, b) => a - b),
    );
    for (const { key, start, end } of ranges) {
      assert.equal(start, expected.get(key));
      expected.set(key, end + 1);
    }
    for (const { key, size } of pieces) assert.equal(expected.get(key), size, `${key} of ${sizes.length}`);
  }
});
