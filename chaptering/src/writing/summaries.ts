import { memoize } from '../memoize.ts';
import type { Lexicon } from '../segmentation/lexicon.ts';
import type { Sentence, Transcript } from '../transcript.ts';
import { type Tagged, taggedWords, LONGEST_SENTENCE } from './grammar.ts';
import { overlap, type WordRange } from './elisions.ts';
import { isQuotable, type QuoteGateInput, type QuoteRefusal } from './quote-gate.ts';
import { salience, type SentenceRange } from './salience.ts';
import { toWrittenSentence } from './spoken.ts';
import type { SpeechProfile } from './speech.ts';
import { scoreClaimStrength } from './context-dependence.ts';
import { countUndefinedReferences, scoreSentence, worthOfSentence } from './score-sentence.ts';

const LENGTH = { least: 7, ideal: 20, most: 40 };
/** Maximum length; longer sentences may contribute a piece. */
const LONGEST_TOLD = 60;
/** Refusals that a summary tolerates and a quote does not; `FOLLOWING` also lets a sentence lean on the one before. */
const ALLOWED: ReadonlySet<QuoteRefusal> = new Set(['length', 'vague', 'empty']);
const FOLLOWING: ReadonlySet<QuoteRefusal> = new Set([...ALLOWED, 'leaning']);
/** Facts need not teach anything, but must not be vague. */
const TOLD: ReadonlySet<QuoteRefusal> = new Set(['length', 'empty']);
/** A following sentence may lean on the one before. */
const GOING_ON: ReadonlySet<QuoteRefusal> = new Set(['length', 'empty', 'leaning']);
const NOTHING: ReadonlySet<QuoteRefusal> = new Set();
/** Cost per unintroduced thing that a sentence speaks of as known. */
const UNINTRODUCED = 0.7;
/** So many more may stand where the topic of a sentence is told with it. */
const EXCUSED = 1;
/** Share of the best sentence's worth that a third sentence needs. */
const WORTH_BESIDE = 0.3;
/** How many of the best sentences are looked at. */
const LOOKED_AT = 80;

/** A sentence of a summary: where it stands, as it is written, what it is worth. */
export type SummarySentence = { i: number; text: string; score: number };

type Wishes = {
  most: number;
  english: boolean;
  speech: SpeechProfile;
  query?: ReadonlySet<string>;
  /** Also what needs what stands before it. */
  anyway?: boolean;
  /** Only what could be quoted. */
  strict?: boolean;
  /**
   * Only what can be told each by itself, in the first of the wordings made of it that stands; `said` is what was
   * spoken.
   */
  told?: (text: string, said: string) => readonly string[];
  /** A wording as the gate judges it, without what may stand in a report and not in a quote. */
  judged?: (wording: string) => string;
  /** Words that stand elsewhere and are not told again. */
  without?: readonly WordRange[];
};

/**
 * Returns up to `most` sentences, in spoken order, that carry a time range's subject, stand alone or follow their
 * antecedent, and do not repeat. May be empty.
 */
export function keySentences(
  transcript: Transcript,
  lexicon: Lexicon,
  stretch: SentenceRange,
  {
    most,
    english,
    speech,
    query,
    strict = false,
    told,
    judged = (wording) => wording,
    anyway = false,
    without = [],
  }: Wishes,
): SummarySentence[] {
  const pool = weighed(transcript, lexicon, stretch, {
    english,
    speech,
    query,
    most: told ? LONGEST_TOLD : LENGTH.most,
  }).filter(({ i }) => !without.some((words) => overlap(words, transcript.sentences[i]!.words)));
  const fits = ({ i, text }: SummarySentence, allowed: ReadonlySet<QuoteRefusal>): boolean =>
    isQuotable(passageOf(transcript, i, text, english, speech, told ? EXCUSED : 0), allowed);
  const allowed = strict ? NOTHING : told ? TOLD : ALLOWED;
  const alone = pool.slice(0, LOOKED_AT).flatMap((sentence) => {
    const wordings = told ? told(sentence.text, transcript.sentences[sentence.i]!.text) : [sentence.text];
    const text = anyway
      ? wordings[0]
      : wordings.find((wording) => fits({ ...sentence, text: judged(wording) }, allowed));
    return text === undefined ? [] : [{ ...sentence, text }];
  });
  // Reports choose among many candidates; other texts keep only sentences worth a share of the best.
  const chosen = diverse(alone, lexicon, most, told ? 0 : WORTH_BESIDE);
  if (strict || told) return chosen.toSorted((a, b) => a.i - b.i);
  // A sentence that leans on one chosen before it goes on with it.
  const byPlace = new Map(pool.map((sentence) => [sentence.i, sentence]));
  for (const { i } of chosen.slice()) {
    const next = byPlace.get(i + 1);
    if (chosen.length >= most || next === undefined || chosen.some(({ text }) => text === next.text)) continue;
    const same = transcript.sentences[i]!.speaker === transcript.sentences[i + 1]!.speaker;
    if (same && fits(next, FOLLOWING)) chosen.push(next);
  }
  return chosen.toSorted((a, b) => a.i - b.i);
}

