import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bucketSeconds, timesPlayed } from './bucket-ranges.ts';

const sum = (parts: readonly number[]): number => parts.reduce((all, each) => all + each, 0);

test('assigns played seconds to the time ranges they were played in', () => {
  const parts = bucketSeconds(
    [
      [5, 25],
      [20, 22],
      [990, 2000],
    ],
    1000,
  );
  assert.deepEqual(parts.slice(0, 4), [5, 10, 7, 0]);
  assert.equal(parts.at(-1), 10);
  assert.equal(sum(parts), 32);
});

test('nothing is made of what cannot have been played', () => {
  for (const stretches of [[[30, 20]], [[2000, 3000]], [[7, 7]]] as [number, number][][])
    assert.equal(sum(bucketSeconds(stretches, 1000)), 0);
  assert.equal(sum(bucketSeconds([[0, 1000]], 0)), 0);
  assert.equal(
    sum(
      bucketSeconds(
        [
          [0, 10_000],
          [0, 10_000],
        ],
        10_000,
      ),
    ),
    600,
    'no more than a report can tell of',
  );
});

test('a chapter was played as often as its seconds were, on average', () => {
  const parts = bucketSeconds(
    [
      [0, 100],
      [0, 50],
    ],
    1000,
  );
  assert.equal(timesPlayed(parts, 1000, 0, 100), 1.5);
  assert.equal(timesPlayed(parts, 1000, 50, 150), 0.5);
  assert.equal(timesPlayed(parts, 1000, 200, 200), 0);
});
