import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { CutWeights } from '../src/segmentation/best-cuts.ts';
import { findCuts, type BoundaryCandidates, findBoundaryCandidates } from '../src/segmentation/find-cuts.ts';
import { evidenceOdds } from '../src/segmentation/recording-evidence.ts';
import { type Example, buildFeatureColumns, phraseRows, treeRows, buildTrainingExample, SOURCES } from './examples.ts';
import { mean, type Score, scoreCuts } from './metrics.ts';
import { showOf, readTalks } from './talks.ts';
import type { PhraseWeights } from '../src/segmentation/cue-phrases.ts';
import { type Trees, treeOdds } from '../src/segmentation/trees.ts';
import { trainPhrases } from './phrase-training.ts';
import { trainTrees } from './tree-training.ts';

export type Judged = { example: Example; found: BoundaryCandidates };

export const prepareExample = (example: Example, odds: Float64Array): Judged => ({
  example,
  found: findBoundaryCandidates(example.transcript, example.lexicon, withSilences(example.transcript, odds)),
});

/** As the product weighs them: what silences say is no part of the training. */
function withSilences(transcript: Example['transcript'], odds: Float64Array): Float64Array {
  const evidence = evidenceOdds(transcript, []);
  return odds.map((value, i) => value + evidence[i]!);
}

/** At this temperature the choices drawn differ about as much as people do. */
const DOUBT = 1.7;
const COHESION = [0.1, 0.13, 0.16, 0.2, 0.25];
const BIAS = [-5, -4.5, -4, -3.5, -3, -2.5];
/** Weights with their place on both scales. */
const GRID = COHESION.flatMap((cohesion, a) =>
  BIAS.map((bias, b) => ({
    at: [a, b],
    weights: { cohesion, bias, shortest: 30, short: 90, shortPenalty: 1, doubt: DOUBT },
  })),
);

/** How a recording fares with each weights of the grid. */
export type Tried = { show: string; fold: string; scores: Score[] };

export const tryGrid = (judged: Judged): Tried => ({
  show: showOf(judged.example.talk),
  fold: judged.example.fold,
  scores: GRID.map(({ weights }) => scoreOf(judged, weights)),
});

/**
 * Chooses cut weights by exact and near boundaries and Pk, averaged over recordings and shows, with the right chapter
 * count. Neighbours are scored too, against lucky values.
 */
export function chooseCuts(tried: readonly Tried[]): CutWeights {
  const values = GRID.map((_, n) => {
    const scores = tried.map(({ show, scores }) => ({ show, ...scores[n]! }));
    const shows = Map.groupBy(scores, ({ show }) => show);
    return (worth(scores) + mean([...shows.values()].map(worth))) / 2;
  });
  const judged = GRID.map(({ at }, n) => {
    const beside = values.filter(
      (_, m) => GRID[m]!.at.reduce((sum, k, axis) => sum + Math.abs(k - at[axis]!), 0) === 1,
    );
    return values[n]! + mean(beside);
  });
  return GRID[judged.indexOf(Math.max(...judged))]!.weights;
}

const worth = (scores: readonly Score[]): number =>
  mean(scores.map(({ f10, f30, pk }) => f10 + f30 - 3 * pk)) -
  Math.abs(Math.log(mean(scores.map(({ ratio }) => ratio))));

function scoreOf({ example, found }: Judged, weights: CutWeights): Score {
  const { talk, transcript } = example;
  const cuts = findCuts(found, weights).map((cut) => transcript.sentences[cut]!.start);
  return scoreCuts(
    talk.chapters.slice(1).map(({ start }) => start),
    cuts,
    talk.cues[0]!.start,
    talk.duration,
  );
}

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

/**
 * Trains the boundary scorer: `node chaptering/train/train.ts --data FOLDER_OF_TALKS`. Writes shipped and
 * cross-validation coefficients. Deterministic; ten minutes on one core. `--tune` chooses cut weights only, in two
 * minutes.
 */
const { values } = parseArgs({
  options: { data: { type: 'string', default: '../shared/data/talks' }, tune: { type: 'boolean', default: false } },
});
const talks = readTalks(values.data);
const examples = (values.tune ? SOURCES.slice(0, 1) : SOURCES).flatMap((source) =>
  talks.map((talk) => buildTrainingExample(talk, source)),
);
const { all, without } = values.tune ? trained() : trainScorers(examples, console.log);

// Every talk is judged by the scorer that has not seen its show.
const tried = examples
  .filter(({ source }) => source === 'speakers')
  .map((example) => tryGrid(prepareExample(example, predictBoundaryOdds(example, without.get(example.fold)!))));
const about = {
  what: 'Boundary scorer of the chaptering engine: weights of cue-phrase patterns (subject words replaced), boosted trees over features of form, turns and vocabulary, weights of the dynamic programming',
  how: 'chaptering/train/train.ts; logistic regression, gradient boosting; weights of the dynamic programming chosen by grid search on cross-validated odds',
  data: `${talks.length} recordings of ${new Set(talks.map(({ show }) => show)).size} shows with chapters by people, ${Math.round(talks.reduce((sum, { duration }) => sum + duration, 0) / 3600)} hours; licensed MIT, Apache-2.0 or CC BY 4.0; no text of theirs is in this file`,
};
const withCuts = ({ phrases, trees }: BoundaryOddsModel, cuts: CutWeights) => ({ phrases, trees, cuts });
write('../src/segmentation/coefficients.json', { about, ...withCuts(all, chooseCuts(tried)) });
write('coefficients-leave-show-out.json', {
  about: {
    ...about,
    data: `${about.data}; each entry trained and tuned without the shows of its fold, for the benchmark`,
  },
  folds: Object.fromEntries(
    [...without].map(([fold, scorer]) => [
      fold,
      withCuts(scorer, chooseCuts(tried.filter((each) => each.fold !== fold))),
    ]),
  ),
});

/** The scorers as they were trained last: `--tune` chooses only the weights of the cuts anew. */
function trained(): { all: BoundaryOddsModel; without: Map<string, BoundaryOddsModel> } {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8'));
  const { folds } = read('coefficients-leave-show-out.json') as { folds: Record<string, BoundaryOddsModel> };
  return {
    all: read('../src/segmentation/coefficients.json') as BoundaryOddsModel,
    without: new Map(Object.entries(folds)),
  };
}

function write(name: string, content: object): void {
  writeFileSync(join(import.meta.dirname, name), `${JSON.stringify(content)}\n`);
}
