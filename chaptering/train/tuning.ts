import type { CutWeights } from '../src/segmentation/best-cuts.ts';
import { findCuts, type BoundaryCandidates, findBoundaryCandidates } from '../src/segmentation/find-cuts.ts';
import { evidenceOdds } from '../src/segmentation/recording-evidence.ts';
import type { Example } from './examples.ts';
import { mean, type Score, scoreCuts } from './metrics.ts';
import { showOf } from './talks.ts';

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
