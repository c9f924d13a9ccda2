import { memoize } from '../memoize.ts';
import { isGeneral } from './phrase-words.ts';
import type { SentenceRange } from './salience.ts';
import type { SpeechProfile } from './speech.ts';
import { detectNamingSignals } from './title-naming.ts';
import { type WordToken, tokeniseWords } from './word-profile.ts';

/** Possible title with the way it was found; `score` is its finder's own rating. */
export type TitleCandidate = {
  text: string;
  stems: readonly string[];
  score: number;
  sound?: number;
  from: 'span' | 'announced' | 'headline';
};

/** Parts of a chapter over which it is asked whether a word is spoken of throughout. */
const PARTS = 8;
/** Sentences that open a chapter. */
const OPENING = { first: 2, soon: 5, later: 12 };
/** Announced as surely as this is as sure as can be. */
const SURELY = 2;
/** Logarithm of relative frequency below which a word counts as common everywhere. */
const COMMON = 0.3;
/** Sentences before a chapter in which it may have been led up to. */
const BEFORE = 4;

/** Signs of one candidate that a person may use to name a chapter. */
export type TitleFeatures = ReturnType<typeof featuresOf>;

export function titleFeatures(
  speech: SpeechProfile,
  stretch: SentenceRange,
  candidates: readonly TitleCandidate[],
): TitleFeatures[] {
  const chapter = chapterWords(speech, stretch);
  const best = { span: 0, announced: 0, headline: 0 };
  for (const { from, score } of candidates) best[from] = Math.max(best[from], score);
  return candidates.map((candidate) => featuresOf(candidate, best[candidate.from], speech, chapter));
}

function featuresOf(candidate: TitleCandidate, best: number, speech: SpeechProfile, chapter: ChapterWords) {
  const tokens = tokeniseWords(candidate.text);
  return {
    ...ofItsFinder(candidate, best),
    ...ofItsForm(candidate.text, tokens, speech),
    ...ofItsWords(tokens, chapter),
    ...ofItsPlaces(tokens, chapter),
    ...detectNamingSignals(tokens, speech, [chapter.from, chapter.to]),
  };
}

function ofItsFinder({ from, score }: TitleCandidate, best: number) {
  const share = score / Math.max(best, 1e-9);
  return {
    asSpan: from === 'span' ? share : 0,
    asAnnounced: from === 'announced' ? Math.min(score, SURELY) : 0,
    isAnnounced: Number(from === 'announced' && score >= 1),
    asHeadline: from === 'headline' ? share : 0,
    isHeadline: Number(from === 'headline'),
  };
}

