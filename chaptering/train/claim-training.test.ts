import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClaimFeatures } from '../src/writing/claim-features.ts';
import { sumWeightedFeatures } from '../src/writing/score-statement.ts';
import { trainClaims } from './claim-training.ts';

test('weights a feature of better grades and ignores a feature that all claims share', () => {
  const claims = Array.from({ length: 300 }, (_, n) => ({
    features: { bias: 1, names: n % 3 === 0 ? 1 : 0, things: 0.5 } as ClaimFeatures,
    grade: n % 3 === 0 ? 2 : 0,
  }));
  const weights = trainClaims(claims);
  assert.ok(weights.names > 1 && weights.things === 0);
  assert.ok(sumWeightedFeatures(claims[0]!.features, weights) > 1.5);
  assert.deepEqual(trainClaims(claims), weights);
});
