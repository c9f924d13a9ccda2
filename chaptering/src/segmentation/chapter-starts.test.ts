import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Cue, readTranscript } from '../transcript.ts';
import { trainedScorer } from './boundary-scorer.ts';
import { chapterStarts } from './chapter-starts.ts';
import { buildLexicon } from './lexicon.ts';

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
