/** Lower-case words and numbers; what recognisers and people write differently in the same words is made alike. */
export const spokenWords = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[^\p{L}\p{N}'\s]/gu, ' ')
    .split(/\s+/)
    .filter(Boolean);

/** Word error rate: substitutions, deletions and insertions (Levenshtein) over the number of words of the truth. */
export function wordErrorRate(truth: readonly string[], found: readonly string[]): number {
  let before = Array.from({ length: found.length + 1 }, (_, n) => n);
  for (const [row, word] of truth.entries()) {
    const now = [row + 1];
    for (const [column, other] of found.entries())
      now.push(Math.min(now[column]! + 1, before[column + 1]! + 1, before[column]! + (word === other ? 0 : 1)));
    before = now;
  }
  return before.at(-1)! / truth.length;
}
