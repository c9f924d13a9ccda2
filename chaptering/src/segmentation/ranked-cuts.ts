import { type CutWeights, lengthPenalty } from './best-cuts.ts';
import type { BoundaryCandidates } from './find-cuts.ts';

/** A place to begin a chapter. `gain` is what the recording is better explained with it than without, in log odds. */
export type RankedCut = { sentence: number; gain: number };

/**
 * Orders cuts for removal (least missed first) and addition (most wanted first), one chapter per step. Respects the
 * minimum chapter length. All values are candidate indexes.
 */
export function rankedCuts(
  { candidates, cohesion, duration }: BoundaryCandidates,
  cuts: readonly number[],
  weights: CutWeights,
  most: number,
): { removed: RankedCut[]; added: RankedCut[] } {
  const times = [0, ...candidates.map(({ time }) => time), duration];
  const size = times.length;
  const span = (i: number, j: number): number =>
    weights.cohesion * cohesion[i * size + j]! - lengthPenalty(times[j]! - times[i]!, weights);
  /** Gain in total score from an edge between two others. */
  const gain = (a: number, k: number, b: number): number =>
    candidates[k - 1]!.odds + weights.bias + span(a, k) + span(k, b) - span(a, b);
  const neighbours = (edges: readonly number[], k: number): [number, number] => [
    edges.findLast((edge) => edge < k) ?? 0,
    edges.find((edge) => edge > k) ?? size - 1,
  ];
  const named = (k: number, value: number): RankedCut => ({ sentence: candidates[k - 1]!.sentence, gain: value });

  const removed: RankedCut[] = [];
  let edges = cuts.map((cut) => cut + 1);
  while (edges.length > 0) {
    const each = edges.map((k) => ({ k, value: gain(...around(edges, k)) }));
    const least = each.reduce((best, other) => (other.value < best.value ? other : best));
    removed.push(named(least.k, least.value));
    edges = edges.filter((edge) => edge !== least.k);
  }

  const added: RankedCut[] = [];
  edges = cuts.map((cut) => cut + 1);
  // Only the two halves of a span that was divided have to be judged again.
  const values = times.map((_, k) => (k === 0 || k === size - 1 ? -Infinity : valueOf(k)));
  while (added.length < most) {
    const k = values.reduce((best, value, i) => (value > values[best]! ? i : best), 0);
    if (values[k] === -Infinity) break;
    added.push(named(k, values[k]!));
    const [a, b] = neighbours(edges, k);
    edges = [...edges, k].sort((one, other) => one - other);
    for (let i = a + 1; i < b; i++) values[i] = valueOf(i);
  }
  return { removed, added };

  function around(from: readonly number[], k: number): [number, number, number] {
    const [a, b] = neighbours(from, k);
    return [a, k, b];
  }

  function valueOf(k: number): number {
    if (edges.includes(k)) return -Infinity;
    const [a, b] = neighbours(edges, k);
    const fits = times[k]! - times[a]! >= weights.shortest && times[b]! - times[k]! >= weights.shortest;
    return fits ? gain(a, k, b) : -Infinity;
  }
}
