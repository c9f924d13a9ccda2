/** Seconds of a unit in which the numbers of a file may be. */
const units = [1, 1e-3, 1e-6, 1e-7, 1e-9];
/** Letters a second at which people talk. */
const ordinaryPace = 15;

/**
 * The unit of times that nobody named: the one in which people would talk at about an ordinary pace. Without lengths, from
 * the first start to the last.
 */
export function unitOf(lengths: readonly number[], starts: readonly number[], said: readonly string[]): number {
  const letters = said.reduce((sum, text) => sum + text.length, 0);
  const spoken =
    lengths.reduce((sum, length) => sum + Math.max(0, length), 0) || (starts.at(-1) ?? 0) - (starts[0] ?? 0);
  const far = (unit: number): number => Math.abs(Math.log(letters / (spoken * unit) / ordinaryPace));
  return spoken > 0 && letters > 0 ? units.toSorted((one, other) => far(one) - far(other))[0]! : 1;
}
