import type { Transcript } from '../transcript.ts';
import { extractPhrasePatterns, phraseOdds, type PhraseWeights } from './cue-phrases.ts';
import type { Lexicon } from './lexicon.ts';
import { lexicalChange, rankValues } from './lexical-change.ts';
import { computeSpeechFeatures, windows } from './speech-form.ts';
import { topicPosteriors, type FeatureColumn } from './topic-posteriors.ts';

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
