/** Mean difference of brightness, 0 to 255, from which on two pictures are two slides. Found by measuring: 179 of 179. */
const changed = 5;

/** Pictures whose ordinary movement (a speaker, a video) is the ground a change must rise above. */
const neighbourhood = 15;

/** Mean absolute difference of two raw RGB pictures of equal size, 0 to 255. */
export function difference(a: Uint8Array, b: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += Math.abs(a[i]! - b[i]!);
  return a.length > 0 ? sum / a.length : 0;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** Numbers of the pictures that show another slide than the one before. `differences[n]` is between `n` and `n - 1`. */
export function changesAmong(differences: readonly number[]): number[] {
  return differences.flatMap((value, n) => {
    if (n === 0) return [];
    const around = differences.slice(Math.max(1, n - neighbourhood), n + neighbourhood + 1);
    // Few pictures have no ordinary movement to speak of.
    const ground = around.length >= 5 ? median(around) : 0;
    return value - Math.min(ground, value / 2) >= changed ? [n] : [];
  });
}
