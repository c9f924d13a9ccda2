import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTranscript } from './transcript.ts';

const texts = (cues: Parameters<typeof readTranscript>[0]): string[] =>
  readTranscript(cues, 100).sentences.map(({ text }) => text);

test('sentences run across cues and end inside them', () => {
  const { sentences } = readTranscript(
    [
      { start: 0, end: 4, text: 'The kiln was cold. We' },
      { start: 4, end: 8, text: 'lit it at\nnoon. Then' },
      { start: 8, end: 10, text: 'the glaze ran.' },
    ],
    10,
  );
  assert.deepEqual(
    sentences.map(({ text }) => text),
    ['The kiln was cold.', 'We lit it at noon.', 'Then the glaze ran.'],
  );
  assert.deepEqual(
    sentences.map(({ cues }) => cues),
    [
      [0, 0],
      [0, 1],
      [1, 2],
    ],
  );
  // 19 of 21 characters into a cue of four seconds.
  assert.ok(Math.abs(sentences[1]!.start - (19 / 21) * 4) < 0.01);
});

test('abbreviations and initials end no sentence', () => {
  assert.deepEqual(texts([{ start: 0, end: 9, text: 'Dr. Ames met J. Cole, e.g. Tuesday at 3.5 km. He left.' }]), [
    'Dr. Ames met J. Cole, e.g. Tuesday at 3.5 km.',
    'He left.',
  ]);
});

test('a change of speaker ends a sentence', () => {
  assert.deepEqual(
    texts([
      { start: 0, end: 2, text: 'And the budget', speaker: 'Ada' },
      { start: 2, end: 4, text: 'Was doubled.', speaker: 'Ben' },
      { start: 4, end: 6, text: 'Good.', speaker: 'Ben' },
    ]),
    ['And the budget', 'Was doubled.', 'Good.'],
  );
});

test('ends utterances at pauses, when cues have no punctuation', () => {
  const made = readTranscript(
    [
      { start: 0, end: 3, text: 'we measured the ovens' },
      { start: 3, end: 5, text: 'every single morning' },
      { start: 6, end: 9, text: 'none of them was level' },
    ],
    9,
  );
  assert.equal(made.punctuated, false);
  assert.deepEqual(
    made.sentences.map(({ text }) => text),
    ['we measured the ovens every single morning', 'none of them was level'],
  );
  assert.equal(made.sentences[1]!.pause, 1);
});

test('cues out of order are put in order and keep their indexes', () => {
  const { sentences } = readTranscript(
    [
      { start: 5, end: 6, text: 'Second.' },
      { start: 1, end: 2, text: 'First.' },
    ],
    6,
  );
  assert.deepEqual(
    sentences.map(({ text, cues }) => [text, cues[0]]),
    [
      ['First.', 1],
      ['Second.', 0],
    ],
  );
});
