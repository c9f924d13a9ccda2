import type { Cue } from './cue.ts';
import { boundaryOdds, type Scorer, trainedScorer } from './segment/boundary-scorer.ts';
import { findCuts, prospects } from './segment/find-cuts.ts';
import { lexiconOf } from './segment/lexicon.ts';
import { stem, wordsOf, plain } from './terms.ts';
import { readTranscript, type Sentence, type Transcript } from './transcript.ts';
import { headlinesOf } from './writing/headlines.ts';
import { joiningWord } from './writing/joining-word.ts';
import { phrasesOf } from './writing/phrases.ts';
import { quotesOf } from './writing/quotes.ts';
import type { Stretch } from './writing/salience.ts';
import { speechOf } from './writing/speech.ts';
import { summarise } from './writing/summaries.ts';
import { type Place, titleWriter } from './writing/titles.ts';
import { describe, wholeTitle } from './writing/whole.ts';

export type Evidence = {
  /** Seconds; if it is not positive, the end of the last cue stands in for it. */
  duration: number;
  /** Seconds at which the picture changes to another slide. */
  slides?: readonly number[];
  /** File name, a hint for the title. */
  name?: string;
};

export type OutlineQuote = {
  /** Verbatim: found as it stands in the texts of the cues joined by single spaces. */
  quote: string;
  /** Seconds, where its words begin. */
  start: number;
  /** Seconds, two before the words begin but not before the chapter. */
  timecode: number;
  cues: [first: number, last: number];
};

export type OutlineChapter = {
  title: string;
  start: number;
  end: number;
  summary: string;
  quotes: OutlineQuote[];
  /** Indexes into the list of cues as given, both included. [0, -1] where no words are spoken. */
  cues: [first: number, last: number];
};

export type Outline = { title: string; description: string; summary: string; chapters: OutlineChapter[] };

const LEAD_IN = 2;
const SHORTEST = 30;

/**
 * Chapters, quotes and texts of a recording from its transcript alone: pure, deterministic, any list of cues.
 * The chapters are in order, begin at 0, cover the duration and last 30 seconds or more each, unless there is only one.
 * Another `scorer` than the one shipped is for cross-validation.
 */
export function outline(cues: readonly Cue[], evidence: Evidence, scorer: Scorer = trainedScorer): Outline {
  const desk = writingDesk(cues, evidence.duration);
  const { transcript, lexicon } = desk;
  const { sentences, duration } = transcript;
  const cuts = duration < 2 * SHORTEST ? [] : cutsOf(desk, evidence.slides ?? [], scorer);
  const edges = [0, ...cuts, sentences.length];
  const chapters = edges.slice(0, -1).map((from, n) => {
    const stretch = [from, edges[n + 1]!] as const;
    const start = n === 0 ? 0 : sentences[from]!.start;
    const end = n === cuts.length ? duration : sentences[stretch[1]]!.start;
    return chapterOf(desk, stretch, start, end, placeOf(sentences.slice(...stretch), n, cuts.length), {});
  });
  const phrases = phrasesOf(desk.speech, [0, sentences.length]);
  return {
    title: wholeTitle(phrases, desk.speech.profiles, desk.and, evidence.name),
    description: describe(phrases, desk.and, duration, namesOf(sentences)),
    summary: summarise(transcript, lexicon, [0, sentences.length], { most: 4 }),
    chapters,
  };
}

/** Title, summary and quotes of one chapter once more, ranked by the words of a query if one is given. */
export function chapterAgain(
  cues: readonly Cue[],
  chapter: { start: number; end: number },
  options: { quotes?: number; query?: readonly string[] } = {},
): OutlineChapter {
  const desk = writingDesk(cues, 0);
  const { sentences } = desk.transcript;
  const within = (sentence: Sentence): boolean =>
    sentence.start >= chapter.start - 0.05 && sentence.start < chapter.end - 0.05;
  const from = Math.max(0, sentences.findIndex(within));
  const to = sentences.findLastIndex(within) + 1;
  return chapterOf(desk, [from, Math.max(from, to)], chapter.start, chapter.end, 'inner', options);
}

