import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boundaryF1, scoreCuts } from './metrics.ts';

test('boundaries are matched one to one within the tolerance', () => {
  assert.equal(boundaryF1([100, 200], [105, 195], 10), 1);
  assert.equal(boundaryF1([100], [95, 105], 10), 2 / 3);
  assert.equal(boundaryF1([100], [120], 10), 0);
  assert.equal(boundaryF1([], [], 10), 1);
});

test('the right chapters score perfectly, none at all score as a miss', () => {
  const right = scoreCuts([600, 1200], [600, 1200], 0, 1800);
  assert.deepEqual(right, { pk: 0, windowDiff: 0, f10: 1, f30: 1, f60: 1, ratio: 1 });
  const none = scoreCuts([600, 1200], [], 0, 1800);
  assert.ok(none.pk > 0.3 && none.f60 === 0 && none.ratio === 1 / 3);
});
