import type { Node, Trees } from '../src/segmentation/trees.ts';
import { round } from './phrase-training.ts';

const TREES = 150;
const DEPTH = 3;
const RATE = 0.09;
const BINS = 32;
/** Weight a leaf needs, and pull of its value to nothing: the shows differ more than their sentences do. */
const LEAST_WEIGHT = 40;
const SHRINK = 3;
/** Share of features tried per tree. */
const TRIED = 0.4;
/** Share of rows each tree learns from (Friedman's stochastic gradient boosting). */
const SAMPLE = 0.6;

export type TreeTrainingRows = {
  names: readonly string[];
  columns: readonly Float64Array[];
  labels: Float64Array;
  weights: Float64Array;
};

/** Gradient boosting of shallow trees on the logistic loss, with histograms. Deterministic. */
export function trainTrees({ names, columns, labels, weights }: TreeTrainingRows): Trees {
  const size = labels.length;
  const cuts = columns.map(quantiles);
  const binned = columns.map((values, f) => Uint8Array.from(values, (value) => binOf(cuts[f]!, value)));
  const mass = weights.reduce((a, b) => a + b, 0);
  const positive = labels.reduce((sum, label, i) => sum + label * weights[i]!, 0);
  const base = Math.log(positive / (mass - positive));
  const odds = new Float64Array(size).fill(base);
  const slope = new Float64Array(size);
  const curve = new Float64Array(size);
  const trees: Node[][] = [];
  let state = 7;
  const chance = (): number => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  for (let t = 0; t < TREES; t++) {
    for (let i = 0; i < size; i++) {
      const p = 1 / (1 + Math.exp(-odds[i]!));
      slope[i] = weights[i]! * (labels[i]! - p);
      curve[i] = weights[i]! * p * (1 - p);
    }
    const tried = names.map((_, f) => f).filter(() => chance() < TRIED);
    const nodes: Node[] = [];
    grow(
      Int32Array.from({ length: size }, (_, i) => i).filter(() => chance() < SAMPLE),
      0,
    );
    for (let i = 0; i < size; i++) odds[i]! += valueOf(nodes, i);
    trees.push(nodes);

    function grow(rows: Int32Array, depth: number): number {
      const place = nodes.length;
      nodes.push([0]);
      const split = depth < DEPTH ? bestSplit(rows, tried) : undefined;
      if (split === undefined) {
        const [g, h] = rows.reduce<[number, number]>(([a, b], i) => [a + slope[i]!, b + curve[i]!], [0, 0]);
        const value = round((RATE * g) / (h + SHRINK));
        nodes[place] = [value];
        return place;
      }
      const bins = binned[split.feature]!;
      const below = grow(
        rows.filter((i) => bins[i]! <= split.bin),
        depth + 1,
      );
      const above = grow(
        rows.filter((i) => bins[i]! > split.bin),
        depth + 1,
      );
      nodes[place] = [split.feature, Number(cuts[split.feature]![split.bin]!.toPrecision(5)), below, above];
      return place;
    }
  }
  return { features: names, base: round(base), trees };

  /** The leaf a row falls into; thresholds as they are written, so that training sees what the product computes. */
  function valueOf(nodes: readonly Node[], row: number): number {
    let node = nodes[0]!;
    while (node.length === 4) node = nodes[columns[node[0]]![row]! < node[1] ? node[2] : node[3]]!;
    return node[0];
  }

  function bestSplit(rows: Int32Array, tried: readonly number[]): { feature: number; bin: number } | undefined {
    let best: { feature: number; bin: number } | undefined;
    let bestGain = 1e-3;
    const g = new Float64Array(BINS + 1);
    const h = new Float64Array(BINS + 1);
    const w = new Float64Array(BINS + 1);
    for (const feature of tried) {
      g.fill(0);
      h.fill(0);
      w.fill(0);
      const bins = binned[feature]!;
      for (const i of rows) {
        const bin = bins[i]!;
        g[bin]! += slope[i]!;
        h[bin]! += curve[i]!;
        w[bin]! += weights[i]!;
      }
      const G = g.reduce((a, b) => a + b, 0);
      const H = h.reduce((a, b) => a + b, 0);
      const W = w.reduce((a, b) => a + b, 0);
      let left = 0;
      let leftH = 0;
      let leftW = 0;
      for (let bin = 0; bin < cuts[feature]!.length; bin++) {
        left += g[bin]!;
        leftH += h[bin]!;
        leftW += w[bin]!;
        if (leftW < LEAST_WEIGHT || W - leftW < LEAST_WEIGHT) continue;
        const s = SHRINK;
        const gain = left ** 2 / (leftH + s) + (G - left) ** 2 / (H - leftH + s) - G ** 2 / (H + s);
        if (gain <= bestGain) continue;
        bestGain = gain;
        best = { feature, bin };
      }
    }
    return best;
  }
}

/** Values below cuts[b] and not below cuts[b - 1] are of bin b. */
const binOf = (cuts: Float64Array, value: number): number => {
  let bin = 0;
  while (bin < cuts.length && value >= cuts[bin]!) bin++;
  return bin;
};

function quantiles(values: Float64Array): Float64Array {
  const sorted = values.toSorted();
  const cuts = new Set<number>();
  for (let b = 1; b < BINS; b++) cuts.add(sorted[Math.floor((b * sorted.length) / BINS)]!);
  cuts.delete(sorted[0]!);
  return Float64Array.from(cuts).sort();
}
