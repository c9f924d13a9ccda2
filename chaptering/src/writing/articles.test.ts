import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTranscript } from '../transcript.ts';
import { withArticle } from './articles.ts';
import { buildSpeechProfile } from './speech.ts';

/** A title inside a sentence of a text about a recording in which this is said. */
function told(title: string, ...said: readonly string[]): string {
  const cues = said.map((text, i) => ({ start: i * 5, end: i * 5 + 5, text }));
  return withArticle(title, buildSpeechProfile(readTranscript(cues, said.length * 5).sentences, 'en'));
}

test('keeps the article it was said with, when a thing is one or one of many', () => {
  assert.equal(told('Wood oven', 'The wood oven is warm.', 'Close the wood oven.'), 'the wood oven');
  assert.equal(told('Wood oven', 'Every town has a wood oven.', 'Another wood oven is cold.'), 'a wood oven');
});

test('adds an article to a title said only with possessives, when it is countable', () => {
  assert.equal(told('Oven heat', 'Your oven heat is lost.', 'Keep your oven heat.'), 'oven heat');
  assert.equal(told('Wood oven', 'Your wood oven is warm.', 'Ovens are made of stone.'), 'a wood oven');
});

for (const [title, article] of [
  ['RBF oven', 'an'],
  ['HTLC oven', 'an'],
  ['PSBT oven', 'a'],
  ['USB oven', 'a'],
  ['ASIC oven', 'an'],
  ['RAM oven', 'a'],
] as const)
  test(`letters have the article they are spoken with: ${title}`, () =>
    assert.equal(told(title, `Every town has a ${title}.`), `${article} ${title}`));
