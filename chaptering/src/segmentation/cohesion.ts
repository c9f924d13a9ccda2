import type { Lexicon } from './lexicon.ts';

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
