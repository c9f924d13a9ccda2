import type { CutWeights } from '../src/segment/best-cuts.ts';
import { findCuts, type Prospects, prospects } from '../src/segment/find-cuts.ts';
import type { Example } from './examples.ts';
import { mean, type Score, scoreCuts } from './metrics.ts';
import { showOf } from './talks.ts';

export type Judged = { example: Example; found: Prospects };

export const prepare = (example: Example, odds: Float64Array): Judged => ({
  example,
  found: prospects(example.transcript, example.lexicon, odds),
});

const GRID: CutWeights[] = [0.1, 0.13, 0.16, 0.2].flatMap((cohesion) =>
  [-3, -2.5, -2, -1.5, -1, -0.5, 0].map((bias) => ({ cohesion, bias, shortest: 30, short: 90, shortPenalty: 1 })),
);

/**
 * The weights of the dynamic programming that serve best: exact boundaries, near ones and Pk together, the mean of the
 * recordings and the mean of the shows in equal parts, the number of chapters right on average.
 */
export function chooseCuts(judged: readonly Judged[]): CutWeights {
  let best = GRID[0]!;
  let most = -Infinity;
  for (const weights of GRID) {
    const scores = judged.map((item) => ({ show: showOf(item.example.talk), ...scoreOf(item, weights) }));
    const shows = Map.groupBy(scores, ({ show }) => show);
    const value = (worth(scores) + mean([...shows.values()].map(worth))) / 2;
    if (value <= most) continue;
    best = weights;
    most = value;
  }
  return best;
}

const worth = (scores: readonly Score[]): number =>
  mean(scores.map(({ f10, f30, pk }) => f10 + f30 - 3 * pk)) -
  0.3 * Math.abs(Math.log(mean(scores.map(({ ratio }) => ratio))));

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
