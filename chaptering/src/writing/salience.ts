import type { Lexicon } from '../segmentation/lexicon.ts';

/** Sentence from, sentence to (excluded). */
export type SentenceRange = readonly [number, number];

/** Per sentence of the stretch, how much of the stretch's own subject it carries; terms of a query count the most. */
export function salience(
  lexicon: Lexicon,
  [from, to]: SentenceRange,
  query: ReadonlySet<string> = new Set(),
): Float64Array {
  const counts = new Map<number, number>();
  for (let i = from; i < to; i++) for (const term of lexicon.terms[i]!) counts.set(term, (counts.get(term) ?? 0) + 1);
  const weightOf = (term: number): number => {
    const here = counts.get(term) ?? 0;
    const share = here / Math.max(1, lexicon.counts[term]!);
    const asked = query.size > 0 && query.has(lexicon.names[term]!) ? 12 : 0;
    return Math.log1p(here) * (0.4 + lexicon.weight[term]!) * (0.5 + share) * (here > 1 ? 1 : 0.4) + asked;
  };
  return Float64Array.from({ length: to - from }, (_, i) => {
    let sum = 0;
    for (const term of new Set(lexicon.terms[from + i]!)) sum += weightOf(term);
    return sum;
  });
}