function ofItsForm(text: string, tokens: readonly WordToken[], speech: SpeechProfile) {
  const subject = tokens.filter(({ stop }) => !stop);
  const names = subject.filter(({ stem }) => isName(stem, speech)).length;
  return {
    words: tokens.length,
    ...sizeOf(subject.length),
    letters: text.length,
    names: names / Math.max(1, subject.length),
    acronyms: subject.filter(({ word }) => /\p{Lu}.*\p{Lu}|\d/u.test(word)).length,
    numbered: Number(/#\d|\d\.\d/.test(text)),
    general: subject.filter(isGeneral).length / Math.max(1, subject.length),
    generalHead: Number(headOf(tokens) !== undefined && isGeneral(headOf(tokens)!)),
    asks: Number(text.endsWith('?')),
    clause: Number(/^(?:how|why|what|when|where)\b/i.test(text)),
    deed: Number(/^\p{L}+ing\b/iu.test(text)),
    of: Number(/ of /i.test(text)),
    linked: Number(/ (?:for|in|with|on|to|from|against|between|via|under|over|across|within|by) /i.test(text)),
    and: Number(/ (?:and|or) /i.test(text)),
    plural: Number(/[^su]s$/.test(text)),
  };
}

/** By the number of words that carry the subject: neither one nor many are best. */
const sizeOf = (count: number) => ({
  one: Number(count === 1),
  two: Number(count === 2),
  three: Number(count === 3),
  four: Number(count === 4),
  more: Number(count > 4),
});

const LINK = /^(?:of|for|in|with|on|to|from|against|between|via|under|over|across|within|by|and|or|per)$/;

/** The last word before the first link: what the phrase is a kind of. */
function headOf(tokens: readonly WordToken[]): WordToken | undefined {
  const link = tokens.findIndex(({ lower }, i) => i > 0 && LINK.test(lower));
  return (link < 0 ? tokens : tokens.slice(0, link)).findLast(({ stop }) => !stop);
}

const isName = (stem: string, { profiles }: SpeechProfile): boolean => {
  const profile = profiles.get(stem);
  return profile !== undefined && profile.capital * 2 > profile.count;
};

function ofItsWords(tokens: readonly WordToken[], chapter: ChapterWords) {
  const words = tokens.filter(({ stop }) => !stop).map(({ stem }) => chapter.word(stem));
  const head = chapter.word(headOf(tokens)?.stem ?? '');
  const [here, lift, special, presence, first] = [
    spreadOut(words.map((word) => word.here)),
    spreadOut(words.map((word) => word.lift)),
    spreadOut(words.map((word) => word.special)),
    spreadOut(words.map((word) => word.presence)),
    spreadOut(words.map((word) => word.first)),
  ];
  const share = (is: (word: WordHere) => boolean): number => words.filter(is).length / Math.max(1, words.length);
  return {
    hereLeast: here.least,
    hereMean: here.mean,
    hereMost: here.most,
    liftLeast: lift.least,
    liftMean: lift.mean,
    liftMost: lift.most,
    common: Math.min(0, lift.mean - COMMON),
    specialLeast: special.least,
    specialMean: special.mean,
    specialMost: special.most,
    specialSum: words.reduce((sum, word) => sum + word.special, 0),
    presenceLeast: presence.least,
    presenceMean: presence.mean,
    presenceMost: presence.most,
    firstMean: first.mean,
    firstLate: first.most,
    headHere: head.here,
    headLift: head.lift,
    headSpecial: head.special,
    headPresence: head.presence,
    inFirst: share((word) => word.firstAt < OPENING.first),
    inSoon: share((word) => word.firstAt < OPENING.soon),
    inLater: share((word) => word.firstAt < OPENING.later),
    ledUpTo: share((word) => word.before),
    toTheEnd: share((word) => word.late),
    newHere: share((word) => word.isNew),
    asked: share((word) => word.asked),
  };
}

function spreadOut(values: readonly number[]) {
  if (values.length === 0) return { least: 0, mean: 0, most: 0 };
  return {
    least: Math.min(...values),
    mean: values.reduce((a, b) => a + b, 0) / values.length,
    most: Math.max(...values),
  };
}

/** Where the words of the candidate are said together, one behind the other. */
function ofItsPlaces(tokens: readonly WordToken[], { from, to, index }: ChapterWords) {
  const stems = tokens.flatMap(({ stem, stop }) => (stop ? [] : [stem]));
  const places = togetherAt(stems, index);
  const here = places.filter((i) => i >= from && i < to);
  const first = here[0] === undefined ? to - from : here[0] - from;
  const last = here.at(-1) === undefined ? 0 : (here.at(-1)! - from) / Math.max(1, to - from);
  const parts = new Set(here.map((i) => Math.floor(((i - from) * PARTS) / (to - from))));
  return {
    together: Math.log1p(here.length),
    again: Number(here.length > 1),
    togetherShare: here.length / Math.max(1, places.length),
    togetherElsewhere: Math.log1p(places.length - here.length),
    togetherParts: parts.size / PARTS,
    togetherFirst: Math.log1p(first),
    togetherLast: last,
    togetherNew: Number(places.length > 0 && places[0]! >= from),
    togetherBefore: Number(places.some((i) => i >= from - BEFORE && i < from)),
  };
}

function togetherAt(stems: readonly string[], { contents, sentencesOf }: Index): number[] {
  const [first] = stems;
  if (first === undefined) return [];
  return (sentencesOf.get(first) ?? []).filter((i) => {
    const words = contents[i]!;
    for (let at = words.indexOf(first); at >= 0; at = words.indexOf(first, at + 1))
      if (stems.every((stem, k) => words[at + k] === stem)) return true;
    return false;
  });
}

type Index = {
  /** Per sentence its words that carry the subject, as stems. */
  contents: readonly (readonly string[])[];
  sentencesOf: ReadonlyMap<string, readonly number[]>;
  all: number;
};

const indexOf = memoize((speech: SpeechProfile): Index => {
  const contents = speech.tokens.map((tokens) => tokens.flatMap(({ stem, stop }) => (stop ? [] : [stem])));
  const sentencesOf = new Map<string, number[]>();
  contents.forEach((stems, i) => {
    for (const stem of new Set(stems)) {
      const places = sentencesOf.get(stem);
      if (places === undefined) sentencesOf.set(stem, [i]);
      else places.push(i);
    }
  });
  return { contents, sentencesOf, all: contents.reduce((sum, { length }) => sum + length, 0) };
});

/** A word's statistics within a chapter. */
type WordHere = {
  /** How often, beside the word said most. */
  here: number;
  /** How much more often than in the whole recording, logarithm. */
  lift: number;
  /** How little that can be chance, beside the word of which it can least. */
  special: number;
  presence: number;
  first: number;
  firstAt: number;
  before: boolean;
  late: boolean;
  isNew: boolean;
  asked: boolean;
};
type ChapterWords = { from: number; to: number; portion: number; index: Index; word: (stem: string) => WordHere };

function chapterWords(speech: SpeechProfile, [from, to]: SentenceRange): ChapterWords {
  const index = indexOf(speech);
  const counts = new Map<string, number>();
  let size = 0;
  for (let i = from; i < to; i++)
    for (const stem of index.contents[i]!) {
      counts.set(stem, (counts.get(stem) ?? 0) + 1);
      size++;
    }
  const portion = size / Math.max(1, index.all);
  const most = [...counts.values()].reduce((a, b) => Math.max(a, b), 1);
  const askedWords = new Set<string>();
  for (let i = from; i < Math.min(to, from + OPENING.later); i++)
    if (speech.sentences[i]!.text.includes('?')) for (const stem of index.contents[i]!) askedWords.add(stem);
  const specialOf = (stem: string): number => {
    const here = counts.get(stem) ?? 0;
    const all = speech.counts.get(stem) ?? 0;
    const expected = all * portion;
    if (here <= expected || here === 0) return 0;
    const rest = all - here;
    return Math.sqrt(
      2 * (here * Math.log(here / expected) + (rest > 0 ? rest * Math.log(rest / (all - expected)) : 0)) + 1e-9,
    );
  };
  const mostSpecial = [...counts.keys()].reduce((best, stem) => Math.max(best, specialOf(stem)), 1e-6);
  const known = new Map<string, WordHere>();
  return { from, to, portion, index, word: (stem) => known.get(stem) ?? look(stem) };

  function look(stem: string): WordHere {
    const places = index.sentencesOf.get(stem) ?? [];
    const inside = places.filter((i) => i >= from && i < to);
    const here = counts.get(stem) ?? 0;
    const firstAt = inside[0] === undefined ? to - from : inside[0] - from;
    const word = {
      here: here / most,
      lift: Math.log((here + 0.5) / ((speech.counts.get(stem) ?? 0) * portion + 0.5)),
      special: specialOf(stem) / mostSpecial,
      presence:
        new Set(inside.map((i) => Math.floor(((i - from) * PARTS) / (to - from)))).size / Math.min(PARTS, to - from),
      first: Math.log1p(firstAt),
      firstAt,
      before: places.some((i) => i >= from - BEFORE && i < from),
      late: inside.some((i) => i >= from + (2 / 3) * (to - from)),
      isNew: places[0] !== undefined && places[0] >= from,
      asked: askedWords.has(stem),
    };
    known.set(stem, word);
    return word;
  }
}
