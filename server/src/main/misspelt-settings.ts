/** Whether one letter too many, too few, another one, or two that stand the wrong way round tell them apart. */
function differByOne(one: string, other: string): boolean {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  const [a, b] = [one.slice(start), other.slice(start)];
  return (
    a.slice(1) === b ||
    a === b.slice(1) ||
    a.slice(1) === b.slice(1) ||
    (a.slice(2) === b.slice(2) && a[0] === b[1] && a[1] === b[0])
  );
}

/**
 * A line for each name in an environment that is none of the settings' and almost one. Nothing is refused for it: the environment
 * is full of other programs' names, and the file `.env` may serve the operator's own scripts.
 */
export const misspelt = (names: readonly string[], ours: readonly string[]): string[] =>
  names
    .filter((name) => !ours.includes(name))
    .flatMap((name) => {
      const meant = ours.find((each) => differByOne(name, each));
      return meant === undefined ? [] : [`${name} is not a setting and changes nothing. Is ${meant} meant?`];
    });
