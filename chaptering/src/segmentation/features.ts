import { type FeatureColumn, topicPosteriors } from './topic-posteriors.ts';
import type { Sentence, Transcript } from '../transcript.ts';
import { extractPhrasePatterns, phraseOdds, type PhraseWeights } from './cue-phrases.ts';
import type { Lexicon } from './lexicon.ts';
import { lexicalChange, rankValues } from './lexical-change.ts';

/**
 * The form of the talk around each sentence: lengths, questions, turns and who speaks, place in the recording. Seconds.
 */
export function computeSpeechFeatures(sentences: readonly Sentence[], duration: number): FeatureColumn[] {
  const at = (values: Float64Array, step: number): Float64Array => values.map((_, i) => values[i + step] ?? 0);
  const lengths = Float64Array.from(sentences, ({ length }) => length);
  const questions = Float64Array.from(sentences, ({ text }) => (/[?？]/.test(text) ? 1 : 0));
  const around = windows(sentences, 20);
  const asked = running(questions);
  const brief = running(lengths.map((length) => (length <= 4 ? 1 : 0)));
  const said = running(lengths);
  const starts = Float64Array.from(sentences, ({ start }) => start);
  return [
    { name: 'length', values: lengths },
    { name: 'length before', values: at(lengths, -1) },
    { name: 'length after', values: at(lengths, 1) },
    { name: 'question', values: questions },
    { name: 'question before', values: at(questions, -1) },
    { name: 'question after', values: at(questions, 1) },
    { name: 'questions ahead', values: starts.map((_, i) => asked[around[i]![1]]! - asked[i]!) },
    { name: 'questions behind', values: starts.map((_, i) => asked[i]! - asked[around[i]![0]]!) },
    { name: 'brief behind', values: starts.map((_, i) => brief[i]! - brief[around[i]![0]]!) },
    { name: 'brief ahead', values: starts.map((_, i) => brief[around[i]![1]]! - brief[i]!) },
    { name: 'pace change', values: starts.map((_, i) => said[around[i]![1]]! - 2 * said[i]! + said[around[i]![0]]!) },
    { name: 'place', values: starts.map((start) => start / Math.max(1, duration)) },
    { name: 'since beginning', values: starts.map((start) => Math.min(900, start)) },
    { name: 'until end', values: starts.map((start) => Math.min(900, duration - start)) },
    ...turns(sentences, questions),
  ];
}

/** Turns of speakers; all -1 where the transcript names none. */
function turns(sentences: readonly Sentence[], questions: Float64Array): FeatureColumn[] {
  const size = sentences.length;
  const blank = (name: string): FeatureColumn => ({ name, values: new Float64Array(size).fill(-1) });
  const columns = [
    'turn',
    'turn length',
    'turn before',
    'speaker share',
    'speaker asks',
    'new speaker',
    'turn of next',
  ].map(blank);
  const total = sentences.reduce((sum, { length }) => sum + length, 0);
  const spoken = new Map<string, { words: number; asked: number }>();
  sentences.forEach(({ speaker, length }, i) => {
    if (speaker === undefined) return;
    const so = spoken.get(speaker) ?? { words: 0, asked: 0 };
    spoken.set(speaker, { words: so.words + length, asked: so.asked + questions[i]! });
  });
  if (spoken.size < 2) return columns;
  const [turn, ahead, before, share, asks, fresh, following] = columns.map(({ values }) => values);
  const allAsked = Math.max(
    1,
    questions.reduce((a, b) => a + b, 0),
  );
  const lastHeard = new Map<string, number>();
  let current = 0;
  sentences.forEach(({ speaker, start, end }, i) => {
    const starts = i === 0 || speaker !== sentences[i - 1]!.speaker;
    if (starts) {
      before![i] = i === 0 ? 0 : Math.min(300, start - sentences[current]!.start);
      current = i;
    } else before![i] = 0;
    turn![i] = starts ? 1 : 0;
    let stop = i;
    while (stop + 1 < size && sentences[stop + 1]!.speaker === speaker && sentences[stop + 1]!.start < start + 120)
      stop++;
    ahead![i] = Math.min(120, sentences[stop]!.end - start);
    let next = stop + 1;
    while (
      next + 1 < size &&
      sentences[next + 1]!.speaker === sentences[next]!.speaker &&
      sentences[next + 1]!.start < start + 300
    )
      next++;
    following![i] = starts && next < size ? Math.min(180, sentences[next]!.end - sentences[stop]!.end) : -1;
    const who = speaker === undefined ? undefined : spoken.get(speaker);
    share![i] = who ? who.words / Math.max(1, total) : -1;
    asks![i] = who ? who.asked / allAsked : -1;
    const heard = speaker === undefined ? undefined : lastHeard.get(speaker);
    fresh![i] = starts ? Math.min(900, heard === undefined ? 900 : start - heard) : 0;
    if (speaker !== undefined) lastHeard.set(speaker, end);
  });
  return columns;
}

function running(values: ArrayLike<number>): Float64Array {
  const sums = new Float64Array(values.length + 1);
  for (let i = 0; i < values.length; i++) sums[i + 1] = sums[i]! + values[i]!;
  return sums;
}

/** Per sentence, the first that begins within `seconds` before it and the first that begins after `seconds`. */
export function windows(sentences: readonly Sentence[], seconds: number): (readonly [number, number])[] {
  let low = 0;
  let high = 0;
  return sentences.map(({ start }, i) => {
    while (sentences[low]!.start < start - seconds) low++;
    while (high < sentences.length && sentences[high]!.start < start + seconds) high++;
    return [low, Math.max(i, high)] as const;
  });
}

const NEIGHBOURHOOD = 25;
/** Nobody says more sentences in that time; a broken file may have them. */
const NEIGHBOURS = 200;

/** All features but those of the cue phrases, which training needs apart. */
export function contentFeatures({ sentences, duration }: Transcript, lexicon: Lexicon): FeatureColumn[] {
  return [
    ...lexicalChange(sentences, lexicon),
    ...topicPosteriors(sentences, lexicon, duration),
    ...computeSpeechFeatures(sentences, duration),
  ];
}

export function phraseFeatures({ sentences }: Transcript, phrases: PhraseWeights): FeatureColumn[] {
  return phraseColumns(
    sentences,
    phraseOdds(
      sentences.map(({ text }) => extractPhrasePatterns(text)),
      phrases,
    ),
  );
}

/**
 * The odds by patterns, and how a sentence compares with those around it: the best of a neighbourhood is the boundary.
 */
export function phraseColumns(sentences: Transcript['sentences'], odds: Float64Array): FeatureColumn[] {
  const around = windows(sentences, NEIGHBOURHOOD);
  const strongest = (from: number, to: number): number => {
    let most = -12;
    for (let i = from; i < to; i++) most = Math.max(most, odds[i]!);
    return most;
  };
  return [
    { name: 'phrases', values: odds },
    { name: 'phrases rank', values: rankValues(odds) },
    {
      name: 'phrases behind',
      values: odds.map((value, i) => value - strongest(Math.max(around[i]![0], i - NEIGHBOURS), i)),
    },
    {
      name: 'phrases ahead',
      values: odds.map((value, i) => value - strongest(i + 1, Math.min(around[i]![1], i + NEIGHBOURS))),
    },
    { name: 'phrases before', values: odds.map((_, i) => odds[i - 1] ?? -12) },
    { name: 'phrases after', values: odds.map((_, i) => odds[i + 1] ?? -12) },
  ];
}
