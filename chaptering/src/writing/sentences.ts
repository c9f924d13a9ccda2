import { memoize } from '../memoize.ts';
import { stemsIn } from '../terms.ts';
import type { Transcript } from '../transcript.ts';
import type { Piece } from './features.ts';
import { type Pool, poolOf } from './ranker.ts';
import type { RecordingWords, SentenceRange } from './recording-words.ts';

/** Words of a sentence that may be quoted or told, those of unspaced scripts as halves. */
const LENGTH = { least: 8, most: 45 };

const poolsOf = memoize((_: RecordingWords) => new Map<string, Pool>());

/** The sentences of a stretch to be judged: for quotes, and again for summaries. */
export function sentencePool(words: RecordingWords, stretch: SentenceRange): Pool {
  const known = poolsOf(words);
  const key = stretch.join();
  const pool = known.get(key) ?? poolOf(sentencePieces(words, stretch), words, stretch);
  known.set(key, pool);
  return pool;
}

export const sentencePieces = ({ sentences, tokens }: RecordingWords, [from, to]: SentenceRange): Piece[] =>
  sentences.slice(from, to).map(({ text }, n) => ({ text, tokens: tokens[from + n]!, at: from + n }));

/** Whether a sentence is whole, no question, and neither too short nor too long: hard facts of one speaker's words. */
export function statesItself({ text, at }: Piece, { sentences, punctuated }: Transcript): boolean {
  const { length, complete } = sentences[at]!;
  const isWhole = complete && (!punctuated || /[.!。！।]["'”’»)\]]*$/u.test(text));
  return (
    isWhole &&
    length >= LENGTH.least &&
    length <= LENGTH.most &&
    !/[?？؟]/u.test(text) &&
    !/(?:\.\.\.|…)["'”’»)\]]*$/u.test(text) &&
    closesWhatItOpens(text)
  );
}

const PAIRS = [
  ['"', '"'],
  ['“', '”'],
  ['(', ')'],
  ['[', ']'],
] as const;

function closesWhatItOpens(text: string): boolean {
  const count = (mark: string): number => text.split(mark).length - 1;
  return PAIRS.every(([open, close]) => (open === close ? count(open) % 2 === 0 : count(open) === count(close)));
}

/** Whether a sentence says a stem. */
export const says = ({ text }: Piece, stems: ReadonlySet<string>): boolean =>
  stemsIn(text).some((stem) => stems.has(stem));
