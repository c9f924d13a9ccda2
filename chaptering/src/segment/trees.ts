import type { Column } from './features.ts';

/**
 * Boosted regression trees. A tree is a flat list of nodes: a leaf is [value], an inner node
 * [feature, threshold, node if below, node otherwise]; the first is the root.
 */
export type Node = readonly [number] | readonly [number, number, number, number];
export type Trees = { features: readonly string[]; base: number; trees: readonly (readonly Node[])[] };

/** Log odds per row. The columns are found by name. */
export function treeOdds({ features, base, trees }: Trees, columns: readonly Column[]): Float64Array {
  const byName = new Map(columns.map(({ name, values }) => [name, values]));
  const used = features.map((name) => {
    const values = byName.get(name);
    if (values === undefined) throw new Error(`The boundary scorer wants a feature that is not computed: ${name}`);
    return values;
  });
  const odds = new Float64Array(columns[0]?.values.length ?? 0).fill(base);
  for (const tree of trees) {
    for (let row = 0; row < odds.length; row++) {
      let node = tree[0]!;
      while (node.length === 4) node = tree[used[node[0]]![row]! < node[1] ? node[2] : node[3]]!;
      odds[row]! += node[0];
    }
  }
  return odds;
}
