import { type CutWeights, lengthPenalty } from './best-cuts.ts';
import { type BoundaryCandidates, findCuts, findBoundaryCandidates } from './find-cuts.ts';
import type { Sentence, Transcript } from '../transcript.ts';
import { boundaryOdds, type BoundaryScorer } from './boundary-scorer.ts';
import { type Lexicon, buildLexicon } from './lexicon.ts';

/** A place to begin a chapter. `gain` is what the recording is better explained with it than without, in log odds. */
export type RankedCut = { sentence: number; gain: number };

/**
 * Orders cuts for removal (least missed first) and addition (most wanted first), one chapter per step. Respects the
 * minimum chapter length. All values are candidate indexes.
 */
export function rankedCuts(
  { candidates, cohesion, duration }: BoundaryCandidates,
  cuts: readonly number[],
  weights: CutWeights,
  most: number,
): { removed: RankedCut[]; added: RankedCut[] } {
  const times = [0, ...candidates.map(({ time }) => time), duration];
  const size = times.length;
  const span = (i: number, j: number): number =>
    weights.cohesion * cohesion[i * size + j]! - lengthPenalty(times[j]! - times[i]!, weights);
  /** Gain in total score from an edge between two others. */
  const gain = (a: number, k: number, b: number): number =>
    candidates[k - 1]!.odds + weights.bias + span(a, k) + span(k, b) - span(a, b);
  const neighbours = (edges: readonly number[], k: number): [number, number] => [
    edges.findLast((edge) => edge < k) ?? 0,
    edges.find((edge) => edge > k) ?? size - 1,
  ];
  const named = (k: number, value: number): RankedCut => ({ sentence: candidates[k - 1]!.sentence, gain: value });

  const removed: RankedCut[] = [];
  let edges = cuts.map((cut) => cut + 1);
  while (edges.length > 0) {
    const each = edges.map((k) => ({ k, value: gain(...around(edges, k)) }));
    const least = each.reduce((best, other) => (other.value < best.value ? other : best));
    removed.push(named(least.k, least.value));
    edges = edges.filter((edge) => edge !== least.k);
  }

  const added: RankedCut[] = [];
  edges = cuts.map((cut) => cut + 1);
  // Only the two halves of a span that was divided have to be judged again.
  const values = times.map((_, k) => (k === 0 || k === size - 1 ? -Infinity : valueOf(k)));
  while (added.length < most) {
    const k = values.reduce((best, value, i) => (value > values[best]! ? i : best), 0);
    if (values[k] === -Infinity) break;
    added.push(named(k, values[k]!));
    const [a, b] = neighbours(edges, k);
    edges = [...edges, k].sort((one, other) => one - other);
    for (let i = a + 1; i < b; i++) values[i] = valueOf(i);
  }
  return { removed, added };

  function around(from: readonly number[], k: number): [number, number, number] {
    const [a, b] = neighbours(from, k);
    return [a, k, b];
  }

  function valueOf(k: number): number {
    if (edges.includes(k)) return -Infinity;
    const [a, b] = neighbours(edges, k);
    const fits = times[k]! - times[a]! >= weights.shortest && times[b]! - times[k]! >= weights.shortest;
    return fits ? gain(a, k, b) : -Infinity;
  }
}

/**
 * Splits longer recordings, because statistics learned on one or two hours fail on ten. `core` is a part's maximum
 * length, `margin` the extra context each side. Seconds.
 */
const PART = { whole: 2.75 * 3600, core: 1.5 * 3600, margin: 1200 };
/** Chapters of two parts closer than this are the same one, found twice. Seconds. */
const SAME = 30;

/** The sentences that open a new chapter, the first of all excepted. `slides` in seconds. */
export function chapterStarts(
  transcript: Transcript,
  lexicon: Lexicon,
  slides: readonly number[],
  scorer: BoundaryScorer,
): number[] {
  const { sentences } = transcript;
  const starts: number[] = [];
  for (const part of partsOf(transcript, lexicon, slides)) {
    const odds = boundaryOdds(part.transcript, part.lexicon, part.slides, scorer);
    for (const cut of findCuts(findBoundaryCandidates(part.transcript, part.lexicon, odds), scorer.cuts)) {
      const last = starts.at(-1);
      const start = part.first + cut;
      if (part.isCore(start) && (last === undefined || sentences[start]!.start - sentences[last]!.start >= SAME))
        starts.push(start);
    }
  }
  return starts;
}

