import { memoize } from '../memoize.ts';
import type { FeatureColumn } from '../segmentation/topic-posteriors.ts';
import type { RecordingWords, SentenceRange } from './recording-words.ts';
import type { WordToken } from './grammar.ts';

/** A phrase or a sentence to be judged, and the sentence that says it first. */
export type Piece = { text: string; tokens: readonly WordToken[]; at: number };

/** The features of pieces of a stretch, all of them general: form, parts of speech, counts and places. */
export function pieceFeatures(
  pieces: readonly Piece[],
  words: RecordingWords,
  stretch: SentenceRange,
  /** Judges as where parts of speech are not known. */
  isUntagged = words.code !== 'en',
): FeatureColumn[] {
  const chapter = chapterWords(words, stretch);
  const rows = pieces.map((piece) => ({
    ...formOf(piece),
    ...partsOfSpeech(piece, words, isUntagged),
    ...ownWords(piece.tokens, chapter),
    ...placesOf(piece, words, stretch),
    ...surroundings(piece, words, stretch),
  }));
  const names = Object.keys(rows[0] ?? {}) as (keyof (typeof rows)[number])[];
  const columns = names.map((name): FeatureColumn => ({ name, values: Float64Array.from(rows, (row) => row[name]) }));
  return [...columns, ...columns.flatMap(({ name, values }) => (RANKED.has(name) ? [rankColumn(name, values)] : []))];
}

/** Features of which it counts how many of the stretch's pieces have less. */
const RANKED = new Set(
  'hereMean specialMean specialMost together firstMean liftMean presenceMean parts words telling'.split(' '),
);

function rankColumn(name: string, values: Float64Array): FeatureColumn {
  const sorted = values.toSorted();
  const share = new Map(Array.from(sorted, (value, n) => [value, (n + 1) / sorted.length]));
  return { name: `rank ${name}`, values: values.map((value) => share.get(value)!) };
}

const share = <T>(list: readonly T[], is: (item: T, n: number) => boolean): number =>
  list.filter(is).length / Math.max(1, list.length);

