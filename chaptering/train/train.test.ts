import assert from 'node:assert/strict';
import { test } from 'node:test';
import { treeOdds } from '../src/segmentation/trees.ts';
import { boundaryF1, boundarySimilarity, scoreCuts } from './metrics.ts';
import type { Readings } from './readings.ts';
import type { Talk } from './talks.ts';
import { sharedWords } from './title-words.ts';
import { trainTrees } from './tree-training.ts';
import { pieceExamples } from './writing-examples.ts';

test('boundaries are matched one to one within the tolerance', () => {
  assert.equal(boundaryF1([100, 200], [105, 195], 10), 1);
  assert.equal(boundaryF1([100], [95, 105], 10), 2 / 3);
  assert.equal(boundaryF1([100], [120], 10), 0);
  assert.equal(boundaryF1([], [], 10), 1);
});

test('the right chapters score perfectly, none at all score as a miss', () => {
  const right = scoreCuts([600, 1200], [600, 1200], 0, 1800);
  assert.deepEqual(right, { pk: 0, windowDiff: 0, similarity: 1, f3: 1, f10: 1, f30: 1, f60: 1, ratio: 1 });
  const none = scoreCuts([600, 1200], [], 0, 1800);
  assert.ok(none.pk > 0.3 && none.f60 === 0 && none.ratio === 1 / 3);
});

test('a boundary one piece off counts half, one that is missing or too much nothing', () => {
  for (const [truth, guess, similarity] of [
    [[60, 120], [60, 120], 1],
    [[60, 120], [66, 120], 0.75],
    [[60, 120], [60], 0.5],
    [[60], [300], 0],
    [[], [], 1],
  ] as const)
    assert.equal(boundarySimilarity(truth, guess), similarity);
});

test('shared words are counted by their stems', () => {
  assert.equal(sharedWords('Roof vents', 'Opening the roof vent'), 0.8);
  assert.equal(sharedWords('Introduction', 'Introduction'), 0);
});

const SUBJECTS = ['roof vents', 'drip irrigation', 'crop rotation', 'glass panes'];
/** A talk whose people name each chapter after what it opens with, or after what it ends with. */
function talkOf(named: 'opening' | 'ending'): Talk {
  const chapters = SUBJECTS.map((subject) => {
    const texts = [
      `The ${subject} of the valley cost the growers more than before.`,
      'The growers meet each morning at the gate of the old garden.',
      'Nobody leaves before the work of the whole day is done.',
      'The painted fences stand in the shade of the tall chestnut trees.',
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

test('trees learn from graded pieces what readers like, each time the same', () => {
  const talk = talkOf('opening');
  const grade = (text: string, value: number) => ({ talk: talk.id, chapter: 1, text, grade: value });
  const readings: Readings = {
    titles: [grade('Drip irrigation', 1), grade('Old garden', 0)],
    quotes: [{ talk: talk.id, text: talk.cues[4]!.text, grade: 1 }],
    claims: [{ talk: talk.id, text: talk.cues[6]!.text, grade: 0 }],
  };
  const examples = pieceExamples(talk, readings);
  assert.deepEqual(pieceExamples(talk, readings), examples);
  for (const kind of ['title', 'quote', 'summary'] as const)
    assert.ok(
      examples.some((example) => example.kind === kind && example.pieces.some(({ isGraded }) => isGraded)),
      kind,
    );
  const titles = examples.filter(({ kind, pieces }) => kind === 'title' && pieces.some(({ isGraded }) => isGraded));
  assert.equal(titles.length, 1);
  const { columns, pieces } = titles[0]!;
  const graded = pieces.filter(({ isGraded }) => isGraded);
  assert.deepEqual(new Map(graded.map(({ text, label }) => [text.toLowerCase(), label])).get('old garden'), 0);
  const labels = pieces.map(({ label }) => label);
  const often = <T>(values: Iterable<T>): T[] => Array.from({ length: 60 }, () => [...values]).flat();
  const trees = trainTrees({
    names: columns.map(({ name }) => name),
    columns: columns.map(({ values }) => Float64Array.from(often(values))),
    labels: Float64Array.from(often(labels)),
    weights: Float64Array.from(often(pieces.map(({ weight }) => weight))),
  });
  const odds = treeOdds(trees, columns);
  const oddsOf = (text: string): number => odds[pieces.findIndex((piece) => piece.text.toLowerCase() === text)]!;
  assert.ok(oddsOf('drip irrigation') > oddsOf('old garden'));
});
