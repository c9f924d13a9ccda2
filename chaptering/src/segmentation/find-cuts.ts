import type { Lexicon } from './lexicon.ts';
import type { Transcript } from '../transcript.ts';
import { bestCuts, type Candidate, type CutWeights } from './best-cuts.ts';
import { expectedCuts } from './expected-cuts.ts';

/** Concentration of the Dirichlet prior over words: small, because a chapter repeats few of the recording's words. */
const THETA = 0.2;

/**
 * Log likelihood of each range under a Dirichlet compound multinomial (Eisenstein and Barzilay, 'Bayesian Unsupervised
 * Topic Segmentation', 2008). `edges` are sentence indexes; returns row-major [from edge][to edge].
 */
export function cohesionBetween(lexicon: Lexicon, edges: readonly number[]): Float64Array {
  const { terms, counts } = lexicon;
  const size = edges.length;
  const likelihood = new Float64Array(size * size);
  let heard = 0;
  let kinds = 0;
  for (const count of counts) {
    if (count < 2) continue;
    heard += count;
    kinds++;
  }
  const gain = logRising(THETA, counts.reduce((a, b) => Math.max(a, b), 0) + 1);
  const norm = logRising(THETA * Math.max(1, kinds), heard + 1);
  const seen = new Int32Array(counts.length);
  for (let a = 0; a + 1 < size; a++) {
    seen.fill(0);
    let sum = 0;
    let words = 0;
    for (let b = a + 1; b < size; b++) {
      for (let i = edges[b - 1]!; i < edges[b]!; i++) {
        for (const term of terms[i]!) {
          if (counts[term]! < 2) continue;
          const before = seen[term]!++;
          sum += gain[before + 1]! - gain[before]!;
          words++;
        }
      }
      likelihood[a * size + b] = sum - norm[words]!;
    }
  }
  return likelihood;
}

/** log of theta (theta + 1) ... (theta + n - 1), for n = 0 .. length - 1. */
function logRising(theta: number, length: number): Float64Array {
  const table = new Float64Array(length + 1);
  for (let n = 1; n <= length; n++) table[n] = table[n - 1]! + Math.log(theta + n - 1);
  return table;
}

/** The places a chapter may begin, and how well the words of every span between two of them hold together. */
export type BoundaryCandidates = { candidates: readonly Candidate[]; cohesion: Float64Array; duration: number };

/** `always` are sentences that are candidates whatever the odds. */
export function findBoundaryCandidates(
  { sentences, duration }: Transcript,
  lexicon: Lexicon,
  odds: ArrayLike<number>,
  always: readonly number[] = [],
): BoundaryCandidates {
  const candidates = strongest(sentences, odds, duration, always);
  const edges = [0, ...candidates.map(({ sentence }) => sentence), sentences.length];
  return { candidates, cohesion: cohesionBetween(lexicon, edges), duration };
}

/**
 * Returns sentence indexes where chapters begin, without the first. When too few are found, as in short recordings, it
 * lowers the price of a chapter.
 */
export function findCuts({ candidates, cohesion, duration }: BoundaryCandidates, weights: CutWeights): number[] {
  const wanted = duration < ENOUGH.below ? ENOUGH.short : ENOUGH.chapters;
  const enough = Math.min(wanted, Math.floor(duration / ENOUGH.seconds)) - 1;
  let cuts = expectedCuts(candidates, cohesion, duration, weights);
  for (let discount = 0; cuts.length < enough && discount <= ENOUGH.discount; discount += 0.5) {
    cuts = bestCuts(candidates, cohesion, duration, { ...weights, bias: weights.bias + discount });
  }
  return cuts.map((cut) => candidates[cut]!.sentence);
}

/**
 * Four chapters, below twenty minutes the three that players show at least, but none of less than 45 seconds on
 * average; for no more than this much of log odds.
 */
const ENOUGH = { chapters: 4, short: 3, below: 1200, seconds: 45, discount: 8 };

/** Candidates closer than this to a better one are not considered, seconds. */
const APART = 6;

/** The sentences most likely to open a chapter, 120 an hour and at least 40, in order of time. */
function strongest(
  sentences: Transcript['sentences'],
  odds: ArrayLike<number>,
  duration: number,
  always: readonly number[],
): Candidate[] {
  const most = Math.max(40, duration / 30);
  const order = sentences.map((_, i) => i).slice(1);
  order.sort((a, b) => odds[b]! - odds[a]! || a - b);
  const taken = new Set<number>();
  const chosen = new Set<number>();
  const take = (sentence: number): void => {
    taken.add(Math.floor(sentences[sentence]!.start / APART));
    chosen.add(sentence);
  };
  always.forEach(take);
  for (const sentence of order) {
    if (chosen.size >= most) break;
    const slot = Math.floor(sentences[sentence]!.start / APART);
    if (!taken.has(slot) && !taken.has(slot - 1) && !taken.has(slot + 1)) take(sentence);
  }
  return [...chosen]
    .sort((a, b) => a - b)
    .map((sentence) => ({ sentence, time: sentences[sentence]!.start, odds: odds[sentence]! }));
}