function formOf({ text, tokens }: Piece) {
  const telling = tokens.filter(({ stop }) => !stop);
  const lowers = tokens.map(({ lower }) => lower);
  return {
    words: tokens.length,
    telling: telling.length,
    stops: 1 - telling.length / Math.max(1, tokens.length),
    letters: telling.reduce((sum, { lower }) => sum + lower.length, 0) / Math.max(1, telling.length),
    capitals: share(tokens.slice(1), ({ word, lower }) => word !== lower),
    acronyms: share(tokens, ({ word }) => /\p{Lu}.*\p{Lu}/u.test(word)),
    digits: share(tokens, ({ word }) => /\d/.test(word)),
    commas: text.split(/[,;:–—]/u).length - 1,
    asks: Number(/[?？]/.test(text)),
    opensLarge: Number(/^\p{Lu}/u.test(text)),
    endsWhole: Number(/[.!?。！？]["”’)]?$/u.test(text)),
    again: 1 - new Set(lowers).size / Math.max(1, lowers.length),
    stammered: share(lowers, (lower, n) => lower === lowers[n - 1] || lower === lowers[n - 2]),
    fragments: share(lowers, (lower) => lower.length === 1),
    opensSmall: Number(tokens[0]?.stop === true),
    breaksAtFirst: Number(tokens.slice(1, 3).some(({ breaks }) => breaks)),
    endsSmall: Number(tokens.at(-1)?.stop === true),
  };
}

/** From names to verbs, so that one threshold parts what is alike. */
const ORDER = 'PROPN NOUN NUM ADJ SYM X DET ADP PRON ADV PART VERB AUX CCONJ SCONJ INTJ'.split(' ');
const rankOf = (token: WordToken | undefined): number => (token === undefined ? -1 : ORDER.indexOf(token.tag ?? 'X'));

function partsOfSpeech({ tokens, at }: Piece, words: RecordingWords, isUntagged: boolean) {
  const sentence = words.tokens[at] ?? [];
  const [from, to] = placeIn(sentence, tokens) ?? [0, sentence.length];
  const [before, after] = [sentence[from - 1], sentence[to]];
  const is = (...tags: string[]): number => (isUntagged ? -1 : share(tokens, ({ tag = 'X' }) => tags.includes(tag)));
  const rank = (token: WordToken | undefined): number => (isUntagged ? -2 : rankOf(token));
  const verb = tokens.findIndex(({ tag }) => tag === 'VERB' || tag === 'AUX');
  return {
    nouns: is('NOUN'),
    names: is('PROPN'),
    pronouns: is('PRON'),
    verbs: is('VERB', 'AUX'),
    adjectives: is('ADJ'),
    adverbs: is('ADV'),
    links: is('ADP'),
    determiners: is('DET'),
    joints: is('CCONJ', 'SCONJ'),
    numbers: is('NUM'),
    interjections: is('INTJ'),
    firstTag: rank(tokens[0]),
    secondTag: rank(tokens[1]),
    lastTag: rank(tokens.at(-1)),
    tagBefore: rank(from === 0 || tokens[0]?.breaks ? undefined : before),
    tagAfter: rank(after?.breaks ? undefined : after),
    subject: isUntagged ? -2 : verb,
    pronounsAtFirst: isUntagged
      ? -1
      : share(tokens.slice(0, Math.max(1, verb < 0 ? 4 : verb)), ({ tag }) => tag === 'PRON' || tag === 'DET'),
  };
}

function placeIn(sentence: readonly WordToken[], tokens: readonly WordToken[]): [number, number] | undefined {
  for (let at = 0; at + tokens.length <= sentence.length; at++)
    if (tokens.every(({ lower }, k) => sentence[at + k]!.lower === lower)) return [at, at + tokens.length];
  return undefined;
}

function ownWords(tokens: readonly WordToken[], word: (stem: string) => WordHere) {
  const telling = tokens.filter(({ stop }) => !stop).map(({ stem }) => word(stem));
  const spread = (of: (word: WordHere) => number): [least: number, mean: number, most: number] => {
    if (telling.length === 0) return [-1, -1, -1];
    const values = telling.map(of);
    return [Math.min(...values), values.reduce((a, b) => a + b, 0) / values.length, Math.max(...values)];
  };
  const [hereLeast, hereMean, hereMost] = spread(({ here }) => here);
  const [liftLeast, liftMean, liftMost] = spread(({ lift }) => lift);
  const [specialLeast, specialMean, specialMost] = spread(({ special }) => special);
  const [spreadLeast, spreadMean, spreadMost] = spread(({ everywhere }) => everywhere);
  const [presenceLeast, presenceMean] = spread(({ presence }) => presence);
  const [firstLeast, firstMean, firstMost] = spread(({ first }) => first);
  return {
    hereLeast,
    hereMean,
    hereMost,
    liftLeast,
    liftMean,
    liftMost,
    specialLeast,
    specialMean,
    specialMost,
    spreadLeast,
    spreadMean,
    spreadMost,
    presenceLeast,
    presenceMean,
    firstLeast,
    firstMean,
    firstMost,
    newHere: share(telling, ({ isNew }) => isNew),
    once: share(telling, ({ isOnce }) => isOnce),
    asked: share(telling, ({ isAsked }) => isAsked),
  };
}

/** Parts of a stretch over which what is said throughout is counted. */
const PARTS = 8;

/** Where the telling words are said side by side. */
function placesOf({ tokens }: Piece, { contents, sentencesOf }: RecordingWords, [from, to]: SentenceRange) {
  const stems = tokens.flatMap(({ stem, stop }) => (stop ? [] : [stem]));
  const [first] = stems;
  const places = (first === undefined ? [] : (sentencesOf.get(first) ?? [])).filter((i) => {
    const said = contents[i]!;
    for (let at = said.indexOf(first!); at >= 0; at = said.indexOf(first!, at + 1))
      if (stems.every((stem, k) => said[at + k] === stem)) return true;
    return false;
  });
  const here = places.filter((i) => i >= from && i < to);
  return {
    together: Math.log1p(here.length),
    elsewhere: Math.log1p(places.length - here.length),
    parts: new Set(here.map((i) => Math.floor(((i - from) * PARTS) / (to - from)))).size,
    lastPlace: here.length === 0 ? -1 : (here.at(-1)! - from) / Math.max(1, to - from),
    saidJustBefore: Number(places.some((i) => i >= from - 3 && i < from)),
  };
}

function surroundings({ at, tokens }: Piece, words: RecordingWords, [from, to]: SentenceRange) {
  const { sentences, shares } = words;
  const [sentence, before, after] = [sentences[at], sentences[at - 1], sentences[at + 1]];
  const seconds = (sentences[to - 1]?.end ?? 0) - (sentences[from]?.start ?? 0);
  const isTurn = before !== undefined && sentence !== undefined && before.speaker !== sentence.speaker;
  return {
    place: (at - from) / Math.max(1, to - from),
    sentencesBefore: Math.log1p(at - from),
    sentencesAfter: Math.log1p(Math.max(0, to - 1 - at)),
    inRecording: at / Math.max(1, sentences.length),
    chapterSeconds: Math.log1p(seconds),
    portion: (to - from) / Math.max(1, sentences.length),
    isOpening: Number(from === 0),
    pause: Math.min(5, sentence?.pause ?? 0),
    turn: Number(isTurn),
    turnAfter: Number(after !== undefined && after.speaker !== sentence?.speaker),
    answers: Number(/[?？]/.test(before?.text ?? '')),
    asksAfter: Number(/[?？]/.test(after?.text ?? '')),
    speaks: shares.get(sentence?.speaker) ?? 0,
    opener: openersOf(words).get(tokens[0]?.lower ?? '') ?? 0,
    ofSentence: tokens.length / Math.max(1, words.tokens[at]?.length ?? 1),
  };
}

/** Share of the sentences that begin with a word: 'so' begins many. */
const openersOf = memoize(({ tokens }: RecordingWords): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const [first] of tokens) if (first) counts.set(first.lower, (counts.get(first.lower) ?? 0) + 1);
  return new Map([...counts].map(([lower, count]) => [lower, count / tokens.length]));
});

