import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTranscript } from '../transcript.ts';
import { findAgenda } from './agenda.ts';

const agenda = (...said: readonly string[]): readonly string[] =>
  findAgenda(
    readTranscript(
      said.map((text, i) => ({ start: i * 5, end: i * 5 + 5, text })),
      said.length * 5,
    ).sentences,
  );

test('an agenda is what a meeting says that it will do', () => {
  assert.deepEqual(
    agenda(
      'So we will have um three presentations, one from each of you.',
      "Then we'll look at the uh new product requirements and take a decision on the oven doors.",
      'And then we close.',
    ),
    ['three presentations', 'new product requirements', 'a decision on the oven doors'],
  );
});

test('the last meeting is not this one, and one matter is no agenda', () => {
  assert.deepEqual(agenda('In the last meeting we had three presentations and the new requirements.'), []);
  assert.deepEqual(agenda('Then we will have a presentation.'), []);
});
