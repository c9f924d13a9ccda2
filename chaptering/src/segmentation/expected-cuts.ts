import type { Candidate, CutWeights } from './best-cuts.ts';
import { lengthPenalty } from './best-cuts.ts';

/**
 * Minimum Bayes risk: samples many segmentations by likelihood and returns the one nearest to all, as ordered
 * candidate indexes. The single likeliest is often an odd one.
 */
export function expectedCuts(
  candidates: readonly Candidate[],
  cohesion: Float64Array,
  duration: number,
  weights: CutWeights,
): number[] {
  const drawn = draw(candidates, cohesion, duration, weights);
  return nearest(candidates, duration, weights, drawn);
}

/** Choices drawn: with 200, F1 at 30 s changed by some 0.005 from one weight of the cuts to the next (decision 64). */
const DRAWN = 800;

/** Choices of candidates with the probability exp(score / doubt), by the forward algorithm and sampling backwards. */
function draw(
  candidates: readonly Candidate[],
  cohesion: Float64Array,
  duration: number,
  weights: CutWeights,
): number[][] {
  const times = [0, ...candidates.map(({ time }) => time), duration];
  const size = times.length;
  const score = (i: number, j: number): number => {
    const length = times[j]! - times[i]!;
    if (length < weights.shortest && !(i === 0 && j === size - 1)) return -Infinity;
    const opens = j < size - 1 ? candidates[j - 1]!.odds + weights.bias : 0;
    return (weights.cohesion * cohesion[i * size + j]! - lengthPenalty(length, weights) + opens) / weights.doubt;
  };
  // The logarithm of the sum over all ways to each edge; beside it, summed up, how likely each edge was the one before.
  const sums = new Float64Array(size).fill(-Infinity);
  sums[0] = 0;
  const before: Float64Array[] = [new Float64Array(0)];
  for (let j = 1; j < size; j++) {
    const ways = Float64Array.from({ length: j }, (_, i) => sums[i]! + score(i, j));
    const most = ways.reduce((a, b) => Math.max(a, b), -Infinity);
    let total = 0;
    if (most > -Infinity)
      for (let i = 0; i < j; i++) {
        total += Math.exp(ways[i]! - most);
        ways[i] = total;
      }
    before.push(ways.map((sum) => sum / total));
    sums[j] = most > -Infinity ? most + Math.log(total) : -Infinity;
  }
  let state = 7;
  const chance = (): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  return Array.from({ length: DRAWN }, () => {
    const cuts: number[] = [];
    for (let j = size - 1; j > 0;) {
      j = firstAbove(before[j]!, chance());
      if (j > 0) cuts.push(j - 1);
    }
    return cuts.reverse();
  });
}

/** The first of rising sums that is above a value; 0 if none is. */
function firstAbove(sums: Float64Array, value: number): number {
  let [low, high] = [0, sums.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sums[middle]! > value) high = middle;
    else low = middle + 1;
  }
  return low < sums.length ? low : 0;
}

/** Weights of agreement: Pk, and boundary F1 within 30 and within 10 seconds. */
const WORTH = { pk: 3, near: 1, exact: 1 };
const NEAR = 30;
const EXACT = 10;
/** Pieces of the recording for Pk, and how far a chapter's beginning is moved to look for a better place. Seconds. */
const PIECE = 6;
const REACH = 240;
/** Steps of the search; it ends by itself after some dozens. */
const STEPS = 400;

