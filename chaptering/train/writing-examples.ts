import { memoize } from '../src/memoize.ts';
import { createOutlineContext } from '../src/outline-context.ts';
import type { FeatureColumn } from '../src/segmentation/topic-posteriors.ts';
import { type Piece, pieceFeatures } from '../src/writing/features.ts';
import type { PieceKind } from '../src/writing/ranker.ts';
import type { RecordingWords, SentenceRange } from '../src/writing/recording-words.ts';
import { sentencePieces, statesItself } from '../src/writing/sentences.ts';
import { titlePhrases } from '../src/writing/title-phrases.ts';
import { foldOf } from './examples.ts';
import { shuffleIndexes } from './phrase-training.ts';
import type { Readings } from './readings.ts';
import type { Talk } from './talks.ts';
import { sharedWords } from './title-words.ts';

/** A piece with what a reader made of it, or with what people's titles and chance let guess. */
export type Labelled = Piece & { label: number; weight: number; isGraded: boolean };

/** Pieces of one stretch of a talk that are labelled, with their features among all its pieces. */
export type PieceExamples = {
  kind: PieceKind;
  fold: string;
  pieces: readonly Labelled[];
  columns: readonly FeatureColumn[];
  /** The same as where parts of speech are not known. */
  untagged: readonly FeatureColumn[];
};

/** Guesses count less than grades; of phrases without a word of people's title one in five is taken. */
const WEIGHT = { graded: 1, people: 0.3, chance: 0.3 };
const ONE_IN = 5;
/** Sentences of a talk that are taken by chance, and the share of them that readers would like. */
const BY_CHANCE = { taken: 60, quote: 0.03, summary: 0.1 };

export function pieceExamples(talk: Talk, readings: Readings): PieceExamples[] {
  const { words, transcript } = createOutlineContext(talk.cues, talk.duration);
  if (words.code !== 'en') return [];
  const { sentences } = transcript;
  const all: SentenceRange = [0, sentences.length];
  const firsts = talk.chapters.map(({ start }, n) =>
    n === 0 ? 0 : sentences.findIndex((sentence) => sentence.start >= start - 0.05),
  );
  const stretches = firsts
    .map((from, n) => ({
      stretch: [from, firsts[n + 1] ?? sentences.length] as const,
      title: talk.chapters[n]!.title,
      n,
    }))
    .filter(({ stretch: [from, to] }) => from >= 0 && from < to);
  const fold = foldOf(talk);
  const examplesOf = (
    kind: PieceKind,
    pool: readonly (Piece | Labelled)[],
    stretch: SentenceRange,
  ): PieceExamples[] => {
    const used = pool.flatMap((piece, row) => ('label' in piece ? [row] : []));
    if (used.length === 0) return [];
    const taken = (columns: readonly FeatureColumn[]): FeatureColumn[] =>
      columns.map(({ name, values }) => ({ name, values: Float64Array.from(used, (row) => values[row]!) }));
    return [
      {
        kind,
        fold,
        pieces: used.map((row) => pool[row] as Labelled),
        columns: taken(pieceFeatures(pool, words, stretch)),
        untagged: taken(pieceFeatures(pool, words, stretch, true)),
      },
    ];
  };

  const titles = [...stretches, { stretch: all, title: talk.title, n: -1 }].flatMap(({ stretch, title, n }) => {
    const grades = new Map(
      readings.titles
        .filter((graded) => graded.talk === talk.id && graded.chapter === n)
        .map(({ text, grade }) => [text.toLowerCase(), { text, grade }]),
    );
    const pool = titlePhrases(words, stretch).map((phrase, row): Piece | Labelled => {
      const graded = grades.get(phrase.text.toLowerCase());
      grades.delete(phrase.text.toLowerCase());
      if (graded) return { ...phrase, label: graded.grade, weight: WEIGHT.graded, isGraded: true };
      const label = sharedWords(phrase.text, title) ** 2;
      if (label === 0 && (row + n) % ONE_IN !== 0) return phrase;
      return { ...phrase, label, weight: WEIGHT.people * (label === 0 ? ONE_IN : 1), isGraded: false };
    });
    const others = [...grades.values()].flatMap(({ text, grade }) => located(text, grade, words, stretch));
    return examplesOf('title', [...pool, ...others], stretch);
  });

  const sentencesFor = (kind: 'quote' | 'summary', graded: readonly Graded[]): PieceExamples[] => {
    const labels = new Map<number, Omit<Labelled, keyof Piece>>();
    const fit = sentencePieces(words, all).filter((piece) => statesItself(piece, transcript));
    for (const n of shuffleIndexes(fit.length, sentences.length).slice(0, BY_CHANCE.taken))
      labels.set(fit[n]!.at, { label: BY_CHANCE[kind], weight: WEIGHT.chance, isGraded: false });
    for (const { talk: id, text, grade } of graded) {
      const at = id === undefined || id === talk.id ? sentenceWith(text, words, id === undefined) : undefined;
      if (at !== undefined) labels.set(at, { label: grade, weight: WEIGHT.graded, isGraded: true });
    }
    return stretches.flatMap(({ stretch }) =>
      examplesOf(
        kind,
        sentencePieces(words, stretch).map((piece) => ({ ...piece, ...labels.get(piece.at) })),
        stretch,
      ),
    );
  };
  return [
    ...titles,
    ...sentencesFor('quote', readings.quotes),
    ...sentencesFor('summary', [...readings.quotes, ...readings.claims]),
  ];
}

type Graded = { talk: string | undefined; text: string; grade: number };

/** A graded title that is no phrase of ours, where all its words are said. */
function located(text: string, grade: number, words: RecordingWords, [from, to]: SentenceRange): Labelled[] {
  const tokens = words.tokenise(text);
  const stems = tokens.flatMap(({ stem, stop }) => (stop ? [] : [stem]));
  const at = words.contents.findIndex(
    (said, i) => i >= from && i < to && stems.length > 0 && stems.every((stem) => said.includes(stem)),
  );
  return at < 0 ? [] : [{ text, tokens, at, label: grade, weight: WEIGHT.graded, isGraded: true }];
}

const folded = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const wordSets = memoize(({ sentences }: RecordingWords) =>
  sentences.map(({ text }) => new Set(folded(text).split(' '))),
);

/** The sentence that has most of a text's words: most of them, and nearly all where it may be of another talk. */
function sentenceWith(text: string, words: RecordingWords, isAnywhere: boolean): number | undefined {
  const wanted = folded(text.replaceAll('…', ' ')).split(' ');
  let best: number | undefined;
  let most = isAnywhere ? 0.9 : 0.6;
  wordSets(words).forEach((said, at) => {
    const share = wanted.filter((word) => said.has(word)).length / wanted.length;
    if (share < most || (share === most && best !== undefined)) return;
    best = at;
    most = share;
  });
  return best;
}
