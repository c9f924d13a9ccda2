import type { SegmentedCode } from './segmented-words.ts';
import type { WordToken } from './word-profile.ts';
import type { SentenceRange } from './salience.ts';
import type { SpeechProfile } from './speech.ts';

/** A phrase as it was spoken, in one piece, that may stand as a title. */
export type TitlePhrase = {
  /** As it stands inside a sentence. */
  text: string;
  stems: readonly string[];
  score: number;
  /** Below 1 where its grammar makes it likely to be torn or empty. */
  sound?: number;
};

const WORDS = { most: 4 };
/** Characters of a title. */
const LENGTH = { zh: { least: 4, most: 14 }, ja: { least: 4, most: 16 }, ko: { least: 4, most: 24 } };
const EARLY = { weight: 1, sentences: 6 };
/** Small words that may stand between two of a phrase. */
const LINKS: Record<SegmentedCode, ReadonlySet<string>> = {
  zh: new Set(['的', '与', '和']),
  ja: new Set(['の']),
  ko: new Set(),
};

/** Candidates for titles in Chinese, Japanese and Korean: runs of nouns as they were spoken, best first. */
export function segmentedSpans(speech: SpeechProfile, [from, to]: SentenceRange, code: SegmentedCode): TitlePhrase[] {
  const here = new Map<string, number>();
  for (let i = from; i < to; i++)
    for (const { stem, stop } of speech.tokens[i]!) if (!stop) here.set(stem, (here.get(stem) ?? 0) + 1);
  const found = new Map<string, TitlePhrase & { count: number }>();
  for (let i = from; i < to; i++) {
    const early = 1 + EARLY.weight * Math.exp(-(i - from) / EARLY.sentences);
    for (const tokens of runsOf(speech.tokens[i]!, code)) {
      const stems = tokens.flatMap(({ stem, stop }) => (stop ? [] : [stem]));
      if (new Set(stems).size < stems.length) continue;
      const text = speech.sentences[i]!.text.slice(tokens[0]!.from, tokens.at(-1)!.to);
      const { least, most } = LENGTH[code];
      if (text.length < least || text.length > most) continue;
      const score = (early * stems.reduce((sum, stem) => sum + valueOf(stem), 0)) / Math.sqrt(stems.length);
      const known = found.get(text);
      const count = (known?.count ?? 0) + 1;
      found.set(text, { text, stems, count, score: Math.max(known?.score ?? 0, score) });
    }
  }
  return [...found.values()]
    .map(({ text, stems, count, score }) => ({ text, stems, score: score * Math.sqrt(count) }))
    .sort((a, b) => b.score - a.score || (a.text < b.text ? -1 : 1));

  /** More for what is said here and seldom elsewhere. */
  function valueOf(stem: string): number {
    const count = here.get(stem) ?? 0;
    const share = count / Math.max(1, speech.counts.get(stem) ?? 1);
    return Math.log1p(count) * (0.3 + share) * (1.2 - (speech.spread.get(stem) ?? 0));
  }
}

function runsOf(tokens: readonly WordToken[], code: SegmentedCode): (readonly WordToken[])[] {
  const runs: (readonly WordToken[])[] = [];
  for (let a = 0; a < tokens.length; a++) {
    if (tokens[a]!.stop || (a > 0 && !tokens[a]!.breaks && !tokens[a - 1]!.stop)) continue;
    let words = 0;
    for (let b = a; b < tokens.length && (b === a || !tokens[b]!.breaks); b++) {
      if (tokens[b]!.stop) {
        if (!LINKS[code].has(tokens[b]!.lower) || tokens[b + 1]?.stop !== false) break;
        continue;
      }
      if (++words > WORDS.most) break;
      const next = tokens[b + 1];
      // A piece of a longer run is clipped.
      if (next === undefined || next.breaks || next.stop) runs.push(tokens.slice(a, b + 1));
    }
  }
  return runs;
}
