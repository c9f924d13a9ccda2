import type { FeatureColumn } from './topic-posteriors.ts';
import { memoize } from '../memoize.ts';

/**
 * Boosted regression trees. A tree is a flat list of nodes: a leaf is [value], an inner node
 * [feature, threshold, node if below, node otherwise]; the first is the root.
 */
export type Node = readonly [number] | readonly [number, number, number, number];
export type Trees = { features: readonly string[]; base: number; trees: readonly (readonly Node[])[] };

/** Log odds per row. The columns are found by name. */
export function treeOdds(model: Trees, columns: readonly FeatureColumn[]): Float64Array {
  const byName = new Map(columns.map(({ name, values }) => [name, values]));
  const used = model.features.map((name) => {
    const values = byName.get(name);
    if (values === undefined) throw new Error(`The boundary scorer wants a feature that is not computed: ${name}`);
    return values;
  });
  const { roots, feature, threshold, below, otherwise } = flatOf(model);
  const odds = new Float64Array(columns[0]?.values.length ?? 0);
  for (let row = 0; row < odds.length; row++) {
    let sum = model.base;
    for (let t = 0; t < roots.length; t++) {
      let node = roots[t]!;
      let f = feature[node]!;
      while (f >= 0) {
        node = used[f]![row]! < threshold[node]! ? below[node]! : otherwise[node]!;
        f = feature[node]!;
      }
      sum += threshold[node]!;
    }
    odds[row] = sum;
  }
  return odds;
}

/**
 * All nodes of all trees one after another, which is walked much faster; of a leaf the feature is -1, the threshold its
 * value.
 */
const flatOf = memoize(({ trees }: Trees) => {
  const size = trees.reduce((sum, nodes) => sum + nodes.length, 0);
  const [feature, below, otherwise] = [new Int32Array(size).fill(-1), new Int32Array(size), new Int32Array(size)];
  const threshold = new Float64Array(size);
  const roots = new Int32Array(trees.length);
  let first = 0;
  trees.forEach((nodes, t) => {
    roots[t] = first;
    nodes.forEach((node, n) => {
      const at = first + n;
      if (node.length === 1) threshold[at] = node[0];
      else {
        [feature[at], threshold[at]] = [node[0], node[1]];
        [below[at], otherwise[at]] = [first + node[2], first + node[3]];
      }
    });
    first += nodes.length;
  });
  return { roots, feature, threshold, below, otherwise };
});
