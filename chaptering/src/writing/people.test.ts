import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTranscript } from '../transcript.ts';
import { identifySpeakers } from './people.ts';
import { buildSpeechProfile } from './speech.ts';

function people(...said: readonly (readonly [speaker: string, text: string])[]) {
  const cues = said.map(([speaker, text], i) => ({ start: i * 5, end: i * 5 + 5, text, speaker }));
  return identifySpeakers(buildSpeechProfile(readTranscript(cues, cues.length * 5).sentences, 'en'));
}

test('people are called by their names, once each', () => {
  const { names, speakerOf } = people(
    ['Anna Miller (Northfield)', 'Bread needs time and flour.'],
    ['Paul', 'Ovens need wood.'],
    ['Paul Stone', 'Ovens need wood and patience and a chimney.'],
  );
  assert.deepEqual([...names].sort(), ['Anna Miller', 'Paul Stone']);
  assert.deepEqual([0, 1, 2].map(speakerOf), ['Anna Miller', 'Paul Stone', 'Paul Stone']);
});

test('numbers are no names, but stand for those that are said', () => {
  const { names, speakerOf } = people(['Speaker 0', "Hi, I'm Anna Miller."], ['Speaker 1', 'Bread needs time.']);
  assert.deepEqual(names, ['Anna Miller']);
  assert.deepEqual([0, 1].map(speakerOf), ['Anna Miller', undefined]);
});

test('keeps real names, when other speaker labels contain or are only numbers', () => {
  const { names, speakerOf } = people(
    ['Anna Miller', 'Bread needs time and flour.'],
    ['Baker9', 'Ovens need wood.'],
    ['Unknown Speaker', 'Ovens need air.'],
    ['Speaker 3', 'Ovens need stone.'],
  );
  assert.deepEqual([...names].sort(), ['Anna Miller', 'Baker9']);
  assert.deepEqual([0, 1, 2, 3].map(speakerOf), ['Anna Miller', 'Baker9', undefined, undefined]);
  for (const label of [
    'SPEAKER_00',
    'S1',
    'spk_1',
    'Speaker A',
    'spk_b',
    'S-c',
    'D',
    'Guest 2',
    'Speaker1',
    '1',
    'Unknown',
    'Participant',
  ])
    assert.deepEqual(people([label, 'Bread needs time.']).names, [], label);
});

test('a name that begins as a label does is a name', () => {
  for (const name of ['Su', 'Si', 'Persona', 'Sy'])
    assert.deepEqual(people([name, 'Bread needs time.'], ['Anna Miller', 'It does.']).names.toSorted(), [
      'Anna Miller',
      name,
    ]);
});

test('offices are no names', () => {
  assert.deepEqual(people(['Project Manager', 'Bread needs time.'], ['Industrial Designer', 'It does.']).names, []);
});
