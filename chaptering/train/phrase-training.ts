import { PATTERN_POSITIONS, type PhraseWeights } from '../src/segmentation/cue-phrases.ts';

/** A sentence as training sees it: the patterns of a recording, its place in it, whether a chapter begins there. */
export type PhraseRow = {
  patterns: readonly (readonly string[])[];
  i: number;
  label: number;
  weight: number;
  show: string;
};

const PASSES = 6;
const RATE = 0.15;
const PENALTY = 4e-5;
/** Rarer patterns, and patterns of fewer shows, are habits of somebody and not of speech. */
const LEAST_ROWS = 12;
const LEAST_SHOWS = 3;
const KEPT = 900;

/**
 * Logistic regression over patterns by AdaGrad with an L1 penalty, then only the weightiest patterns. Deterministic.
 */
export function trainPhrases(rows: readonly PhraseRow[]): PhraseWeights {
  const found = new Map<string, { rows: number; shows: Set<string> }>();
  const keysOf = ({ patterns, i }: PhraseRow): string[] =>
    PATTERN_POSITIONS.flatMap(([place, step]) => (patterns[i + step] ?? []).map((pattern) => place + pattern));
  for (const row of rows) {
    for (const key of keysOf(row)) {
      const known = found.get(key) ?? { rows: 0, shows: new Set<string>() };
      found.set(key, known);
      known.rows += row.weight;
      known.shows.add(row.show);
    }
  }
  const ids = new Map<string, number>();
  for (const [key, { rows: n, shows }] of found)
    if (n >= LEAST_ROWS && shows.size >= LEAST_SHOWS) ids.set(key, ids.size);
  const examples = rows.map((row) => Int32Array.from(keysOf(row).flatMap((key) => ids.get(key) ?? [])));
  const order = shuffleIndexes(rows.length);
  const weights = new Float64Array(ids.size);
  const squares = new Float64Array(ids.size).fill(1e-3);
  let bias = -4;
  let biasSquares = 1;
  for (let pass = 0; pass < PASSES; pass++) {
    for (const k of order) {
      const { label, weight } = rows[k]!;
      let z = bias;
      for (const id of examples[k]!) z += weights[id]!;
      const slope = weight * (1 / (1 + Math.exp(-z)) - label);
      biasSquares += slope * slope;
      bias -= (RATE * slope) / Math.sqrt(biasSquares);
      for (const id of examples[k]!) {
        squares[id]! += slope * slope;
        const rate = RATE / Math.sqrt(squares[id]!);
        const moved = weights[id]! - rate * slope;
        weights[id] = Math.sign(moved) * Math.max(0, Math.abs(moved) - rate * PENALTY * rows.length * 0.02);
      }
    }
  }
  const kept = [...ids]
    .map(([key, id]) => ({ key, weight: weights[id]!, use: Math.abs(weights[id]!) * Math.sqrt(found.get(key)!.rows) }))
    .filter(({ weight }) => weight !== 0)
    .sort((a, b) => b.use - a.use)
    .slice(0, KEPT);
  return { bias: round(bias), weights: Object.fromEntries(kept.map(({ key, weight }) => [key, round(weight)])) };
}

export const round = (x: number): number => Math.round(x * 1000) / 1000;

/** A fixed shuffle by a linear congruential generator. */
export function shuffleIndexes(size: number, seed = 1): Int32Array {
  const order = Int32Array.from({ length: size }, (_, i) => i);
  let state = seed;
  for (let i = size - 1; i > 0; i--) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const j = state % (i + 1);
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}
