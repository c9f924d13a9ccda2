import { extractPassageQuotes } from '@lectern/chaptering/draft/quote-spans';
import { numberLines } from '@lectern/chaptering/draft/numbered-lines';
import { extractSubjectStems, normaliseWord, wordsOf } from '@lectern/chaptering/terms';
import { readTranscript } from '@lectern/chaptering/transcript';
import type { Cue } from '@lectern/contract/transcripts/cue';
import { saturate, type WeightedTerm, type Window } from './choose-windows.ts';

export type ReadWindow = Window & { cues: Cue[] };

/** `near`: windows near the meaning of the question, the nearest first. `most`: passages in all and of a recording. */
export type RankPassagesInput = {
  windows: readonly ReadWindow[];
  near: readonly ReadWindow[];
  terms: readonly WeightedTerm[];
  most: { all: number; ofRecording: number };
};

/** Words of a recording, verbatim. Seconds. */
export type SpokenLine = { start: number; end: number; text: string };

/** The best words of a window, verbatim, and all of its lines. */
export type RankedPassage = SpokenLine & {
  videoId: string;
  lines: SpokenLine[];
  /** Found by its meaning, not by the words of the question. */
  isNear: boolean;
};

/** `said`: by term, whether it is said in any window. */
export type RankedPassages = { passages: RankedPassage[]; said: boolean[] };

/** Share of what the terms of a question tell that a passage must speak of to be about it. */
const leastShare = 0.34;

/** Edits by which two spellings of a long word may differ. */
const mostEdits = 2;

/** Edits between two words, swaps of neighbours among them. */
function countEdits(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, n) => n)];
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      row.push(Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + (isSame ? 0 : 1)));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        row[j] = Math.min(row[j]!, rows[i - 2]![j - 2]! + 1);
    }
    rows.push(row);
  }
  return rows.at(-1)!.at(-1)!;
}

const isLike = (word: string, stem: string): boolean =>
  Math.abs(word.length - stem.length) <= mostEdits && countEdits(word, stem) <= mostEdits;

/** How often each term is said in a text. */
function countTerms(text: string, terms: readonly WeightedTerm[]): number[] {
  const said = new Map<string, number>();
  for (const stem of extractSubjectStems(text)) said.set(stem, (said.get(stem) ?? 0) + 1);
  const words = wordsOf(text).map(normaliseWord);
  return terms.map(({ stem, isGuessed }) =>
    isGuessed
      ? words.filter((word) => isLike(word, stem)).length
      : (said.get(stem) ?? words.filter((word) => word === stem).length),
  );
}

const weigh = (counts: readonly number[], terms: readonly WeightedTerm[]): number =>
  counts.reduce((sum, count, n) => sum + terms[n]!.weight * saturate(count), 0);

const longestCue = 2_000;

/** Windows in which enough of a question is said, the best first. A term that nobody says tells as much as the rarest that is. */
function rankByWords(windows: readonly ReadWindow[], terms: readonly WeightedTerm[]) {
  const counted = windows.map((window) => ({
    window,
    counts: countTerms(window.cues.map(({ text }) => text).join(' '), terms),
  }));
  const said = terms.map((_, n) => counted.some(({ counts }) => counts[n]! > 0));
  const rarest = Math.max(0, ...terms.filter((_, n) => said[n]).map(({ weight }) => weight));
  const total = terms.reduce((sum, { weight }, n) => sum + (said[n] ? weight : Math.min(weight, rarest)), 0);
  const ranked = counted.flatMap(({ window, counts }) => {
    const spoken = terms.reduce((sum, { weight }, n) => sum + (counts[n]! > 0 ? weight : 0), 0);
    return spoken < leastShare * total || spoken === 0 ? [] : [{ window, score: weigh(counts, terms) + window.beside }];
  });
  return { said, ranked: ranked.sort((a, b) => b.score - a.score).map(({ window }) => window) };
}

/** Reciprocal rank fusion: what is high in either order is high, and what is in both higher. */
const fusion = 60;

type Candidate = { window: ReadWindow; isNear: boolean; score: number };

/** Joins the order by words with the order by meaning. */
function fuse(spoken: readonly ReadWindow[], near: readonly ReadWindow[]): Candidate[] {
  const candidates = spoken.map((window, n): Candidate => ({ window, isNear: false, score: 1 / (fusion + n) }));
  for (const [n, window] of near.entries()) {
    const score = 1 / (fusion + n);
    const same = candidates.find(
      ({ window: { videoId, from, to } }) => videoId === window.videoId && from < window.to && window.from < to,
    );
    if (same) same.score += score;
    else candidates.push({ window, isNear: true, score });
  }
  return candidates.sort((a, b) => b.score - a.score);
}

const trim = (window: ReadWindow): ReadWindow => ({
  ...window,
  cues: window.cues.map((cue) => ({ ...cue, text: cue.text.slice(0, longestCue) })),
});

/** Ranks windows by the words that are said in them and by their meaning, and cuts the best words out of each. */
export default function rankPassages({ windows, near, terms, most }: RankPassagesInput): RankedPassages {
  const chosen: RankedPassage[] = [];
  const isFull = (videoId: string): boolean =>
    chosen.length === most.all || chosen.filter((each) => each.videoId === videoId).length === most.ofRecording;
  const { said, ranked } = rankByWords(windows.map(trim), terms);
  /** Lines without a whole sentence, which come after the others. */
  const short: RankedPassage[] = [];
  for (const { window, isNear } of fuse(ranked, near.map(trim))) {
    const { videoId, cues } = window;
    if (isFull(videoId)) continue;
    const { quote, line, lines } = cutPassage(cues, terms, isNear);
    (quote ? chosen : short).push({ videoId, isNear, ...(quote ?? line), lines });
  }
  for (const each of short) if (!isFull(each.videoId)) chosen.push(each);
  return { passages: chosen, said };
}

/**
 * The line that speaks most of the terms, alone and, where there is such a quote, with the one behind it, or all that is
 * near, in whole sentences.
 */
function cutPassage(cues: readonly Cue[], terms: readonly WeightedTerm[], isNear: boolean) {
  const transcript = readTranscript(cues, 0);
  const lines = numberLines(transcript, cues);
  const scores = lines.map(({ text }) => weigh(countTerms(text, terms), terms));
  const pairs = scores.map((score, n) => score + (scores[n + 1] ?? 0) / 2);
  const best = pairs.indexOf(Math.max(...pairs)) + 1;
  const stretch = { start: cues[0]!.start, end: cues.at(-1)!.end };
  const passages = [
    ...(isNear ? [{ first: 1, last: lines.length }] : []),
    { first: best, last: Math.min(best + 1, lines.length) },
    { first: best, last: best },
  ];
  let quote: SpokenLine | undefined;
  for (const passage of passages) {
    const [cut] = extractPassageQuotes(cues, stretch, [passage], 1);
    if (!cut || !(isNear || weigh(countTerms(cut.quote, terms), terms) > 0)) continue;
    quote = { start: cut.start, end: cues[cut.cues[1]]!.end, text: cut.quote };
    break;
  }
  const spoken = lines.map(({ start, end, text }): SpokenLine => ({ start, end, text }));
  return { quote, line: spoken[best - 1]!, lines: spoken };
}
