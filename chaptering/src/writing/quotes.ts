import { memoize } from '../memoize.ts';
import type { Lexicon } from '../segmentation/lexicon.ts';
import { normaliseWord, stem, wordsOf } from '../terms.ts';
import type { Sentence, Transcript } from '../transcript.ts';
import { type Tagged, taggedWords, LONGEST_SENTENCE } from './grammar.ts';
import { overlap, joinQuotePieces, removeSlipsIfFew, type WordRange } from './elisions.ts';
import { isQuotable, type QuoteGateInput, type QuoteRefusal, refusals } from './quote-gate.ts';
import { salience, type SentenceRange } from './salience.ts';
import { countRunUpCharacters } from './spoken.ts';
import type { SpeechProfile } from './speech.ts';
import { claimOfSentence } from './context-dependence.ts';
import { countUndefinedReferences, worthOfSentence } from './score-sentence.ts';

/** A quote as words of the transcript, in more than one piece where slips are left out. */
export type QuoteSpan = { pieces: readonly WordRange[]; score: number; isKey: boolean };

const IDEAL = 20;
const SENTENCES_AT_MOST = 2;
/** Every quote after the first has to be this good compared with the best. */
const WORTH = 0.85;
/**
 * Minimum worth of a quote with visible omissions. Costs apply per slip, second sentence, and unintroduced thing
 * spoken of as known.
 */
const LEAST_WORTH_WITH_SLIPS = 1.4;
const COST = { slip: 0.4, sentence: 0.35, unintroduced: 0.7 };
/** How many of the best passages of a stretch the gate is asked about, and how many of those it refused are kept. */
const ASKED = 400;

export type QuoteWishes = {
  count: number;
  english: boolean;
  speech: SpeechProfile;
  /** Quotes that stand already, by their words in small letters: none is given twice. */
  given: Set<string>;
  query?: ReadonlySet<string>;
  /** As many as asked for, the second best too. */
  filling: boolean;
};

/**
 * Returns quotable passages of a time range in spoken order, each nearly as good as the best. Falls back to the least
 * refused one, marked as key sentence.
 */
export function selectQuotes(
  transcript: Transcript,
  lexicon: Lexicon,
  stretch: SentenceRange,
  { count, english, speech, given, query, filling }: QuoteWishes,
): QuoteSpan[] {
  const pool = candidates(transcript, lexicon, stretch, { english, speech, query });
  const passageOf = memoize((candidate: Candidate) => passageAt(transcript, candidate, english, speech.speakers));
  const chosen: QuoteSpan[] = [];
  // A requested subject comes first: in any wording when only its quotes are wanted, otherwise when fit to quote.
  const asked = query ? pool.filter(({ sentences }) => speaksOf(query, sentences)) : [];
  if (asked.length > 0) choose(asked, filling ? count : 0);
  choose(pool, filling ? count : 1);
  return chosen.sort((x, y) => x.pieces[0]![0] - y.pieces[0]![0]);

  /** As many as are wanted of those the gate lets through, and, up to `poor` in all, of those it does not. */
  function choose(from: readonly Candidate[], poor: number): void {
    const refused: Candidate[] = [];
    for (const candidate of from.slice(0, ASKED)) {
      if (chosen.length >= count) return;
      if (chosen.length > 0 && !filling && candidate.score < WORTH * chosen[0]!.score) break;
      if (chosen.some((other) => overlaps(other, candidate))) continue;
      const passage = passageOf(candidate);
      if (given.has(wordsOnly(passage.text))) continue;
      const isWorthIt = !english || candidate.pieces.length === 1 || candidate.worth >= LEAST_WORTH_WITH_SLIPS;
      if (isWorthIt && isQuotable(passage, query && SAID_ON_DEMAND)) chosen.push(keep(candidate, passage));
      else refused.push(candidate);
    }
    while (refused.length > 0 && chosen.length < poor) {
      const best = leastRefused(refused, passageOf);
      refused.splice(refused.indexOf(best), 1);
      if (chosen.some((other) => overlaps(other, best))) continue;
      chosen.push({ ...keep(best, passageOf(best)), isKey: true });
    }
  }

  function keep(candidate: Candidate, { text }: QuoteGateInput): QuoteSpan {
    given.add(wordsOnly(text));
    return { pieces: candidate.pieces, score: candidate.score, isKey: false };
  }
}

/**
 * Decides from the text alone whether a model's choice may be published. Completeness is left to the model: the tagger
 * errs on one word in twenty.
 */
export function isPublishable(transcript: Transcript, [from, to]: WordRange, speakers: ReadonlySet<string>): boolean {
  const sentences = transcript.sentences.filter(({ words }) => words[0] < to && words[1] > from);
  if (sentences.length === 0) return false;
  const pieces = removeSlipsIfFew(transcript, [from, to]);
  if (pieces === undefined) return false;
  const passage = passageAt(
    transcript,
    { pieces, sentences, score: 0, isKey: false, unintroduced: 0, worth: 2 },
    false,
    speakers,
  );
  return isQuotable(passage, SAID_ON_DEMAND);
}

const speaksOf = (query: ReadonlySet<string>, sentences: readonly Sentence[]): boolean =>
  sentences.some(({ text }) => wordsOf(text).some((word) => query.has(stem(normaliseWord(word)))));

/** A requested subject accepts these refusals: sentences that claim nothing. */
const SAID_ON_DEMAND: ReadonlySet<QuoteRefusal> = new Set<QuoteRefusal>(['empty', 'vague']);

type Candidate = QuoteSpan & { sentences: readonly Sentence[]; unintroduced: number; worth: number };

