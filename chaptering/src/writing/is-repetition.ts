/** Share of common words from which a statement counts as repetition. */
const SAID_AGAIN = 0.5;

/** Whether a statement says again what another says, by the stems of both: each counts as often as it is given. */
export function saysAgain(a: Iterable<string>, b: Iterable<string>): boolean {
  const [said, before] = [[...a], [...b]];
  const shared = said.filter((stem) => before.includes(stem)).length;
  return shared >= SAID_AGAIN * Math.min(said.length, before.length);
}