/** Places to begin a chapter in the order in which they are to be taken, as sentences. */
export type Ranking = {
  /** The starts that are there, the one that is missed least at the end. */
  present: number[];
  /** Where others may come, the most wanted first. */
  further: number[];
};

/** How the chapters that begin with these sentences would become fewer, and how more. `most` of either. */
export function rankedStarts(
  transcript: Transcript,
  lexicon: Lexicon,
  slides: readonly number[],
  scorer: BoundaryScorer,
  { starts, most }: { starts: readonly number[]; most: number },
): Ranking {
  const removed: RankedCut[] = [];
  const added: RankedCut[] = [];
  for (const part of partsOf(transcript, lexicon, slides)) {
    const own = starts.map((start) => start - part.first).filter((start) => start > 0 && start < part.count);
    const odds = boundaryOdds(part.transcript, part.lexicon, part.slides, scorer);
    const found = findBoundaryCandidates(part.transcript, part.lexicon, odds, own);
    const cuts = own.map((start) => found.candidates.findIndex(({ sentence }) => sentence === start));
    const ranked = rankedCuts(found, cuts, scorer.cuts, most);
    const core = (list: readonly RankedCut[]): RankedCut[] =>
      list
        .map(({ sentence, gain }) => ({ sentence: part.first + sentence, gain }))
        .filter(({ sentence }) => part.isCore(sentence));
    // A part keeps its order: what comes later in it is wanted no more than what came before.
    let [least, dearest] = [Infinity, -Infinity];
    for (const cut of core(ranked.added)) added.push({ ...cut, gain: (least = Math.min(least, cut.gain)) });
    for (const cut of core(ranked.removed)) removed.push({ ...cut, gain: (dearest = Math.max(dearest, cut.gain)) });
  }
  return {
    present: removed
      .toSorted((a, b) => a.gain - b.gain)
      .map(({ sentence }) => sentence)
      .reverse(),
    further: added
      .toSorted((a, b) => b.gain - a.gain)
      .slice(0, most)
      .map(({ sentence }) => sentence),
  };
}

type Part = {
  transcript: Transcript;
  lexicon: Lexicon;
  slides: readonly number[];
  /** The sentence of the recording that is the first of the part, and how many it has. */
  first: number;
  count: number;
  /** Whether a sentence of the recording is judged by this part. */
  isCore(sentence: number): boolean;
};

/** The recording itself, or parts of equal length that overlap by their margins, each with its own times and words. */
function partsOf(transcript: Transcript, lexicon: Lexicon, slides: readonly number[]): Part[] {
  const { sentences, duration } = transcript;
  if (duration <= PART.whole)
    return [{ transcript, lexicon, slides, first: 0, count: sentences.length, isCore: () => true }];
  const count = Math.ceil(duration / PART.core);
  return Array.from({ length: count }, (_, n) => {
    const [from, to] = [(n * duration) / count, ((n + 1) * duration) / count];
    const begin = Math.max(0, from - PART.margin);
    const end = Math.min(duration, to + PART.margin);
    const within = ({ start }: Sentence): boolean => start >= begin && start < end;
    const first = Math.max(0, sentences.findIndex(within));
    const own = sentences
      .slice(first, sentences.findLastIndex(within) + 1)
      .map((sentence) => ({ ...sentence, start: sentence.start - begin, end: sentence.end - begin }));
    return {
      transcript: { ...transcript, sentences: own, duration: end - begin },
      lexicon: buildLexicon(own),
      slides: slides.map((time) => time - begin),
      first,
      count: own.length,
      isCore: (sentence: number) => sentences[sentence]!.start >= from && sentences[sentence]!.start < to,
    };
  }).filter((part) => part.count > 0);
}
