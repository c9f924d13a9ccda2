/**
 * Measures of a segmentation against people's chapters. Times in seconds; the beginning of the recording is no
 * boundary.
 */
export type Score = {
  pk: number;
  windowDiff: number;
  similarity: number;
  f3: number;
  f10: number;
  f30: number;
  f60: number;
  ratio: number;
};

/** The recording is cut into pieces of this length for Pk and WindowDiff (as chunkseg does). */
const CHUNK = 6;

/** Measured from the first word on: what precedes it cannot be told from words. */
export function scoreCuts(
  reference: readonly number[],
  found: readonly number[],
  firstWord: number,
  duration: number,
): Score {
  const tidy = (cuts: readonly number[]): number[] =>
    [...new Set(cuts)]
      .filter((time) => time > firstWord + 5 && time < duration)
      .map((time) => time - firstWord)
      .sort((a, b) => a - b);
  const truth = tidy(reference);
  const guess = tidy(found);
  const f1 = (tolerance: number): number => boundaryF1(truth, guess, tolerance);
  return {
    ...windowErrors(truth, guess, duration - firstWord),
    similarity: boundarySimilarity(truth, guess),
    f3: f1(3),
    f10: f1(10),
    f30: f1(30),
    f60: f1(60),
    ratio: (guess.length + 1) / (truth.length + 1),
  };
}

/** F1 of boundaries matched one to one within a tolerance. Both lists sorted. */
export function boundaryF1(truth: readonly number[], guess: readonly number[], tolerance: number): number {
  let i = 0;
  let j = 0;
  let hits = 0;
  while (i < truth.length && j < guess.length) {
    const apart = guess[j]! - truth[i]!;
    if (Math.abs(apart) <= tolerance) {
      hits++;
      i++;
      j++;
    } else if (apart < 0) j++;
    else i++;
  }
  if (truth.length === 0 && guess.length === 0) return 1;
  return (2 * hits) / (truth.length + guess.length);
}

/**
 * Boundary similarity (Fournier 2013) over pieces of the recording: a boundary one piece off counts half, one that is
 * missing or too much nothing.
 */
export function boundarySimilarity(truth: readonly number[], guess: readonly number[]): number {
  const pieces = (cuts: readonly number[]): Set<number> => new Set(cuts.map((cut) => Math.round(cut / CHUNK)));
  const [a, b] = [pieces(truth), pieces(guess)];
  const hits = [...a].filter((piece) => b.has(piece));
  for (const piece of hits) {
    a.delete(piece);
    b.delete(piece);
  }
  const near = [...a].filter((piece) => {
    const other = [piece - 1, piece + 1].find((beside) => b.has(beside));
    return other !== undefined && b.delete(other) && a.delete(piece);
  });
  const all = hits.length + near.length + a.size + b.size;
  return all === 0 ? 1 : (hits.length + near.length / 2) / all;
}

/** Pk (Beeferman, Berger and Lafferty 1999) and WindowDiff (Pevzner and Hearst 2002), window half the mean chapter. */
function windowErrors(
  truth: readonly number[],
  guess: readonly number[],
  length: number,
): { pk: number; windowDiff: number } {
  const chunks = Math.max(2, Math.floor(length / CHUNK) + 1);
  const passed = (cuts: readonly number[]): Int32Array => {
    const marks = new Int32Array(chunks);
    for (const cut of cuts) {
      const chunk = Math.round(cut / CHUNK);
      if (chunk > 0 && chunk < chunks) marks[chunk] = 1;
    }
    for (let i = 1; i < chunks; i++) marks[i]! += marks[i - 1]!;
    return marks;
  };
  const a = passed(truth);
  const b = passed(guess);
  const window = Math.max(2, Math.round(chunks / (a.at(-1)! + 1) / 2));
  const count = chunks - window;
  if (count <= 0) return { pk: 0, windowDiff: 0 };
  let missed = 0;
  let different = 0;
  for (let i = 0; i < count; i++) {
    const inTruth = a[i + window]! - a[i]!;
    const inGuess = b[i + window]! - b[i]!;
    if ((inTruth === 0) !== (inGuess === 0)) missed++;
    if (inTruth !== inGuess) different++;
  }
  return { pk: missed / count, windowDiff: different / count };
}

export const mean = (values: readonly number[]): number =>
  values.reduce((a, b) => a + b, 0) / Math.max(1, values.length);
