/** Seconds: a seek to a start may land this much before it. */
const early = 0.05;

/** Of so many things in the order of their starts, which one began last at a time or before it; the first before any. */
export function lastStartedIndex(count: number, startOf: (n: number) => number, seconds: number): number {
  let from = 0;
  let to = count;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (startOf(middle) <= seconds + early) from = middle + 1;
    else to = middle;
  }
  return Math.max(0, from - 1);
}
