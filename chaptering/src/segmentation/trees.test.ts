import assert from 'node:assert/strict';
import { test } from 'node:test';
import { treeOdds } from './trees.ts';

test('each tree adds the leaf that a row falls into', () => {
  const odds = treeOdds(
    {
      features: ['b', 'a'],
      base: -1,
      trees: [[[0.5]], [[1, 2, 1, 2], [10], [0, 7, 3, 4], [20], [30]]],
    },
    [
      { name: 'a', values: Float64Array.of(1, 2, 3) },
      { name: 'b', values: Float64Array.of(9, 6.9, 7) },
    ],
  );
  assert.deepEqual([...odds], [9.5, 19.5, 29.5]);
});

test('names the missing feature in the error, when a tree needs one that is not computed', () => {
  assert.throws(() => treeOdds({ features: ['gone'], base: 0, trees: [] }, []), /gone/);
});
