import type { PhraseWeights } from '../src/segmentation/cue-phrases.ts';
import { type Trees, treeOdds } from '../src/segmentation/trees.ts';
import { buildFeatureColumns, type Example, phraseRows, treeRows } from './examples.ts';
import { trainPhrases } from './phrase-training.ts';
import { trainTrees } from './tree-training.ts';

export type BoundaryOddsModel = { phrases: PhraseWeights; trees: Trees };

/**
 * Trains one scorer per left-out fold and one on all. Phrase odds come from models without the row's own and left-out
 * folds, or trees would over-trust them.
 */
export function trainScorers(
  examples: readonly Example[],
  log: (line: string) => void,
): { all: BoundaryOddsModel; without: Map<string, BoundaryOddsModel> } {
  const folds = [...new Set(examples.map(({ fold }) => fold))].sort();
  const known = new Map<string, PhraseWeights>();
  const phrasesWithout = (...left: string[]): PhraseWeights => {
    const key = [...new Set(left)].sort().join(' ');
    const model =
      known.get(key) ??
      trainPhrases(phraseRows(examples.filter(({ fold, source }) => source !== 'captions' && !left.includes(fold))));
    known.set(key, model);
    return model;
  };
  const scorer = (...left: string[]): BoundaryOddsModel => {
    const others = examples.filter(({ fold }) => !left.includes(fold));
    const trees = trainTrees(treeRows(others, ({ fold }) => phrasesWithout(...left, fold)));
    log(`trained without ${left.join(', ') || 'nothing'}: ${trees.trees.length} trees`);
    return { phrases: phrasesWithout(...left), trees };
  };
  return { all: scorer(), without: new Map(folds.map((fold) => [fold, scorer(fold)])) };
}

export const predictBoundaryOdds = (example: Example, { phrases, trees }: BoundaryOddsModel): Float64Array =>
  treeOdds(trees, buildFeatureColumns(example, phrases));
