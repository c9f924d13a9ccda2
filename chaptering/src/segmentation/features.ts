import type { Transcript } from '../transcript.ts';
import { patternsOf, phraseOdds, type PhraseWeights } from './cue-phrases.ts';
import type { Lexicon } from './lexicon.ts';
import { lexicalChange, ranks } from './lexical-change.ts';
import { speechForm, windows } from './speech-form.ts';
import { topicPosteriors } from './topic-posteriors.ts';

/** One feature of every sentence as the possible first of a chapter. */
export type Column = { name: string; values: Float64Array };

const NEIGHBOURHOOD = 25;
/** Nobody says more sentences in that time; a broken file may have them. */
const NEIGHBOURS = 200;

/** All features but those of the cue phrases, which training needs apart. */
export function contentFeatures({ sentences, duration }: Transcript, lexicon: Lexicon): Column[] {
  return [
    ...lexicalChange(sentences, lexicon),
    ...topicPosteriors(sentences, lexicon, duration),
    ...speechForm(sentences, duration),
  ];
}

export function phraseFeatures({ sentences }: Transcript, phrases: PhraseWeights): Column[] {
  return phraseColumns(
    sentences,
    phraseOdds(
      sentences.map(({ text }) => patternsOf(text)),
      phrases,
    ),
  );
}

/**
 * The odds by patterns, and how a sentence compares with those around it: the best of a neighbourhood is the boundary.
 */
export function phraseColumns(sentences: Transcript['sentences'], odds: Float64Array): Column[] {
  const around = windows(sentences, NEIGHBOURHOOD);
  const strongest = (from: number, to: number): number => {
    let most = -12;
    for (let i = from; i < to; i++) most = Math.max(most, odds[i]!);
    return most;
  };
  return [
    { name: 'phrases', values: odds },
    { name: 'phrases rank', values: ranks(odds) },
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
