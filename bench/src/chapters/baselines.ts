import { extractSubjectStems } from '@lectern/chaptering/terms';
import type { Sentence } from '@lectern/chaptering/transcript';

/** A way to find chapters, measured beside the engine. Returns seconds. */
export type Baseline = (sentences: readonly Sentence[], duration: number) => number[];

/** One chapter every six minutes. */
export const evenSpacing: Baseline = (_, duration) => {
  const count = Math.max(1, Math.round(duration / 360));
  return Array.from({ length: count - 1 }, (_unused, i) => ((i + 1) * duration) / count);
};

/** Words of a pseudo-sentence and pseudo-sentences of a block, as in the paper. */
const SEQUENCE = 20;
const BLOCK = 10;

/** TextTiling: depths of the similarity of adjacent blocks, above the mean less half a deviation (Hearst 1997). */
export const textTiling: Baseline = (sentences) => {
  const words = sentences.flatMap(({ text, start }) => extractSubjectStems(text).map((term) => ({ term, start })));
  const sequences = Array.from({ length: Math.floor(words.length / SEQUENCE) }, (_, i) =>
    words.slice(i * SEQUENCE, (i + 1) * SEQUENCE),
  );
  const gaps = sequences.slice(1).map((_, i) => {
    const before = bag(sequences.slice(Math.max(0, i + 1 - BLOCK), i + 1).flat());
    return cosine(before, bag(sequences.slice(i + 1, i + 1 + BLOCK).flat()));
  });
  const depths = gaps.map((value, i) => climb(gaps, i, -1) + climb(gaps, i, 1) - 2 * value);
  const average = depths.reduce((a, b) => a + b, 0) / Math.max(1, depths.length);
  const deviation = Math.sqrt(
    depths.reduce((sum, depth) => sum + (depth - average) ** 2, 0) / Math.max(1, depths.length),
  );
  const cuts = depths.flatMap((depth, i) => {
    const highest = depths.slice(Math.max(0, i - 3), i + 4).every((other) => other <= depth);
    return highest && depth > average - deviation / 2 ? [sequences[i + 1]![0]!.start] : [];
  });
  return [...new Set(cuts)];
};

function climb(values: readonly number[], from: number, step: 1 | -1): number {
  let peak = values[from]!;
  for (let i = from + step; i >= 0 && i < values.length && values[i]! >= peak; i += step) peak = values[i]!;
  return peak;
}

function bag(words: readonly { term: string }[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { term } of words) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

function cosine(a: Map<string, number>, b: Map<string, number>): number {
  let dot = 0;
  for (const [term, count] of a) dot += count * (b.get(term) ?? 0);
  const norm = (counts: Map<string, number>): number =>
    Math.sqrt([...counts.values()].reduce((sum, n) => sum + n * n, 0));
  return dot / (norm(a) * norm(b) || 1);
}

/**
 * The most probable segmentation by dynamic programming with Laplace's law and a description length prior (Utiyama,
 * Isahara 2001).
 */
export const utiyamaIsahara: Baseline = (sentences) => {
  const ids = new Map<string, number>();
  const terms = sentences.map(({ text }) =>
    extractSubjectStems(text).map((term) => {
      const id = ids.get(term) ?? ids.size;
      ids.set(term, id);
      return id;
    }),
  );
  const total = terms.reduce((sum, list) => sum + list.length, 0);
  const price = Math.log(Math.max(2, total));
  const size = sentences.length;
  const best = new Float64Array(size + 1).fill(Infinity);
  const from = new Int32Array(size + 1);
  best[0] = 0;
  const seen = new Int32Array(ids.size);
  // Sum over the words of a segment of log(f + 1), built up word by word: f identical words give f * log(f + 1).
  for (let a = 0; a < size; a++) {
    seen.fill(0);
    let words = 0;
    let repeated = 0;
    for (let b = a; b < size; b++) {
      for (const id of terms[b]!) {
        const f = seen[id]!++;
        repeated += (f + 1) * Math.log(f + 2) - f * Math.log(f + 1);
        words++;
      }
      const cost = best[a]! + words * Math.log(words + ids.size) - repeated + price;
      if (cost >= best[b + 1]!) continue;
      best[b + 1] = cost;
      from[b + 1] = a;
    }
  }
  const cuts: number[] = [];
  for (let end = from[size]!; end > 0; end = from[end]!) cuts.push(sentences[end]!.start);
  return cuts.reverse();
};
