import type { Lexicon } from '../segment/lexicon.ts';
import type { Sentence, Transcript } from '../transcript.ts';
import { salience, type Stretch } from './salience.ts';
import { blemishes, LONGEST_SENTENCE, openingLength, trailsOff } from './spoken.ts';
import { isFragment, standsAlone, tone } from './standing.ts';

/** A quote as a span of words of the transcript (second excluded). */
export type QuoteSpan = { words: readonly [number, number]; score: number };

const LENGTH = { least: 15, ideal: 28, most: 50 };
const SENTENCES_AT_MOST = 3;
/** Every quote after the first has to be this good compared with the best. */
const WORTH = 0.45;
/** What a piece of a sentence, as English tells it, leaves of a quote's worth. */
const FRAGMENT = 0.15;

/**
 * The passages of a stretch worth quoting, in the order they were said: one to three whole sentences of one speaker, 15 to 50
 * words, that stand alone. A stretch with no whole passage gives the nearest thing it has, or nothing if it has no words.
 * Without `filling` each quote has to be about as good as the best, and fewer than `count` may be.
 */
export function quotesOf(
  transcript: Transcript,
  lexicon: Lexicon,
  stretch: Stretch,
  {
    count,
    english,
    query,
    filling,
  }: { count: number; english: boolean; query?: ReadonlySet<string>; filling: boolean },
): QuoteSpan[] {
  const [from, to] = stretch;
  const weight = salience(lexicon, stretch, query);
  const pool: QuoteSpan[] = [];
  for (let a = from; a < to; a++) {
    let length = 0;
    let carried = 0;
    for (let b = a; b < Math.min(to, a + SENTENCES_AT_MOST); b++) {
      const sentence = transcript.sentences[b]!;
      if (b > a && !follows(transcript.sentences[b - 1]!, sentence)) break;
      length += sentence.length;
      carried += weight[b - from]!;
      if (length > LENGTH.most + 6 || sentence.text.length > LONGEST_SENTENCE) break;
      const span = trimmed(transcript, a, b);
      if (span === undefined) continue;
      const parts = transcript.sentences.slice(a, b + 1);
      const worth = scoreOf(transcript, parts, span, carried);
      const score = english && parts.some(({ text }) => isFragment(text)) ? worth * FRAGMENT : worth;
      if (score > 0) pool.push({ words: span, score });
    }
  }
  pool.sort((x, y) => y.score - x.score || x.words[0] - y.words[0]);
  const chosen: QuoteSpan[] = [];
  for (const span of pool) {
    if (chosen.length >= count) break;
    if (chosen.length > 0 && !filling && span.score < WORTH * chosen[0]!.score) break;
    if (chosen.some((other) => overlaps(other, span))) continue;
    chosen.push(span);
  }
  return chosen.sort((x, y) => x.words[0] - y.words[0]);
}

const overlaps = (a: QuoteSpan, b: QuoteSpan): boolean => a.words[0] < b.words[1] && b.words[0] < a.words[1];

const follows = (before: Sentence, after: Sentence): boolean =>
  before.speaker === after.speaker && after.pause < 3 && before.complete === after.complete;

/** The span without a run-up; where that would leave a quote beginning in the middle, the run-up stays (and costs). */
export function trimmed(
  { sentences, words, text, punctuated }: Transcript,
  a: number,
  b: number,
): readonly [number, number] | undefined {
  const [first] = sentences[a]!.words;
  const end = sentences[b]!.words[1];
  const skip = words[first]!.from + openingLength(sentences[a]!.text);
  let start = first;
  while (start < end && words[start]!.from < skip) start++;
  if (start >= end) return undefined;
  const lower = /^\p{Ll}/u.test(text.slice(words[start]!.from, words[start]!.to));
  return [punctuated && lower ? first : start, end];
}

function scoreOf(
  { words, text, punctuated }: Transcript,
  parts: readonly Sentence[],
  [from, to]: readonly [number, number],
  carried: number,
): number {
  const quote = text.slice(words[from]!.from, words[to - 1]!.to);
  const length = parts.reduce((n, part) => n + part.length, 0) - (from - parts[0]!.words[0]);
  // A passage is as good as its weakest sentence, and a sentence more must bring something.
  const weakest = parts.reduce((least, part) => Math.min(least, tone(part.text)), 2);
  let score =
    (carried / Math.sqrt(Math.max(10, length))) * (0.05 + standsAlone(quote)) * weakest * 0.85 ** (parts.length - 1);
  score *= Math.exp(-(((length - LENGTH.ideal) / 22) ** 2));
  score /= (1 + blemishes(quote)) ** 2;
  if (length < LENGTH.least || length > LENGTH.most) score *= 0.01;
  if (!parts[0]!.complete || !parts.at(-1)!.complete) score *= 0.05;
  if (openingLength(quote) > 0) score *= 0.05;
  if (trailsOff(quote) || (punctuated && !/[.!?。！？।؟]["”’)]?$/u.test(quote))) score *= 0.1;
  if (punctuated && !/^["“'‘]?[\p{Lu}\p{N}\p{Lo}]/u.test(quote)) score *= 0.2;
  return score;
}
