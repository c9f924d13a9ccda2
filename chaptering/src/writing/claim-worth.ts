import { claimFeatures, type ClaimFeatures } from './claim-features.ts';
import coefficients from './claim-coefficients.json' with { type: 'json' };
import type { Speech } from './speech.ts';

/** How much each feature speaks for a claim. */
export type ClaimWeights = Readonly<Record<keyof ClaimFeatures, number>>;

/** Learned from graded claims by `train/train-claims.ts`. */
const trainedWeights: ClaimWeights = coefficients.weights;

/** The grade a reader would give a claim under its heading: some 0 for one that tells nothing, 2 for one worth telling. */
export const gradeOf = (text: string, speech: Speech, heading: string): number =>
  weighed(claimFeatures(text, speech, heading), trainedWeights);

export const weighed = (features: ClaimFeatures, weights: ClaimWeights): number =>
  Object.entries(features).reduce((sum, [name, value]) => sum + weights[name as keyof ClaimFeatures] * value, 0);
