import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAnnouncement } from './recording-evidence.ts';
import { type Cue, readTranscript } from '../transcript.ts';
import { trainedScorer } from './boundary-scorer.ts';
import { chapterStarts } from './chapter-starts.ts';
import { buildLexicon } from './lexicon.ts';
import { findCuts } from './find-cuts.ts';
import { treeOdds } from './trees.ts';

test('a new part is announced in plain words, with and without contractions', () => {
  for (const text of [
    'Let us move on to the roadmap.',
    'All right, let’s move on.',
    "So I think we'll move on to pricing now.",
    'Moving on to the second half.',
    'Next up we have the release notes.',
    'And our next speaker is from the data team.',
    'That brings us to the budget.',
  ])
    assert.ok(isAnnouncement(text), text);
});

test('words that only look like it announce nothing', () => {
  for (const text of [
    'We moved on with our lives.',
    'The next release fixes it.',
    'A constructor lets you pass the value in.',
    'People move to the city when they find work, and they never leave it again, which is why we should move on from that.',
    '',
  ])
    assert.ok(!isAnnouncement(text), text);
});

const SYLLABLES = ['ba', 'ke', 'li', 'mo', 'nu', 'ra', 'se', 'ti', 'vo', 'zu'];
/** A made-up noun of its own for every number. */
const noun = (n: number): string =>
  [n % 10, Math.floor(n / 10) % 10, Math.floor(n / 100) % 10].map((digit) => SYLLABLES[digit]).join('');

/** One subject after another, each with nouns of its own and `seconds` long, a sentence every eight seconds. */
function lecture(subjects: number, seconds: number): Cue[] {
  return Array.from({ length: (subjects * seconds) / 8 }, (_, i) => {
    const subject = Math.floor((i * 8) / seconds);
    const [a, b, c] = [i, i * 7 + 3, i * 5 + 1].map((k) => noun(subject * 11 + (k % 11)));
    return { start: i * 8, end: i * 8 + 8, text: `Then the ${a} was carried to every ${b} before the ${c} opened.` };
  });
}

function startsOf(cues: readonly Cue[], duration: number): number[] {
  const transcript = readTranscript(cues, duration);
  return chapterStarts(transcript, buildLexicon(transcript.sentences), [], trainedScorer).map(
    (start) => transcript.sentences[start]!.start,
  );
}

test('a recording of nine hours has its chapters as one of an hour has', () => {
  const starts = startsOf(lecture(54, 600), 54 * 600);
  const found = Array.from({ length: 53 }, (_, n) => (n + 1) * 600).filter((time) =>
    starts.some((start) => Math.abs(start - time) <= 30),
  );
  assert.ok(found.length >= 45, `${found.length} of 53 found`);
  assert.ok(starts.length <= 80, `${starts.length} chapters`);
  starts.forEach((start, n) => assert.ok(n === 0 || start - starts[n - 1]! >= 30));
});

test('a short recording on one subject is not cut to pieces', () => {
  for (const [minutes, most] of [
    [5, 3],
    [10, 3],
    [15, 4],
    [25, 5],
  ] as const)
    assert.ok(startsOf(lecture(1, minutes * 60), minutes * 60).length < most, `${minutes} minutes`);
});

/** How many chapters are found where each of these odds is that of a place, one a minute and a quarter. */
function chapters(odds: readonly number[], duration: number): number {
  const candidates = odds.map((value, i) => ({ sentence: i + 1, time: 75 * (i + 1), odds: value }));
  const cohesion = new Float64Array((odds.length + 2) ** 2);
  return findCuts({ candidates, cohesion, duration }, trainedScorer.cuts).length + 1;
}

const plain = (count: number, odds: number): number[] => Array.from({ length: count }, () => odds);

test('shy words leave as many chapters as one needs to find the way, unless they say nothing of any place', () => {
  assert.ok(chapters(plain(15, 0), 1190) >= 3);
  assert.ok(chapters(plain(16, 0), 1280) >= 4);
  assert.equal(chapters(plain(15, -12), 1190), 1);
  assert.equal(chapters([], 60), 1);
});

test('each tree adds the leaf that a row falls into', () => {
  const odds = treeOdds(
    {
      features: ['b', 'a'],
      base: -1,
      trees: [[[0.5]], [[1, 2, 1, 2], [10], [0, 7, 3, 4], [20], [30]]],
    },
    [
      { name: 'a', values: Float64Array.of(1, 2, 3) },
      { name: 'b', values: Float64Array.of(9, 6.9, 7) },
    ],
  );
  assert.deepEqual([...odds], [9.5, 19.5, 29.5]);
});

test('names the missing feature in the error, when a tree needs one that is not computed', () => {
  assert.throws(() => treeOdds({ features: ['gone'], base: 0, trees: [] }, []), /gone/);
});
