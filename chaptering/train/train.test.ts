import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ClaimFeatures, sumWeightedFeatures } from '../src/writing/claim-features.ts';
import { trainClaims } from './claim-training.ts';
import { boundaryF1, scoreCuts } from './metrics.ts';
import { rankedTitles } from '../src/writing/title-ranker.ts';
import { buildTitleExamples, namedTalkOf, sharedWords, trainTitles } from './title-training.ts';
import type { Talk } from './talks.ts';

test('weights a feature of better grades and ignores a feature that all claims share', () => {
  const claims = Array.from({ length: 300 }, (_, n) => ({
    features: { bias: 1, names: n % 3 === 0 ? 1 : 0, things: 0.5 } as ClaimFeatures,
    grade: n % 3 === 0 ? 2 : 0,
  }));
  const weights = trainClaims(claims);
  assert.ok(weights.names > 1 && weights.things === 0);
  assert.ok(sumWeightedFeatures(claims[0]!.features, weights) > 1.5);
  assert.deepEqual(trainClaims(claims), weights);
});

test('boundaries are matched one to one within the tolerance', () => {
  assert.equal(boundaryF1([100, 200], [105, 195], 10), 1);
  assert.equal(boundaryF1([100], [95, 105], 10), 2 / 3);
  assert.equal(boundaryF1([100], [120], 10), 0);
  assert.equal(boundaryF1([], [], 10), 1);
});

test('the right chapters score perfectly, none at all score as a miss', () => {
  const right = scoreCuts([600, 1200], [600, 1200], 0, 1800);
  assert.deepEqual(right, { pk: 0, windowDiff: 0, f10: 1, f30: 1, f60: 1, ratio: 1 });
  const none = scoreCuts([600, 1200], [], 0, 1800);
  assert.ok(none.pk > 0.3 && none.f60 === 0 && none.ratio === 1 / 3);
});

test('shared words are counted by their stems, and more may count than their number', () => {
  assert.equal(sharedWords('Roof vents', 'Opening the roof vent'), 0.8);
  assert.equal(sharedWords('Introduction', 'Introduction'), 0);
  assert.ok(sharedWords('Roof', 'Roof vents', 2) < sharedWords('Roof', 'Roof vents'));
});

const SUBJECTS = ['roof vents', 'drip irrigation', 'crop rotation', 'glass panes'];
/** A talk whose people name each chapter after what it opens with, or after what it ends with. */
function talkOf(named: 'opening' | 'ending'): Talk {
  const chapters = SUBJECTS.map((subject) => {
    const texts = [
      `The ${subject} of the valley cost more than before.`,
      'The growers meet each morning at the gate.',
      'Nobody leaves before the work is done.',
      'The painted fences stand.',
    ];
    return { title: named === 'opening' ? subject : 'painted fences', texts };
  });
  const cues = chapters.flatMap(({ texts }) => texts).map((text, i) => ({ start: i * 5, end: i * 5 + 5, text }));
  return {
    id: named,
    show: named,
    title: named,
    duration: cues.length * 5,
    timing: 'cue',
    cues,
    chapters: chapters.map(({ title }, n) => ({ title, start: n * 20 })),
  };
}

test('the weights choose as the people did from whom they were learned, each time the same', () => {
  const [opening, ending] = (['opening', 'ending'] as const).map((named) =>
    trainTitles(buildTitleExamples(namedTalkOf(talkOf(named)))),
  );
  assert.deepEqual(trainTitles(buildTitleExamples(namedTalkOf(talkOf('opening')))), opening);
  const { desk, chapters } = namedTalkOf(talkOf('opening'));
  const { stretch, candidates } = chapters[1]!.material;
  const firstBy = (weights: typeof opening): string => rankedTitles(desk.speech, stretch, candidates, weights)[0]!.text;
  assert.match(firstBy(opening), /^drip irrigation/i);
  assert.match(firstBy(ending), /painted fences/i);
});
