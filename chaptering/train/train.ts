import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { CutWeights } from '../src/segmentation/best-cuts.ts';
import { predictBoundaryOdds, type BoundaryOddsModel, trainScorers } from './cross-validation.ts';
import { buildTrainingExample, SOURCES } from './examples.ts';
import { readTalks } from './talks.ts';
import { chooseCuts, prepareExample, tryGrid } from './tuning.ts';

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
write('../src/segment/coefficients.json', { about, ...withCuts(all, chooseCuts(tried)) });
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
    all: read('../src/segment/coefficients.json') as BoundaryOddsModel,
    without: new Map(Object.entries(folds)),
  };
}

function write(name: string, content: object): void {
  writeFileSync(join(import.meta.dirname, name), `${JSON.stringify(content)}\n`);
}
