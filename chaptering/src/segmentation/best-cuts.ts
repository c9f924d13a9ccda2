/** A place where a chapter may begin, with the log odds that it does. */
export type Candidate = { sentence: number; time: number; odds: number };

export type CutWeights = {
  /** Weight of lexical cohesion against the candidates' odds. */
  cohesion: number;
  /** Added to the odds of every candidate: the price of a chapter, negative for fewer. */
  bias: number;
  /** Shortest chapter, seconds. */
  shortest: number;
  /** Chapters below `short` seconds cost up to `shortPenalty`. */
  short: number;
  shortPenalty: number;
  /** How little the score of a choice is trusted: the temperature at which choices are drawn. */
  doubt: number;
};

/** Penalty for a chapter of this many seconds. */
export const lengthPenalty = (length: number, { short, shortest, shortPenalty }: CutWeights): number =>
  length < short ? (shortPenalty * (short - length)) / (short - shortest) : 0;

/**
 * Maximises the sum of odds plus weighted cohesion between cuts, by dynamic programming. `cohesion` is row-major over
 * [start, ...candidates, end]. Returns indexes of candidates.
 */
export function bestCuts(
  candidates: readonly Candidate[],
  cohesion: Float64Array,
  duration: number,
  weights: CutWeights,
): number[] {
  const times = [0, ...candidates.map(({ time }) => time), duration];
  const size = times.length;
  const best = new Float64Array(size).fill(-Infinity);
  const from = new Int32Array(size);
  best[0] = 0;
  for (let j = 1; j < size; j++) {
    for (let i = 0; i < j; i++) {
      const length = times[j]! - times[i]!;
      // The one chapter of everything is always allowed.
      if (length < weights.shortest && !(i === 0 && j === size - 1)) continue;
      const value = best[i]! - lengthPenalty(length, weights) + weights.cohesion * cohesion[i * size + j]!;
      if (value > best[j]!) {
        best[j] = value;
        from[j] = i;
      }
    }
    if (j < size - 1) best[j]! += candidates[j - 1]!.odds + weights.bias;
  }
  const cuts: number[] = [];
  for (let j = from[size - 1]!; j > 0; j = from[j]!) cuts.push(j - 1);
  return cuts.reverse();
}
