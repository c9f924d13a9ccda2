/**
 * How many letters too many, too few, other ones, and neighbours that stand the wrong way round tell two names apart.
 */
function differences(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let n = 1; n <= one.length; n += 1) {
    const [above, row] = [rows[n - 1]!, [n]];
    for (let at = 1; at <= other.length; at += 1) {
      const replaced = above[at - 1]! + (one[n - 1] === other[at - 1] ? 0 : 1);
      const swapped =
        n > 1 && at > 1 && one[n - 1] === other[at - 2] && one[n - 2] === other[at - 1]
          ? rows[n - 2]![at - 2]! + 1
          : Infinity;
      row.push(Math.min(replaced, swapped, above[at]! + 1, row[at - 1]! + 1));
    }
    rows.push(row);
  }
  return rows.at(-1)!.at(-1)!;
}

/** Letters of the shortest name in which two may be wrong: of shorter ones too many are other programs'. */
const long = 10;

/** The setting that a name is nearly, if it is one's; upper and lower case are one mistake in all. */
function nearest(name: string, ours: readonly string[]): string | undefined {
  const most = name.length < long ? 1 : 2;
  const near = ours
    .filter((each) => Math.abs(each.length - name.length) <= most)
    .map((each) => ({ each, apart: differences(name.toUpperCase(), each) }))
    .toSorted((one, other) => one.apart - other.apart)[0];
  return near && near.apart <= most ? near.each : undefined;
}

/**
 * Returns a line per unknown variable that resembles a setting. It only warns, because the environment and `.env` may
 * hold variables of other programs.
 */
export const misspelt = (names: readonly string[], ours: readonly string[]): string[] =>
  names
    .filter((name) => !ours.includes(name))
    .flatMap((name) => {
      const meant = nearest(name, ours);
      return meant === undefined ? [] : [`${name} is not a setting and changes nothing. Is ${meant} meant?`];
    });
