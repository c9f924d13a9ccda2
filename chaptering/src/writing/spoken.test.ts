import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasSpeechSlips, countRunUpCharacters, hasTrailingFiller, toWrittenSentence } from './spoken.ts';

test('a summary sentence loses its run-up, hesitations and stutters', () => {
  assert.equal(toWrittenSentence('So, um, the the kiln needs, you know, a slow night'), 'The kiln needs a slow night.');
  assert.equal(toWrittenSentence('Okay. Well, glaze runs when it is hot, right?'), 'Glaze runs when it is hot.');
  assert.equal(toWrittenSentence('yeah'), '');
});

test('a run-up that carries meaning stays', () => {
  for (const text of [
    'Now is the time to plant.',
    'So many seeds fail.',
    'Well water is hard.',
    'Like every oven, this one leaks.',
    'Right angles matter.',
  ]) {
    assert.equal(countRunUpCharacters(text), 0, text);
  }
});

test('fillers at the end and inside are seen', () => {
  assert.ok(hasTrailingFiller('We bake at night, you know.'));
  assert.ok(hasTrailingFiller('And then the oven...'));
  assert.ok(!hasTrailingFiller('We bake at night.'));
  assert.ok(hasSpeechSlips('We, um, bake the bread'));
  assert.ok(hasSpeechSlips('We bake the the bread'));
});

test('a word begun twice, a clause said twice and a lone letter are blemishes', () => {
  assert.ok(hasSpeechSlips('The voi voice of the oven'));
  assert.ok(hasSpeechSlips('We have to bake, we have to bake at night'));
  assert.ok(hasSpeechSlips('The b bread rises'));
  assert.ok(!hasSpeechSlips('On the one hand the oven, a warm one'));
});
