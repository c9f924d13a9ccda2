import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rankedTitles } from '../src/writing/title-ranker.ts';
import { buildTitleExamples, namedTalkOf, sharedWords } from './title-examples.ts';
import type { Talk } from './talks.ts';
import { trainTitles } from './title-training.ts';

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
