import { isHesitation } from '../clean-speech.ts';
import type { Transcript } from '../transcript.ts';
import { tellCleanly } from './elisions.ts';
import { type Ranked, type Ranker, rankPieces, trainedRanker } from './ranker.ts';
import type { RecordingWords, SentenceRange } from './recording-words.ts';
import { isSegmented } from './segmented-words.ts';
import { says, sentencePool, statesItself } from './sentences.ts';
import { capitaliseStart } from './spelling.ts';
import type { WordToken } from './grammar.ts';

type SummaryWishes = {
  most: number;
  /** Sentences that stand elsewhere. */
  without?: ReadonlySet<number>;
  query?: ReadonlySet<string>;
  ranker?: Ranker;
};

/** Share of the telling words of a sentence that another one may have said. */
const SAME = 0.5;

/**
 * The sentences of a stretch that tell most, in order of time, none repeating another: whole ones, else the best of
 * those that say anything.
 */
export function tellingSentences(
  transcript: Transcript,
  words: RecordingWords,
  stretch: SentenceRange,
  { most, without = new Set(), query, ranker = trainedRanker }: SummaryWishes,
): Ranked[] {
  const ranked = rankPieces(sentencePool(words, stretch), ranker.summary).filter(saysAnything);
  const free = ranked.filter(({ at }) => !without.has(at));
  const fit = free.filter((piece) => statesItself(piece, transcript));
  const asked = query ? fit.filter((piece) => says(piece, query)) : [];
  const chosen: Ranked[] = [];
  for (const piece of [...asked, ...fit, ...(fit.length > 0 ? [] : [...free, ...ranked].slice(0, 1))]) {
    if (chosen.length >= most) break;
    if (!chosen.some((other) => repeats(words.contents[piece.at]!, words.contents[other.at]!))) chosen.push(piece);
  }
  return chosen.toSorted((a, b) => a.at - b.at);
}

const saysAnything = ({ tokens }: Ranked): boolean => tokens.some(({ stop, word }) => !stop && !isHesitation(word));

function repeats(a: readonly string[], b: readonly string[]): boolean {
  const [one, other] = [new Set(a), new Set(b)];
  const shared = [...one].filter((stem) => other.has(stem)).length;
  return shared > SAME * Math.min(one.size, other.size) || shared === one.size;
}

/**
 * Joins sentences in quotation marks, with a mark for what is left out between them. Hesitations and repetitions go.
 */
export function quoteSentences(
  transcript: Transcript,
  words: RecordingWords,
  sentences: readonly { at: number }[],
): string {
  const space = isSegmented(words.code) && words.code !== 'ko' ? '' : ' ';
  const told = sentences.map(({ at }, n) => {
    const isNext = n === 0 || sentences[n - 1]!.at === at - 1;
    const [from, to] = transcript.sentences[at]!.words;
    const text = tellCleanly(transcript, [from + runUpOf(words.sentences[at]!.text, words.tokens[at]!), to]);
    return `${isNext ? '' : `… `}${capitaliseStart(text, words.spellings)}`;
  });
  return told.length === 0 ? '' : `“${told.join(space)}”`;
}

/** Tags of words that only open a sentence; a small word before a comma does no more. */
const OPENS = new Set(['INTJ', 'CCONJ']);
/** A sentence keeps so many words behind its run-up. */
const KEPT = 6;

/** How many words at the beginning of a sentence say nothing: 'Well, so'. */
function runUpOf(text: string, tokens: readonly WordToken[]): number {
  let first = 0;
  const isRunUp = ({ tag = 'X', stop }: WordToken): boolean =>
    OPENS.has(tag) || (stop && tokens[first + 1]!.breaks && !/[.!?]/.test(text.slice(0, tokens[first + 1]!.from)));
  while (first + KEPT < tokens.length && isRunUp(tokens[first]!)) first++;
  const before = text.slice(0, tokens[first]?.from ?? 0).trim();
  return before === '' ? 0 : before.split(/\s+/).length;
}
