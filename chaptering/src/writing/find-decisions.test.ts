import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTranscript } from '../transcript.ts';
import { findMeetingDecisions } from './find-decisions.ts';
import { buildSpeechProfile } from './speech.ts';

const AROUND = ['Mm oven door, oven, flour.', 'Uh door, oven, glass, flour.'];

/** Resolutions found in a meeting about ovens that contains the given words. */
function toldOf(said: string): string[] {
  const cues = [...AROUND, said, ...AROUND, ...AROUND].map((text, i) => ({ start: i * 5, end: i * 5 + 5, text }));
  return findMeetingDecisions(buildSpeechProfile(readTranscript(cues, cues.length * 5).sentences, 'en')).map(
    ({ text }) => text,
  );
}

test('reports decisions, wishes and estimates without hesitations and stammered words', () => {
  assert.deepEqual(toldOf('So um we we decided to use a a heavy door for the uh oven.'), [
    'We decided to use a heavy door for the oven.',
  ]);
  assert.deepEqual(toldOf('Uh seventy percent of customers want a d door of glass, so that is that.'), [
    'Seventy percent of customers want a door of glass.',
  ]);
  assert.deepEqual(toldOf('I think we should put the flour beside the oven, you know.'), [
    'We should put the flour beside the oven.',
  ]);
});

test('skips doubts, questions and conditional statements as resolutions', () => {
  for (const said of [
    "I don't think we should put the flour beside the oven.",
    'If the oven is cold we could put the flour beside the door.',
    'We could put the flour beside the oven, unless the door is open.',
    'We wondered why we should put the flour beside the oven.',
    'Should we put the flour beside the oven?',
  ])
    assert.deepEqual(toldOf(said), [], said);
});

test('skips broken off, restarted or context-dependent sentences as resolutions', () => {
  for (const said of [
    'We decided that the door of the oven.',
    'The door the oven should be heavy and black.',
    'We are going to use in the oven.',
    'We should put that beside the oven and the flour.',
    'The oven should be ready to have a.',
    'Their whi door should be beside the oven.',
  ])
    assert.deepEqual(toldOf(said), [], said);
});
