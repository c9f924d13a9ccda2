/** Words that a search looks for: the longest are the rarest, and what has them has the others or is near enough. */
const most = 6;

/** Letters of the shortest word that the index of transcripts knows. */
const indexed = 3;

/**
 * The words of a text in lower case that a search looks for together: at most six, the longest, in their order. Shorter
 * ones than three letters count beside a longer one alone, for the database looks through every line for them.
 */
export function searchWords(needle: string): string[] {
  const words = [...new Set(needle.split(' '))].filter((word) => word.length > 1);
  if (words.every((word) => word.length < indexed)) return [];
  const longest = new Set(words.toSorted((one, other) => other.length - one.length).slice(0, most));
  return words.filter((word) => longest.has(word));
}
