import type { Sentence } from '../transcript.ts';
import type { Lexicon } from './lexicon.ts';

/** One feature of every sentence as the possible first of a chapter. */
export type FeatureColumn = { name: string; values: Float64Array };

const BLOCK = 15;
const LONGEST = 2400;
const THETA = 0.2;
/** Words of a speaker come in bursts and are not independent: their evidence is divided. `mean` chapter in seconds. */
const SETTINGS = [
  { divide: 4, mean: 240 },
  { divide: 8, mean: 420 },
  { divide: 4, mean: 720 },
];

/**
 * Chapter-start probability per sentence, summed over all segmentations into 15-second blocks (forward-backward).
 * Words follow a Dirichlet compound multinomial, lengths a gamma distribution.
 */
export function topicPosteriors(sentences: readonly Sentence[], lexicon: Lexicon, duration: number): FeatureColumn[] {
  const blocks = Math.max(1, Math.floor(duration / BLOCK) + 1);
  const reach = Math.min(blocks, LONGEST / BLOCK);
  const likelihood = spanLikelihoods(sentences, lexicon, blocks, reach);
  return SETTINGS.map(({ divide, mean }) => {
    const posterior = boundaryPosteriors(likelihood, blocks, reach, divide, mean);
    return {
      name: `posterior ${divide} ${mean}`,
      values: Float64Array.from(sentences, ({ start }) => near(posterior, start / BLOCK)),
    };
  });
}

/** Between the edges of blocks, interpolated, with what lies beside: the block grid is coarser than sentences. */
function near(posterior: Float64Array, place: number): number {
  const low = Math.floor(place);
  const at = (i: number): number => posterior[i] ?? 0;
  const share = place - low;
  return (1 - share) * (at(low) + 0.5 * at(low - 1)) + share * (at(low + 1) + 0.5 * at(low + 2));
}

/** Log likelihood of the words of blocks [i, i + k), at i * (reach + 1) + k. */
function spanLikelihoods(
  sentences: readonly Sentence[],
  { terms, counts }: Lexicon,
  blocks: number,
  reach: number,
): Float64Array {
  const heard: number[][] = Array.from({ length: blocks }, () => []);
  let total = 0;
  sentences.forEach(({ start }, i) => {
    const block = heard[Math.min(blocks - 1, Math.floor(start / BLOCK))]!;
    for (const term of terms[i]!) block.push(term);
    total += terms[i]!.length;
  });
  const kinds = (counts.length + 1) * THETA;
  const norm = new Float64Array(total + 1);
  for (let n = 1; n <= total; n++) norm[n] = norm[n - 1]! + Math.log(kinds + n - 1);
  const gain = Float64Array.from({ length: counts.reduce((a, b) => Math.max(a, b), 0) + 1 }, (_, n) =>
    Math.log(THETA + n),
  );
  const likelihood = new Float64Array(blocks * (reach + 1));
  const seen = new Int32Array(counts.length);
  for (let i = 0; i < blocks; i++) {
    let sum = 0;
    let words = 0;
    const last = Math.min(blocks, i + reach);
    for (let j = i; j < last; j++) {
      for (const term of heard[j]!) {
        sum += gain[seen[term]!]!;
        seen[term]!++;
        words++;
      }
      likelihood[i * (reach + 1) + (j - i + 1)] = sum - norm[words]!;
    }
    for (let j = i; j < last; j++) for (const term of heard[j]!) seen[term] = 0;
  }
  return likelihood;
}

function boundaryPosteriors(
  likelihood: Float64Array,
  blocks: number,
  reach: number,
  divide: number,
  mean: number,
): Float64Array {
  const prior = Float64Array.from(
    { length: reach + 1 },
    (_, k) => Math.log(4 * k * BLOCK) - 2 * Math.log(mean) - (2 * k * BLOCK) / mean,
  );
  const value = (i: number, k: number): number => likelihood[i * (reach + 1) + k]! / divide + prior[k]!;
  const forward = new Float64Array(blocks + 1).fill(-Infinity);
  const backward = new Float64Array(blocks + 1).fill(-Infinity);
  forward[0] = 0;
  backward[blocks] = 0;
  const terms = new Float64Array(reach + 1);
  for (let j = 1; j <= blocks; j++) {
    const most = Math.min(reach, j);
    for (let k = 1; k <= most; k++) terms[k] = forward[j - k]! + value(j - k, k);
    forward[j] = logSum(terms, most);
  }
  for (let i = blocks - 1; i >= 0; i--) {
    const most = Math.min(reach, blocks - i);
    for (let k = 1; k <= most; k++) terms[k] = backward[i + k]! + value(i, k);
    backward[i] = logSum(terms, most);
  }
  const total = forward[blocks]!;
  return Float64Array.from({ length: blocks + 1 }, (_, i) =>
    i === 0 || i === blocks ? 0 : Math.exp(Math.min(0, forward[i]! + backward[i]! - total)),
  );
}

/** log of the sum of exp(values[1..most]). */
function logSum(values: Float64Array, most: number): number {
  let highest = -Infinity;
  for (let k = 1; k <= most; k++) highest = Math.max(highest, values[k]!);
  if (highest === -Infinity) return highest;
  let sum = 0;
  for (let k = 1; k <= most; k++) sum += Math.exp(values[k]! - highest);
  return highest + Math.log(sum);
}