const GREETING =
  /\b(?:welcome|hello|hi|good (?:morning|afternoon|evening)|my name is|thanks? (?:you )?for (?:having|joining|coming)|introduc\w+)\b/i;
const FAREWELL = /\b(?:thanks?|thank you|bye|see you|cheers|have a (?:great|good|nice))\b/i;
/** Longer first and last chapters are more than a greeting or a farewell: seconds. */
const CEREMONY = { greeting: 180, farewell: 100 };

function placeOf(sentences: readonly Sentence[], n: number, last: number): Place {
  if (last === 0) return 'only';
  const length = sentences.at(-1)!.end - sentences[0]!.start;
  if (n === 0)
    return length < CEREMONY.greeting && sentences.slice(0, 10).some(({ text }) => GREETING.test(text))
      ? 'greeting'
      : 'first';
  if (n === last)
    return length < CEREMONY.farewell && sentences.slice(-6).some(({ text }) => FAREWELL.test(text))
      ? 'farewell'
      : 'last';
  return 'inner';
}

function cutsOf({ transcript, lexicon }: Desk, slides: readonly number[], scorer: Scorer): number[] {
  const odds = boundaryOdds(transcript, lexicon, slides, scorer);
  return findCuts(prospects(transcript, lexicon, odds), scorer.cuts);
}

type Desk = ReturnType<typeof writingDesk>;

function writingDesk(cues: readonly Cue[], duration: number) {
  const transcript = readTranscript(cues, duration);
  const speech = speechOf(transcript.sentences);
  const and = joiningWord(transcript);
  return {
    transcript,
    lexicon: lexiconOf(transcript.sentences),
    speech,
    and,
    titles: titleWriter(phrasesOf(speech, [0, transcript.sentences.length]), speech.profiles, and),
  };
}

function chapterOf(
  { transcript, lexicon, speech, and, titles }: Desk,
  stretch: Stretch,
  start: number,
  end: number,
  place: Place,
  { quotes, query }: { quotes?: number; query?: readonly string[] },
): OutlineChapter {
  const asked =
    query && query.length > 0
      ? { query: new Set(query.flatMap((text) => wordsOf(text).map((word) => stem(plain(word))))) }
      : {};
  const count = quotes ?? (end - start < 120 ? 1 : end - start < 420 ? 2 : 3);
  const phrases = phrasesOf(speech, stretch);
  return {
    title: titles.title(phrases, headlinesOf(speech, stretch, phrases), place),
    start,
    end,
    summary: summarise(transcript, lexicon, stretch, { most: end - start > 400 ? 4 : 3, ...asked }),
    quotes: quotesOf(transcript, lexicon, stretch, { count, english: and === 'and', ...asked }).map(({ words }) =>
      quoteOf(transcript, words, start),
    ),
    cues: spanOf(transcript.sentences.slice(...stretch).flatMap((sentence) => sentence.cues)),
  };
}

function quoteOf(
  { text, words, cueIndexes }: Transcript,
  [from, to]: readonly [number, number],
  chapterStart: number,
): OutlineQuote {
  const head = words[from]!;
  const tail = words[to - 1]!;
  return {
    quote: text.slice(head.from, tail.to),
    start: head.start,
    timecode: Math.max(chapterStart, head.start - LEAD_IN),
    cues: spanOf(cueIndexes.slice(head.cue, tail.cue + 1)),
  };
}

/** The least and the greatest index: a list out of order may give the later cue the smaller one. */
function spanOf(indexes: readonly number[]): [number, number] {
  if (indexes.length === 0) return [0, -1];
  return [indexes.reduce((a, b) => Math.min(a, b)), indexes.reduce((a, b) => Math.max(a, b))];
}

/** Speakers by how much they said; none if they are only numbered. */
function namesOf(sentences: readonly Sentence[]): string[] {
  const said = new Map<string, number>();
  for (const { speaker, length } of sentences) if (speaker) said.set(speaker, (said.get(speaker) ?? 0) + length);
  const names = [...said].toSorted((a, b) => b[1] - a[1]).map(([name]) => name);
  return names.some((name) => /^(?:speaker|unknown|participant)\b|\d/i.test(name)) ? [] : names;
}
