import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gradeClaim } from './score-statement.ts';
import { buildSpeechProfile } from './speech.ts';
import { readTranscript } from '../transcript.ts';

const said = Array.from({ length: 40 }, (_, n) => `The oven of the bakery is warm on day ${n} of the year.`);
const { sentences } = readTranscript(
  said.map((text, n) => ({ start: n * 5, end: n * 5 + 5, text })),
  200,
);
const speech = buildSpeechProfile(sentences, 'en');
const grade = (text: string, heading = 'Oven'): number => gradeClaim(text, speech, heading);

test('grades definitions and reasons higher than remarks about what someone can do right now', () => {
  const good = grade('An oven of brick is a store of heat that allows bakers to bake bread for hours without a fire.');
  assert.ok(good > grade('You can do it with the other one now.') + 0.5);
});

test('grades a claim lower, when it refers to a thing not named before', () =>
  assert.ok(
    grade('The theft leaves bakers without flour for the whole week.') <
      grade('Ovens leave bakers without flour for the whole week.'),
  ));
