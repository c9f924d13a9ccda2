import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTranscript } from '../transcript.ts';
import { speechOf } from './speech.ts';
import { selfContainedScore } from './penalise-undefined-terms.ts';

/** A recording that speaks of the oven throughout and of a theft once. */
const SAID = Array.from({ length: 300 }, (_, i) =>
  i === 30 ? 'The theft costs the miller a week.' : 'The wood oven keeps its heat for two days.',
);
const { sentences } = readTranscript(
  SAID.map((text, i) => ({ start: i * 5, end: i * 5 + 5, text })),
  SAID.length * 5,
);
const speech = speechOf(sentences, 'en');

test('what is spoken of throughout is known', () =>
  assert.equal(selfContainedScore('The oven needs two days before it is cold.', speech, ''), 1));

test('what nobody has named counts less, and least where the claim is about it', () => {
  const object = selfContainedScore('The oven is cold after the theft.', speech, '');
  const subject = selfContainedScore('The theft leaves the oven cold.', speech, '');
  assert.ok(subject < object && object < 1, `${subject} ${object}`);
});

test('what the heading names is known', () =>
  assert.equal(selfContainedScore('The theft leaves the oven cold.', speech, 'Theft'), 1));

test('what would happen counts less without its condition', () => {
  assert.ok(selfContainedScore('The oven would crack in two days.', speech, '') < 1);
  assert.equal(selfContainedScore('If you pour water on it, the oven would crack.', speech, ''), 1);
});

test('what stands beside something that is not told counts less', () =>
  assert.ok(selfContainedScore('Another oven keeps its heat for two days.', speech, '') < 1));