/** Adds, removes and moves cuts as long as the expected agreement with the drawn choices grows. */
function nearest(
  candidates: readonly Candidate[],
  duration: number,
  { shortest }: CutWeights,
  drawn: readonly number[][],
): number[] {
  const times = candidates.map(({ time }) => time);
  const pieces = Math.max(2, Math.floor(duration / PIECE) + 1);
  const usual = drawn.reduce((sum, cuts) => sum + cuts.length, 0) / drawn.length;
  const window = Math.max(2, Math.round(pieces / (usual + 1) / 2));
  const count = Math.max(1, pieces - window);
  const piece = times.map((time) => Math.round(time / PIECE));
  // How often a cut lies within each window, and near each candidate.
  const parted = new Float64Array(count);
  const [near, exact] = [new Float64Array(times.length), new Float64Array(times.length)];
  const passed = new Int32Array(pieces + 1);
  for (const cuts of drawn) {
    passed.fill(0);
    for (const cut of cuts) passed[Math.min(pieces, piece[cut]!)] = 1;
    for (let i = 1; i <= pieces; i++) passed[i] = passed[i]! + passed[i - 1]!;
    for (let i = 0; i < count; i++) if (passed[i + window]! > passed[i]!) parted[i] = parted[i]! + 1 / drawn.length;
    let next = 0;
    for (let k = 0; k < times.length; k++) {
      while (next < cuts.length && cuts[next]! < k) next++;
      const distance = Math.min(
        next < cuts.length ? times[cuts[next]!]! - times[k]! : Infinity,
        next > 0 ? times[k]! - times[cuts[next - 1]!]! : Infinity,
      );
      if (distance <= NEAR) near[k] = near[k]! + 1 / drawn.length;
      if (distance <= EXACT) exact[k] = exact[k]! + 1 / drawn.length;
    }
  }

  const chosen = new Set<number>();
  const within = new Int32Array(count);
  let wrong = parted.reduce((a, b) => a + b, 0);
  let [nears, exacts] = [0, 0];
  const worth = (errors: number, a: number, b: number, cuts: number): number =>
    (-WORTH.pk * errors) / count + (2 * (WORTH.near * a + WORTH.exact * b)) / (cuts + usual || 1);
  const windowsOf = (k: number): [number, number] => [Math.max(0, piece[k]! - window), Math.min(count, piece[k]!)];
  const change = (k: number, sign: 1 | -1): number => {
    let sum = 0;
    const [from, to] = windowsOf(k);
    for (let i = from; i < to; i++) if (within[i] === (sign === 1 ? 0 : 1)) sum += sign * (1 - 2 * parted[i]!);
    return sum;
  };
  const after = (k: number, sign: 1 | -1): number =>
    worth(wrong + change(k, sign), nears + sign * near[k]!, exacts + sign * exact[k]!, chosen.size + sign);
  const apply = (k: number, sign: 1 | -1): void => {
    wrong += change(k, sign);
    const [from, to] = windowsOf(k);
    for (let i = from; i < to; i++) within[i]! += sign;
    nears += sign * near[k]!;
    exacts += sign * exact[k]!;
    if (sign === 1) chosen.add(k);
    else chosen.delete(k);
  };
  const fits = (k: number): boolean =>
    times[k]! >= shortest &&
    duration - times[k]! >= shortest &&
    [...chosen].every((other) => Math.abs(times[other]! - times[k]!) >= shortest);

  for (let step = 0; step < STEPS; step++) {
    let best = worth(wrong, nears, exacts, chosen.size) + 1e-9;
    let move: (() => void) | undefined;
    const consider = (value: number, how: () => void): void => {
      if (value <= best) return;
      best = value;
      move = how;
    };
    for (let k = 0; k < times.length; k++) {
      if (chosen.has(k)) consider(after(k, -1), () => apply(k, -1));
      else if (fits(k)) consider(after(k, 1), () => apply(k, 1));
    }
    if (!move) {
      const before = [...chosen];
      for (const old of before) {
        apply(old, -1);
        for (let k = 0; k < times.length; k++) {
          if (k === old || chosen.has(k) || Math.abs(times[k]! - times[old]!) > REACH || !fits(k)) continue;
          consider(after(k, 1), () => {
            apply(old, -1);
            apply(k, 1);
          });
        }
        apply(old, 1);
      }
    }
    if (!move) break;
    move();
  }
  return [...chosen].sort((a, b) => a - b);
}
