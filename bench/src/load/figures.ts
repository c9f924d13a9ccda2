/** The value below which such a share of sorted values lies. */
const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** The median and the 99th percentile of milliseconds. */
export function middleAndWorst(ms: readonly number[]): { p50: number; p99: number } {
  const sorted = ms.toSorted((a, b) => a - b);
  return { p50: at(sorted, 0.5), p99: at(sorted, 0.99) };
}

export const formatFigures = ({ p50, p99 }: { p50: number; p99: number }): string =>
  `p50 ${p50.toFixed(0).padStart(5)} ms   p99 ${p99.toFixed(0).padStart(5)} ms`;
