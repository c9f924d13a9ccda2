import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { claimFeatures, sumWeightedFeatures } from '../src/writing/claim-features.ts';
import { createOutlineContext } from '../src/outline-context.ts';
import { type GradedClaim, trainClaims } from './claim-training.ts';
import { foldOf } from './examples.ts';
import { readTalks } from './talks.ts';

/**
 * Trains claim weights: `node chaptering/train/train-claims.ts --data FOLDER_OF_TALKS [--grades FILE]`. Writes the
 * shipped weights and reports their accuracy on left-out shows. Deterministic.
 */
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data/talks' },
    grades: { type: 'string', default: join(import.meta.dirname, '../../bench/readings/claim-grades.json') },
  },
});
type Graded = { talk: string; heading: string; text: string; grade: number };
const graded = Map.groupBy(JSON.parse(readFileSync(values.grades, 'utf8')) as Graded[], ({ talk }) => talk);
const claims = readTalks(values.data).flatMap((talk) => {
  const own = graded.get(talk.id) ?? [];
  if (own.length === 0) return [];
  const { speech } = createOutlineContext(talk.cues, talk.duration);
  return own.map(({ text, heading, grade }) => ({
    fold: foldOf(talk),
    grade,
    features: claimFeatures(text, speech, heading),
  }));
});

const judged = [...new Set(claims.map(({ fold }) => fold))].flatMap((fold) => {
  const weights = trainClaims(claims.filter((claim) => claim.fold !== fold));
  return claims
    .filter((claim) => claim.fold === fold)
    .map(({ features, grade }) => ({ grade, value: sumWeightedFeatures(features, weights) }));
});
console.log(`good above bad in ${(100 * rightPairs(judged)).toFixed(1)} % of the pairs, shows left out`);

const about = {
  what: 'How much each feature of a claim speaks for telling it in a text (writing/claim-features.ts)',
  how: 'chaptering/train/train-claims.ts; least squares with shrinkage towards the grades of a reader',
  data: `${claims.length} graded claims of ${graded.size} recordings (bench/readings/claim-grades.json); no text of theirs is in this file`,
};
const file = join(import.meta.dirname, '../src/writing/claim-coefficients.json');
writeFileSync(
  file,
  `${JSON.stringify({ about, weights: trainClaims(claims satisfies GradedClaim[]) }, undefined, 2)}\n`,
);

/** The share of the pairs of a good claim and one that tells nothing in which the good one is worth more. */
function rightPairs(all: readonly { grade: number; value: number }[]): number {
  const [good, bad] = [all.filter(({ grade }) => grade === 2), all.filter(({ grade }) => grade === 0)];
  const right = good.reduce((sum, { value }) => sum + bad.filter((other) => other.value < value).length, 0);
  return right / (good.length * bad.length);
}
