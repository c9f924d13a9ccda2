import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTranscript } from '../transcript.ts';
import { buildSpeechProfile } from './speech.ts';
import { selfContainedScore } from './penalise-undefined-terms.ts';

/** A recording that speaks of the oven throughout and of a theft once. */
const SAID = Array.from({ length: 300 }, (_, i) =>
  i === 30 ? 'The theft costs the miller a week.' : 'The wood oven keeps its heat for two days.',
);
const { sentences } = readTranscript(
  SAID.map((text, i) => ({ start: i * 5, end: i * 5 + 5, text })),
  SAID.length * 5,
);
const speech = buildSpeechProfile(sentences, 'en');

test('treats a thing as known, when the recording speaks of it throughout', () =>
  assert.equal(selfContainedScore('The oven needs two days before it is cold.', speech, ''), 1));

test('lowers a claim for unnamed things, most when one is its subject', () => {
  const object = selfContainedScore('The oven is cold after the theft.', speech, '');
  const subject = selfContainedScore('The theft leaves the oven cold.', speech, '');
  assert.ok(subject < object && object < 1, `${subject} ${object}`);
});

test('treats a thing as known, when the heading names it', () =>
  assert.equal(selfContainedScore('The theft leaves the oven cold.', speech, 'Theft'), 1));

test('lowers a claim about a possible outcome, when its condition is missing', () => {
  assert.ok(selfContainedScore('The oven would crack in two days.', speech, '') < 1);
  assert.equal(selfContainedScore('If you pour water on it, the oven would crack.', speech, ''), 1);
});

test('lowers a claim, when it refers to another thing that is not told', () =>
  assert.ok(selfContainedScore('Another oven keeps its heat for two days.', speech, '') < 1));
