import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Cue } from '@lectern/contract/cue';
import { cutAtMatches, findInTranscript } from './find-in-transcript.ts';

const cues: Cue[] = ['We copied numbers between', 'four different spreadsheets.', 'Four numbers (in total).'].map(
  (text, n) => ({
    start: n,
    end: n + 1,
    text,
  }),
);

test('finds words in any case, each time they are said', () => {
  assert.deepEqual(findInTranscript(cues, 'FOUR'), [[{ cue: 1, from: 0, to: 4 }], [{ cue: 2, from: 0, to: 4 }]]);
});

test('finds words that the captions cut apart', () => {
  assert.deepEqual(findInTranscript(cues, '  between   four '), [
    [
      { cue: 0, from: 18, to: 25 },
      { cue: 1, from: 0, to: 4 },
    ],
  ]);
});

test('takes signs for what they are, and finds nothing for next to nothing', () => {
  assert.deepEqual(findInTranscript(cues, '(in'), [[{ cue: 2, from: 13, to: 16 }]]);
  assert.deepEqual(findInTranscript(cues, 'n'), []);
  assert.deepEqual(findInTranscript(cues, 'zebra'), []);
  assert.deepEqual(findInTranscript([], 'four'), []);
});

test('cuts a text at its matches', () => {
  assert.deepEqual(
    cutAtMatches('four by four', [
      { from: 0, to: 4, current: false },
      { from: 8, to: 12, current: true },
    ]),
    [{ text: 'four', mark: 'match' }, { text: ' by ' }, { text: 'four', mark: 'current' }],
  );
  assert.deepEqual(cutAtMatches('plain', []), [{ text: 'plain' }]);
});
