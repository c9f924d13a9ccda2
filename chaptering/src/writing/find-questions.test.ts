import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTranscript } from '../transcript.ts';
import { askedIn, questionAtFirst } from './find-questions.ts';
import { buildSpeechProfile } from './speech.ts';

const ANSWERS = ['A wood oven keeps its heat for two days.', 'Sourdough is a culture of yeast.'];

function speechWith(...questions: readonly string[]) {
  const said = [...questions, ...Array.from({ length: 200 }, (_, i) => ANSWERS[i % 2]!)];
  const cues = said.map((text, i) => ({ start: i * 5, end: i * 5 + 5, text }));
  return buildSpeechProfile(readTranscript(cues, said.length * 5).sentences, 'en');
}

const asked = (...questions: readonly string[]): string[] => askedIn(speechWith(...questions)).map(({ text }) => text);

test('a question is told that is understood alone', () => {
  const question = 'Why does a wood oven keep its heat longer than a gas oven?';
  assert.deepEqual(asked(question), [question]);
  assert.deepEqual(asked(`So, ${question.charAt(0).toLowerCase()}${question.slice(1)}`), [question]);
});

test('keeps a question about the subject, when it asks how to do something', () => {
  const question = 'How do you keep the heat of your wood oven through a long winter?';
  assert.deepEqual(asked(question), [question]);
  assert.deepEqual(asked('What do you think of the heat of the wood oven in a long winter?'), []);
});

test('drops questions that address a person, depend on context or ask for little', () => {
  for (const question of [
    'How do you heat your oven?',
    'Why is that?',
    'How does it work?',
    'Is this the oven?',
    'What about the oven?',
    'Can we have the next slide, please?',
    'What, the oven?',
    'Why does the oven, the um, the oven keep its heat?',
  ])
    assert.deepEqual(asked(question), [], question);
});

test('lists a question once, when it is asked twice', () => {
  assert.equal(asked('Where is the wood oven?', "Where's the wood oven now?").length, 1);
});

test('takes the subject from an opening question, when the recording speaks of it throughout', () => {
  assert.equal(questionAtFirst(speechWith('So what is Sourdough?')), 'Sourdough');
  assert.equal(questionAtFirst(speechWith('What is a wood oven?')), 'wood oven');
  assert.equal(questionAtFirst(speechWith('What is Denmark?')), undefined);
  assert.equal(questionAtFirst(speechWith('What is a culture?')), undefined, 'a step on the way');
});
