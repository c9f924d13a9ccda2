import { memoize, rememberedByWord } from '../memoize.ts';
import { lexemeOf, wordsOf } from '../terms.ts';

/** Weights of short patterns of talk ('so the next', 'any questions') around a boundary. */
export type PhraseWeights = { bias: number; weights: Record<string, number> };

const OPENING_WORDS = 9;
const CLOSING_WORDS = 4;

/** Words that open and close subjects in any webinar; every other subject word is only a placeholder in a pattern. */
const SIGNPOSTS = new Set(
  `welcome everyone introduce introduction introducing agenda topic topics section next finally lastly first second third summary
  conclusion conclude recap wrap closing final overview background demo presentation present presenter speaker audience host panel
  switch moving jump dive transition segue turn continue continuing share screen news item update updates pull request release
  releases discussion discuss discussed review thoughts comments curious wondering speaking related regarding announcement`.split(
    /\s+/,
  ),
);

/**
 * Returns runs of one to three first and last words. `_` replaces subject words, `N` names and `#` figures, so that
 * patterns hold for any subject.
 */
export function extractPhrasePatterns(text: string): string[] {
  const words = wordsOf(text).map((word, i) => {
    const shape = shapeOf(word);
    return i > 0 && shape === '_' && /^\p{Lu}/u.test(word) ? 'N' : shape;
  });
  const opening = runs(['^', ...words.slice(0, OPENING_WORDS)]);
  const closing = runs([...words.slice(-CLOSING_WORDS), /[?？]\W*$/.test(text) ? '?' : '.']);
  const patterns = new Set(opening.flat());
  for (const sized of closing) if (sized.length > 0) patterns.add(`${sized.at(-1)!} $`);
  if (words.length <= 3) patterns.add('short');
  return [...patterns];
}

const shapeOf = rememberedByWord((word) => {
  if (/^\d/.test(word)) return '#';
  const { lower, isStop } = lexemeOf(word);
  return isStop || SIGNPOSTS.has(lower) ? lower : '_';
});

/** Runs of one, of two and of three words, in order. */
function runs(words: readonly string[]): string[][] {
  const pairs = words.slice(1).map((word, i) => `${words[i]!} ${word}`);
  return [[...words], pairs, words.slice(2).map((word, i) => `${pairs[i]!} ${word}`)];
}

/** Where a pattern stands relative to the boundary: in the sentence before it, the one it opens, the one after. */
export const PATTERN_POSITIONS = [
  ['<', -1],
  ['=', 0],
  ['>', 1],
] as const;

/** Per sentence, the log odds of a boundary before it by patterns alone. */
export function phraseOdds(patterns: readonly (readonly string[])[], phrases: PhraseWeights): Float64Array {
  const weights = byPattern(phrases);
  const sums = PATTERN_POSITIONS.map(() => new Float64Array(patterns.length));
  patterns.forEach((list, i) => {
    for (const pattern of list) weights.get(pattern)?.forEach((weight, place) => (sums[place]![i]! += weight));
  });
  return Float64Array.from(patterns, (_, i) =>
    PATTERN_POSITIONS.reduce((odds, [, step], place) => odds + (sums[place]![i + step] ?? 0), phrases.bias),
  );
}

/** Per pattern, what it weighs in each of the places. */
const byPattern = memoize(({ weights }: PhraseWeights) => {
  const byPattern = new Map<string, number[]>();
  for (const [key, weight] of Object.entries(weights)) {
    const place = PATTERN_POSITIONS.findIndex(([mark]) => key.startsWith(mark));
    const pattern = key.slice(1);
    const known = byPattern.get(pattern) ?? PATTERN_POSITIONS.map(() => 0);
    known[place] = weight;
    byPattern.set(pattern, known);
  }
  return byPattern;
});
