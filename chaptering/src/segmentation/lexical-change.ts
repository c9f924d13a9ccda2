import type { FeatureColumn } from './topic-posteriors.ts';
import type { Sentence } from '../transcript.ts';
import type { Lexicon } from './lexicon.ts';

/** Widths of the windows before and after a sentence that are compared, seconds. */
const WINDOWS = [45, 90, 180, 360];
const THETA = 0.2;

/**
 * How much the subject changes at each sentence: dips of similarity, gain of two vocabularies over one, words come and
 * gone.
 */
export function lexicalChange(sentences: readonly Sentence[], lexicon: Lexicon): FeatureColumn[] {
  const columns: FeatureColumn[] = [];
  for (const seconds of WINDOWS) {
    const { cosine, split } = compareWindows(sentences, lexicon, seconds);
    const depth = depths(cosine, sentences, 1.5 * seconds);
    columns.push(
      { name: `similarity ${seconds}`, values: rankValues(cosine) },
      { name: `dip ${seconds}`, values: rankValues(depth) },
      { name: `split ${seconds}`, values: rankValues(split) },
    );
  }
  for (const seconds of [40, 150]) columns.push(...comeAndGone(sentences, lexicon, seconds));
  return columns;
}

/** Cosine of the weighted words before and after, and what two Dirichlet multinomials gain over one, per word. */
function compareWindows(sentences: readonly Sentence[], { terms, counts, weight }: Lexicon, seconds: number) {
  const size = sentences.length;
  const before = new Int32Array(counts.length);
  const after = new Int32Array(counts.length);
  const cosine = new Float64Array(size);
  const split = new Float64Array(size);
  const vocabulary = THETA * counts.reduce((n, count) => n + (count > 1 ? 1 : 0), 0);
  const heard = counts.reduce((a, b) => a + b, 0);
  const norm = new Float64Array(heard + 2);
  for (let n = 1; n < norm.length; n++) norm[n] = norm[n - 1]! + Math.log(vocabulary + n - 1 + 1e-9);
  let dot = 0;
  let normBefore = 0;
  let normAfter = 0;
  let apart = 0;
  let wordsBefore = 0;
  let wordsAfter = 0;
  const shift = (i: number, side: Int32Array, step: 1 | -1): void => {
    const other = side === before ? after : before;
    for (const term of terms[i]!) {
      if (counts[term]! < 2) continue;
      const n = side[term]!;
      const m = other[term]!;
      side[term] = n + step;
      const w2 = weight[term]! ** 2;
      const old = Math.log1p(n);
      const now = Math.log1p(n + step);
      dot += (now - old) * Math.log1p(m) * w2;
      const low = step > 0 ? n : n - 1;
      // log-gamma steps: the side's own count against the joint count.
      apart += step * (Math.log(THETA + low) - Math.log(THETA + low + m));
      if (side === before) {
        normBefore += (now * now - old * old) * w2;
        wordsBefore += step;
      } else {
        normAfter += (now * now - old * old) * w2;
        wordsAfter += step;
      }
    }
  };
  let low = 0;
  let high = 0;
  for (let i = 0; i < size; i++) {
    const { start } = sentences[i]!;
    if (i > 0) {
      shift(i - 1, after, -1);
      shift(i - 1, before, 1);
    }
    for (; high < size && sentences[high]!.start < start + seconds; high++) shift(high, after, 1);
    // A sentence longer than the window leaves 'after' behind.
    if (high <= i) shift(high++, after, 1);
    for (; low < i && sentences[low]!.start < start - seconds; low++) shift(low, before, -1);
    cosine[i] = i === 0 ? 1 : dot / (Math.sqrt(Math.max(0, normBefore)) * Math.sqrt(Math.max(0, normAfter)) + 1e-6);
    const gain = apart - norm[wordsBefore]! - norm[wordsAfter]! + norm[wordsBefore + wordsAfter]!;
    split[i] = i === 0 ? 0 : gain / Math.max(20, wordsBefore + wordsAfter);
  }
  return { cosine, split };
}

/** How far each value lies below the highest within `radius` seconds on either side, summed. */
function depths(values: Float64Array, sentences: readonly Sentence[], radius: number): Float64Array {
  const depth = new Float64Array(values.length);
  for (const step of [1, -1]) {
    const queue: number[] = [];
    let head = 0;
    for (let k = 0; k < values.length; k++) {
      const i = step === 1 ? k : values.length - 1 - k;
      while (queue.length > head && values[queue.at(-1)!]! <= values[i]!) queue.pop();
      queue.push(i);
      while (Math.abs(sentences[queue[head]!]!.start - sentences[i]!.start) > radius) head++;
      depth[i]! += values[queue[head]!]! - values[i]!;
    }
  }
  return depth;
}

/**
 * Share of weighty words heard for the first time in the next seconds less that in the last ones; and of last times.
 */
function comeAndGone(
  sentences: readonly Sentence[],
  { terms, counts, weight }: Lexicon,
  seconds: number,
): FeatureColumn[] {
  const size = sentences.length;
  const first = new Int32Array(counts.length).fill(-1);
  const last = new Int32Array(counts.length);
  terms.forEach((list, i) => {
    for (const term of list) {
      if (first[term] === -1) first[term] = i;
      last[term] = i;
    }
  });
  const sums = { come: new Float64Array(size + 1), gone: new Float64Array(size + 1), all: new Float64Array(size + 1) };
  terms.forEach((list, i) => {
    let come = 0;
    let gone = 0;
    let all = 0;
    for (const term of new Set(list)) {
      if (counts[term]! < 3) continue;
      all += weight[term]!;
      if (first[term] === i) come += weight[term]!;
      if (last[term] === i) gone += weight[term]!;
    }
    sums.come[i + 1] = sums.come[i]! + come;
    sums.gone[i + 1] = sums.gone[i]! + gone;
    sums.all[i + 1] = sums.all[i]! + all;
  });
  const come = new Float64Array(size);
  const gone = new Float64Array(size);
  let low = 0;
  let high = 0;
  for (let i = 0; i < size; i++) {
    while (sentences[low]!.start < sentences[i]!.start - seconds) low++;
    while (high < size && sentences[high]!.start < sentences[i]!.start + seconds) high++;
    const end = Math.max(high, i);
    const ahead = sums.all[end]! - sums.all[i]! + 3;
    const behind = sums.all[i]! - sums.all[low]! + 3;
    come[i] = (sums.come[end]! - sums.come[i]!) / ahead - (sums.come[i]! - sums.come[low]!) / behind;
    gone[i] = (sums.gone[i]! - sums.gone[low]!) / behind - (sums.gone[end]! - sums.gone[i]!) / ahead;
  }
  return [
    { name: `new words ${seconds}`, values: come },
    { name: `last words ${seconds}`, values: gone },
  ];
}

/** Each value's place among all, 0 to 1: comparable between recordings. */
export function rankValues(values: ArrayLike<number>): Float64Array {
  const order = Array.from({ length: values.length }, (_, i) => i).sort((a, b) => values[a]! - values[b]! || a - b);
  const rank = new Float64Array(values.length);
  order.forEach((i, place) => {
    rank[i] = place / Math.max(1, values.length - 1);
  });
  return rank;
}
