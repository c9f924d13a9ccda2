import assert from 'node:assert/strict';
import { test } from 'node:test';
import { trainedScorer } from './boundary-scorer.ts';
import { findCuts } from './find-cuts.ts';

/** How many chapters are found where each of these odds is that of a place, one a minute and a quarter. */
function chapters(odds: readonly number[], duration: number): number {
  const candidates = odds.map((value, i) => ({ sentence: i + 1, time: 75 * (i + 1), odds: value }));
  const cohesion = new Float64Array((odds.length + 2) ** 2);
  return findCuts({ candidates, cohesion, duration }, trainedScorer.cuts).length + 1;
}

const plain = (count: number, odds: number): number[] => Array.from({ length: count }, () => odds);

test('a chapter of a short recording is dearer', () => {
  const halfHearted = plain(15, 2).map((odds, i) => (i % 4 === 0 ? 3.5 : odds - 3));
  assert.ok(chapters(halfHearted, 1190) < chapters(halfHearted, 1210));
});

test('shy words leave as many chapters as one needs to find the way, unless they say nothing of any place', () => {
  assert.ok(chapters(plain(15, 0), 1190) >= 3);
  assert.ok(chapters(plain(16, 0), 1280) >= 4);
  assert.equal(chapters(plain(15, -12), 1190), 1);
  assert.equal(chapters([], 60), 1);
});
