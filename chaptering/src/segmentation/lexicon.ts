import type { Sentence } from '../transcript.ts';
import { extractSubjectStems } from '../terms.ts';

/** The subject words of a recording, by number: which stand in each sentence, how often in all, how unevenly spread. */
export type Lexicon = {
  /** Per sentence, the ids of its terms (repetitions kept). */
  terms: readonly Int32Array[];
  /** Per term, its count in the recording. */
  counts: Int32Array;
  /** Per term, the inverse of the share of minutes in which it is heard, as a logarithm. */
  weight: Float64Array;
  names: readonly string[];
};

const BLOCK = 60;

export function buildLexicon(sentences: readonly Sentence[]): Lexicon {
  const ids = new Map<string, number>();
  const terms = sentences.map(({ text }) =>
    Int32Array.from(extractSubjectStems(text), (term) => {
      const known = ids.get(term) ?? ids.size;
      ids.set(term, known);
      return known;
    }),
  );
  const counts = new Int32Array(ids.size);
  const blocks = new Int32Array(ids.size);
  const lastBlock = new Int32Array(ids.size).fill(-1);
  let total = 1;
  let previous = -1;
  sentences.forEach(({ start }, i) => {
    const block = Math.floor(start / BLOCK);
    if (block !== previous) total++;
    previous = block;
    for (const term of terms[i]!) {
      counts[term]!++;
      if (lastBlock[term] === block) continue;
      lastBlock[term] = block;
      blocks[term]!++;
    }
  });
  const weight = Float64Array.from(blocks, (n) => Math.max(0, Math.log((total + 1) / (n + 0.5))));
  return { terms, counts, weight, names: [...ids.keys()] };
}
