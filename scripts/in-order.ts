/** Sorts a graph so that every node follows its dependencies; returns the first cycle if no order exists. */
export function sortByDependencies(
  graph: ReadonlyMap<string, Iterable<string>>,
): { order: string[] } | { ring: string[] } {
  const order = new Set<string>();
  const visit = (node: string, trail: readonly string[]): string[] | undefined => {
    if (trail.includes(node)) return [...trail.slice(trail.indexOf(node)), node];
    if (order.has(node)) return undefined;
    for (const other of graph.get(node) ?? []) {
      const ring = visit(other, [...trail, node]);
      if (ring) return ring;
    }
    order.add(node);
    return undefined;
  };
  for (const node of graph.keys()) {
    const ring = visit(node, []);
    if (ring) return { ring };
  }
  return { order: [...order] };
}
