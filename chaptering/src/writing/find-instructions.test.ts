import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTranscript } from '../transcript.ts';
import { buildSpeechProfile } from './speech.ts';
import { findInstructionSteps } from './find-instructions.ts';

const stepsOf = (said: readonly string[]): string[] => {
  const cues = said.map((text, i) => ({ start: i * 5, end: i * 5 + 5, text }));
  return findInstructionSteps(buildSpeechProfile(readTranscript(cues, cues.length * 5).sentences, 'en')).map(
    ({ text }) => text,
  );
};
const AROUND = [
  'The debugger stops the program at a breakpoint.',
  'A breakpoint of the debugger has a condition.',
  'The condition of a breakpoint is a script of the debugger.',
  'The script stops the program when the condition holds.',
];

test('lists each demonstrated step once, starting at its verb', () => {
  assert.deepEqual(
    stepsOf([
      ...AROUND,
      "So I'm going to create a simple script, and then we'll see.",
      "Now let's set a breakpoint from the source window.",
      'You can set a breakpoint from the command line.',
    ]),
    ['create a simple script', 'set a breakpoint from the source window'],
  );
});

test('skips steps that point at the screen or name nothing', () => {
  assert.deepEqual(
    stepsOf([...AROUND, "Let's set this breakpoint here.", 'You can run it again.', 'We can check.']),
    [],
  );
});

test('a talk that demonstrates little has no steps', () => {
  const talk = Array.from({ length: 10 }, () => AROUND).flat();
  assert.deepEqual(stepsOf([...talk, "Now let's set a breakpoint from the source window."]), []);
});