/** Returns the same speaker's next sentence as written, unless something other than leaning speaks against it. */
export function sentenceAfter(transcript: Transcript, i: number, speech: SpeechProfile): string | undefined {
  const [before, next] = [transcript.sentences[i], transcript.sentences[i + 1]];
  if (before === undefined || next === undefined || next.speaker !== before.speaker || !next.complete) return undefined;
  if (next.length < LENGTH.least || next.length > LENGTH.most) return undefined;
  const text = asWritten(next);
  return text !== '' && isQuotable(passageOf(transcript, i + 1, text, true, speech), GOING_ON) ? text : undefined;
}

/** A sentence as a summary writes it, how much that is worth in English, and how strongly it claims elsewhere. */
const asWritten = memoize(({ text }: Sentence) => toWrittenSentence(text));
const worthAsWritten = memoize((sentence: Sentence) => {
  const text = asWritten(sentence);
  return text === sentence.text ? worthOfSentence(sentence) : scoreSentence(text);
});
const claimAsWritten = memoize((sentence: Sentence) => scoreClaimStrength(asWritten(sentence)));

function weighed(
  { sentences }: Transcript,
  lexicon: Lexicon,
  stretch: SentenceRange,
  { english, speech, query, most }: Pick<Wishes, 'english' | 'speech' | 'query' | 'most'>,
): SummarySentence[] {
  const [from, to] = stretch;
  const weight = salience(lexicon, stretch, query);
  const pool: SummarySentence[] = [];
  for (let i = from; i < to; i++) {
    const sentence = sentences[i]!;
    if (sentence.text.length > LONGEST_SENTENCE || !sentence.complete) continue;
    const text = asWritten(sentence);
    if (text === '' || sentence.length < LENGTH.least || sentence.length > most) continue;
    const position = 1 + 0.35 * Math.exp((-6 * (i - from)) / Math.max(1, to - from));
    const score =
      (weight[i - from]! / Math.sqrt(Math.max(sentence.length, LENGTH.ideal * 0.6))) *
      position *
      (english
        ? worthAsWritten(sentence) * UNINTRODUCED ** countUndefinedReferences(speech.tokens[i]!, speech)
        : claimAsWritten(sentence));
    pool.push({ i, text, score });
  }
  return pool.sort((a, b) => b.score - a.score || a.i - b.i);
}

function passageOf(
  { punctuated, sentences }: Transcript,
  i: number,
  text: string,
  english: boolean,
  speech: SpeechProfile,
  excused = 0,
): QuoteGateInput {
  const { length, complete } = sentences[i]!;
  let tagged: (readonly Tagged[])[] | undefined;
  return {
    text,
    length,
    whole: complete,
    punctuated,
    english,
    // Most sentences are refused before their grammar is asked for.
    get tagged() {
      return english ? (tagged ??= [taggedWords(text)]) : undefined;
    },
    speakers: speech.speakers,
    unintroduced: english ? countUndefinedReferences(speech.tokens[i]!, speech) - excused : 0,
  };
}

function diverse(
  pool: readonly SummarySentence[],
  lexicon: Lexicon,
  most: number,
  worthBeside: number,
): SummarySentence[] {
  const chosen: SummarySentence[] = [];
  const said = new Set<number>();
  const left = [...pool];
  while (chosen.length < most && left.length > 0) {
    let best = 0;
    let bestValue = -1;
    left.forEach((item, k) => {
      const terms = new Set(lexicon.terms[item.i]!);
      const known = [...terms].reduce((n, term) => n + (said.has(term) ? 1 : 0), 0);
      const value = item.score * (1 - (0.75 * known) / Math.max(1, terms.size));
      if (value <= bestValue) return;
      best = k;
      bestValue = value;
    });
    const [item] = left.splice(best, 1);
    if (chosen.some(({ text }) => text === item!.text)) continue;
    // A third sentence must be worth reading.
    if (chosen.length >= 2 && bestValue < worthBeside * chosen[0]!.score) break;
    chosen.push(item!);
    for (const term of lexicon.terms[item!.i]!) said.add(term);
  }
  return chosen;
}