/** One or two sentences of one speaker each, best first by what they carry and claim. */
function candidates(
  transcript: Transcript,
  lexicon: Lexicon,
  stretch: SentenceRange,
  { english, speech, query }: Pick<QuoteWishes, 'english' | 'speech' | 'query'>,
): Candidate[] {
  const [from, to] = stretch;
  const weight = salience(lexicon, stretch, query);
  const pool: Candidate[] = [];
  for (let a = from; a < to; a++) {
    let carried = 0;
    let length = 0;
    for (let b = a; b < Math.min(to, a + SENTENCES_AT_MOST); b++) {
      const sentence = transcript.sentences[b]!;
      if (b > a && !follows(transcript.sentences[b - 1]!, sentence)) break;
      carried += weight[b - from]!;
      length += sentence.length;
      if (sentence.text.length > LONGEST_SENTENCE) break;
      const span = trimRunUp(transcript, a, b);
      if (span === undefined) continue;
      // One with more slips than may be left out keeps them, and the gate refuses it.
      const pieces = removeSlipsIfFew(transcript, span);
      if (pieces === undefined) continue;
      const sentences = transcript.sentences.slice(a, b + 1);
      const worth = sentences.reduce(
        (least, said) => Math.min(least, english ? worthOfSentence(said) : claimOfSentence(said)),
        2,
      );
      const unnamed = english
        ? speech.tokens.slice(a, b + 1).reduce((sum, tokens) => sum + countUndefinedReferences(tokens, speech), 0)
        : 0;
      const score =
        (carried / Math.sqrt(Math.max(10, length))) *
        worth *
        Math.exp(-(((length - IDEAL) / 20) ** 2)) *
        COST.slip ** (pieces.length - 1) *
        COST.sentence ** (b - a) *
        COST.unintroduced ** unnamed;
      pool.push({ pieces, score, isKey: false, sentences, unintroduced: unnamed, worth });
    }
  }
  return pool.sort((x, y) => y.score - x.score || x.pieces[0]![0] - y.pieces[0]![0]);
}

/** Number of refused passages, best first, considered for a key sentence. */
const CONSIDERED = 150;

/** The passage that is worth most when all that speaks against it is counted off. */
function leastRefused(refused: readonly Candidate[], passageOf: (candidate: Candidate) => QuoteGateInput): Candidate {
  let best = refused[0]!;
  let most = 0;
  for (const candidate of refused.slice(0, CONSIDERED)) {
    // The rest is worth less still.
    if (candidate.score <= most) break;
    const passage = passageOf(candidate);
    let worth = candidate.score * Math.min(1, passage.length / WHOLE) ** 2;
    for (const reason of refusals(passage)) {
      worth *= LEFT_OF[reason];
      if (worth <= most) break;
    }
    if (worth <= most) continue;
    most = worth;
    best = candidate;
  }
  return best;
}

/** With fewer words a sentence seldom says what it is about. */
const WHOLE = 9;

/** Factor each refusal leaves of a key sentence's worth; being understood matters most. */
const LEFT_OF: Record<QuoteRefusal, number> = {
  coarse: 0.01,
  sound: 0.01,
  sponsor: 0.05,
  incomplete: 0.02,
  question: 0.02,
  housekeeping: 0.03,
  vocative: 0.1,
  leaning: 0.12,
  repair: 0.12,
  empty: 0.35,
  vague: 0.45,
  length: 0.8,
};

function passageAt(
  transcript: Transcript,
  { pieces, sentences, unintroduced: unnamed }: Candidate,
  english: boolean,
  speakers: ReadonlySet<string>,
): QuoteGateInput {
  const text = joinQuotePieces(transcript, pieces, ' ');
  const before = pieces[0]![0] - sentences[0]!.words[0];
  let tagged: (readonly Tagged[])[] | undefined;
  return {
    text,
    length: sentences.reduce((n, sentence) => n + sentence.length, 0) - before,
    whole: sentences[0]!.complete && sentences.at(-1)!.complete,
    punctuated: transcript.punctuated,
    english,
    // Most passages are refused before their grammar is asked for.
    get tagged() {
      return english ? (tagged ??= taggedSentences(text, sentences.length)) : undefined;
    },
    speakers,
    unintroduced: unnamed,
  };
}

const taggedSentences = (text: string, count: number) =>
  (count === 1 ? [text] : text.split(/(?<=[.!?]["”’)]?)\s+/)).map(taggedWords);

const wordsOnly = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const overlaps = (a: QuoteSpan, b: QuoteSpan): boolean => overlap(wholeOf(a), wholeOf(b));

const wholeOf = ({ pieces }: QuoteSpan): WordRange => [pieces[0]![0], pieces.at(-1)![1]];

const follows = (before: Sentence, after: Sentence): boolean =>
  before.speaker === after.speaker && after.pause < 3 && before.complete === after.complete;

/** The words without a run-up; where that would leave a quote beginning in the middle, the run-up stays (and costs). */
export function trimRunUp(
  { sentences, words, text, punctuated }: Transcript,
  a: number,
  b: number,
): WordRange | undefined {
  const [first] = sentences[a]!.words;
  const end = sentences[b]!.words[1];
  const skip = words[first]!.from + countRunUpCharacters(sentences[a]!.text);
  let start = first;
  while (start < end && words[start]!.from < skip) start++;
  if (start >= end) return undefined;
  const lower = /^\p{Ll}/u.test(text.slice(words[start]!.from, words[start]!.to));
  return [punctuated && lower ? first : start, end];
}