/** A word's statistics within a chapter. */
type WordHere = {
  /** How often, beside the word said most. */
  here: number;
  /** How much more often than in the whole recording, logarithm. */
  lift: number;
  /** How little that can be chance (Dunning 1993), beside the word of which it can least. */
  special: number;
  /** Share of the recording's passages, and of the chapter's parts. */
  everywhere: number;
  presence: number;
  first: number;
  isNew: boolean;
  isOnce: boolean;
  isAsked: boolean;
};

function chapterWords(words: RecordingWords, [from, to]: SentenceRange): (stem: string) => WordHere {
  const { contents, counts: all, sentencesOf, sentences, spread } = words;
  const counts = new Map<string, number>();
  const asked = new Set<string>();
  let size = 0;
  for (let i = from; i < to; i++) {
    const isQuestion = /[?？]/.test(sentences[i]!.text);
    for (const stem of contents[i]!) {
      counts.set(stem, (counts.get(stem) ?? 0) + 1);
      if (isQuestion) asked.add(stem);
      size++;
    }
  }
  const portion = size / Math.max(1, words.size);
  const most = [...counts.values()].reduce((a, b) => Math.max(a, b), 1);
  const specialOf = (stem: string): number => {
    const here = counts.get(stem) ?? 0;
    const total = all.get(stem) ?? 0;
    const expected = total * portion;
    if (here <= expected || here === 0) return 0;
    const rest = total - here;
    const gone = rest > 0 ? rest * Math.log(rest / (total - expected)) : 0;
    return Math.sqrt(2 * (here * Math.log(here / expected) + gone) + 1e-9);
  };
  const mostSpecial = [...counts.keys()].reduce((best, stem) => Math.max(best, specialOf(stem)), 1e-6);
  const known = new Map<string, WordHere>();
  return (stem) => known.get(stem) ?? look(stem);

  function look(stem: string): WordHere {
    const places = sentencesOf.get(stem) ?? [];
    const inside = places.filter((i) => i >= from && i < to);
    const here = counts.get(stem) ?? 0;
    const word = {
      here: here / most,
      lift: Math.log((here + 0.5) / ((all.get(stem) ?? 0) * portion + 0.5)),
      special: specialOf(stem) / mostSpecial,
      everywhere: spread.get(stem) ?? 0,
      presence: new Set(inside.map((i) => Math.floor(((i - from) * PARTS) / (to - from)))).size / PARTS,
      first: inside[0] === undefined ? -1 : Math.log1p(inside[0] - from),
      isNew: places[0] !== undefined && places[0] >= from,
      isOnce: here === 1,
      isAsked: asked.has(stem),
    };
    known.set(stem, word);
    return word;
  }
}
