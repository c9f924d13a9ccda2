import { claimFeatures, type ClaimFeatures } from './claim-features.ts';
import coefficients from './claim-coefficients.json' with { type: 'json' };
import { memoize } from '../memoize.ts';
import type { SpeechProfile } from './speech.ts';

/** How much each feature speaks for a claim. */
export type ClaimWeights = Readonly<Record<keyof ClaimFeatures, number>>;

/** Learned from graded claims by `train/train-claims.ts`. */
const trainedWeights: ClaimWeights = coefficients.weights;

/** Cached grades per recording, because chapters, summary and description grade the same claims. */
const graded = memoize((_: SpeechProfile) => new Map<string, number>());

/**
 * The grade a reader would give a claim under its heading: some 0 for one that tells nothing, 2 for one worth telling.
 */
export function gradeClaim(text: string, speech: SpeechProfile, heading: string): number {
  const known = graded(speech);
  const key = `${heading}\n${text}`;
  const grade = known.get(key) ?? sumWeightedFeatures(claimFeatures(text, speech, heading), trainedWeights);
  known.set(key, grade);
  return grade;
}

export const sumWeightedFeatures = (features: ClaimFeatures, weights: ClaimWeights): number =>
  Object.entries(features).reduce((sum, [name, value]) => sum + weights[name as keyof ClaimFeatures] * value, 0);
