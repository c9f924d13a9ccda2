import type { FeatureColumn } from '../src/segmentation/topic-posteriors.ts';
import { type Cue, readTranscript, type Transcript } from '../src/transcript.ts';
import { extractPhrasePatterns, type PhraseWeights, phraseOdds } from '../src/segmentation/cue-phrases.ts';
import { contentFeatures, phraseColumns } from '../src/segmentation/features.ts';
import { type Lexicon, buildLexicon } from '../src/segmentation/lexicon.ts';
import type { PhraseRow } from './phrase-training.ts';
import { showOf, type Talk } from './talks.ts';
import type { TreeTrainingRows } from './tree-training.ts';

/** A talk made ready for training: its sentences, their features, and which of them open a chapter. */
export type Example = {
  talk: Talk;
  source: TalkVariant;
  fold: string;
  transcript: Transcript;
  lexicon: Lexicon;
  columns: FeatureColumn[];
  patterns: string[][];
  labels: Float64Array;
  /** Weight of each sentence; 0 for those left out of training. */
  weights: Float64Array;
};

/** Shows too small for a fold of their own are put together. */
const TOGETHER: Record<string, string> = {
  'btct-wasabi-research-club': 'panels',
  'btct-adopting-bitcoin': 'panels',
  'btct-edgedevplusplus': 'panels',
  'btct-learning-bitcoin-and-design': 'talks',
  'btct-tabconf': 'talks',
  'btct-bitcoin-2024': 'talks',
  'btct-misc': 'talks',
};

export const foldOf = (talk: Talk): string => TOGETHER[showOf(talk)] ?? showOf(talk);

/** Sampling of sentences far from any chapter: keeps one in this many, with as much weight. */
const ONE_IN = 4;
const NEAR = 60;
/** A sentence this near to the first of a chapter is not a wrong answer, only a less exact one. */
const BESIDE = 8;

/**
 * Variants of a talk: with speakers; as captions without speakers; as recogniser output in lowercase without
 * punctuation but with pauses.
 */
export const SOURCES = ['speakers', 'captions', 'recogniser'] as const;
export type TalkVariant = (typeof SOURCES)[number];

/** Pause a recogniser hears after a sentence, seconds. */
const PAUSE = 0.6;

function asFrom(source: TalkVariant, { cues }: Talk): Cue[] {
  if (source === 'speakers') return cues;
  if (source === 'captions') return cues.map(({ start, end, text }) => ({ start, end, text }));
  return cues.map(({ start, end, text }) => ({
    start,
    end: Math.max(start + (end - start) / 2, end - PAUSE),
    text: text.toLowerCase().replace(/[^\p{L}\p{N}'’\s]/gu, ' '),
  }));
}

/** The other sources only teach what to do without speakers or punctuation. */
const SHARE: Record<TalkVariant, number> = { speakers: 1, captions: 0.5, recogniser: 0.5 };

export function buildTrainingExample(talk: Talk, source: TalkVariant): Example {
  const cues = asFrom(source, talk);
  const transcript = readTranscript(cues, talk.duration);
  const lexicon = buildLexicon(transcript.sentences);
  const { sentences } = transcript;
  const labels = new Float64Array(sentences.length);
  for (const { start } of talk.chapters.slice(1)) {
    const nearest = sentences.reduce(
      (best, sentence, i) => (Math.abs(sentence.start - start) < Math.abs(sentences[best]!.start - start) ? i : best),
      0,
    );
    if (nearest > 0 && Math.abs(sentences[nearest]!.start - start) <= 15) labels[nearest] = 1;
  }
  const opening = sentences.filter((_, i) => labels[i] === 1).map(({ start }) => start);
  const weights = Float64Array.from(sentences, ({ start }, i) => {
    if (i === 0) return 0;
    if (labels[i] === 1) return 1;
    const distance = Math.min(...opening.map((time) => Math.abs(time - start)), Infinity);
    if (distance < BESIDE) return 0.3;
    if (distance < NEAR) return 1;
    return (i + talk.cues.length) % ONE_IN === 0 ? ONE_IN : 0;
  });
  return {
    talk,
    source,
    fold: foldOf(talk),
    transcript,
    lexicon,
    columns: contentFeatures(transcript, lexicon),
    patterns: sentences.map(({ text }) => extractPhrasePatterns(text)),
    labels,
    weights,
  };
}

/** Shows count by the root of their size, so that the largest does not decide alone. */
export function showWeights(examples: readonly Example[]): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const { talk } of examples) sizes.set(showOf(talk), (sizes.get(showOf(talk)) ?? 0) + 1);
  const largest = Math.max(...sizes.values());
  return new Map([...sizes].map(([show, size]) => [show, Math.min(3, Math.sqrt(largest / size))]));
}

export const phraseRows = (examples: readonly Example[]): PhraseRow[] =>
  examples.flatMap(({ patterns, labels, weights, talk }) =>
    patterns.flatMap((_, i) =>
      weights[i]! > 0 ? [{ patterns, i, label: labels[i]!, weight: weights[i]!, show: showOf(talk) }] : [],
    ),
  );

/** All features of an example, with the phrase odds of a given model. */
export const buildFeatureColumns = (
  { columns, transcript, patterns }: Example,
  phrases: PhraseWeights,
): FeatureColumn[] => [...columns, ...phraseColumns(transcript.sentences, phraseOdds(patterns, phrases))];

/** `phrasesFor` gives the phrase model that has not seen the example. */
export function treeRows(
  examples: readonly Example[],
  phrasesFor: (example: Example) => PhraseWeights,
): TreeTrainingRows {
  const byShow = showWeights(examples);
  const names = buildFeatureColumns(examples[0]!, phrasesFor(examples[0]!)).map(({ name }) => name);
  const parts: number[][] = names.map(() => []);
  const labels: number[] = [];
  const weights: number[] = [];
  for (const example of examples) {
    const columns = buildFeatureColumns(example, phrasesFor(example));
    const factor = byShow.get(showOf(example.talk))! * SHARE[example.source];
    example.weights.forEach((weight, i) => {
      if (weight === 0) return;
      columns.forEach(({ values }, f) => parts[f]!.push(values[i]!));
      labels.push(example.labels[i]!);
      weights.push(weight * factor);
    });
  }
  return {
    names,
    columns: parts.map((values) => Float64Array.from(values)),
    labels: Float64Array.from(labels),
    weights: Float64Array.from(weights),
  };
}
