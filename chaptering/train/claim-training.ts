import type { ClaimFeatures, ClaimWeights } from '../src/writing/claim-features.ts';

/** A claim that a reader has graded. */
export type GradedClaim = { features: ClaimFeatures; grade: number };

/** Pull of every weight to nothing, in claims. */
const SHRINK = 60;
const ROUNDS = 400;
const STEP = 0.3;

/**
 * Weights that come nearest to the grades: least squares with shrinkage, by steps down the slope of standardised
 * features.
 */
export function trainClaims(claims: readonly GradedClaim[]): ClaimWeights {
  const names = (Object.keys(claims[0]!.features) as (keyof ClaimFeatures)[]).filter((name) => name !== 'bias');
  const mean = (of: (claim: GradedClaim) => number): number =>
    claims.reduce((sum, claim) => sum + of(claim), 0) / claims.length;
  const means = names.map((name) => mean(({ features }) => features[name]));
  const scales = names.map((name, k) =>
    Math.max(1e-6, Math.sqrt(mean(({ features }) => (features[name] - means[k]!) ** 2))),
  );
  const middle = mean(({ grade }) => grade);
  const rows = claims.map(({ features }) => names.map((name, k) => (features[name] - means[k]!) / scales[k]!));
  const weights = names.map(() => 0);
  for (let round = 0; round < ROUNDS; round++) {
    const slopes = weights.map((weight) => (-SHRINK * weight) / claims.length);
    rows.forEach((row, n) => {
      const error = claims[n]!.grade - middle - row.reduce((sum, value, k) => sum + value * weights[k]!, 0);
      row.forEach((value, k) => {
        slopes[k]! += (error * value) / claims.length;
      });
    });
    slopes.forEach((slope, k) => {
      weights[k]! += STEP * slope;
    });
  }
  const learned = names.map((name, k) => [name, weights[k]! / scales[k]!] as const);
  const bias = middle - learned.reduce((sum, [, weight], k) => sum + weight * means[k]!, 0);
  const rounded = (value: number): number => Math.round(value * 1e4) / 1e4;
  return Object.fromEntries(
    [['bias', bias] as const, ...learned].map(([name, weight]) => [name, rounded(weight)]),
  ) as ClaimWeights;
}
