import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isBlemished, openingLength, trailsOff, written } from './spoken.ts';

test('a summary sentence loses its run-up, hesitations and stutters', () => {
  assert.equal(written('So, um, the the kiln needs, you know, a slow night'), 'The kiln needs a slow night.');
  assert.equal(written('Okay. Well, glaze runs when it is hot, right?'), 'Glaze runs when it is hot.');
  assert.equal(written('yeah'), '');
});

test('a run-up that carries meaning stays', () => {
  for (const text of [
    'Now is the time to plant.',
    'So many seeds fail.',
    'Well water is hard.',
    'Like every oven, this one leaks.',
    'Right angles matter.',
  ]) {
    assert.equal(openingLength(text), 0, text);
  }
});

test('fillers at the end and inside are seen', () => {
  assert.ok(trailsOff('We bake at night, you know.'));
  assert.ok(trailsOff('And then the oven...'));
  assert.ok(!trailsOff('We bake at night.'));
  assert.ok(isBlemished('We, um, bake the bread'));
  assert.ok(isBlemished('We bake the the bread'));
});

test('a word begun twice, a clause said twice and a lone letter are blemishes', () => {
  assert.ok(isBlemished('The voi voice of the oven'));
  assert.ok(isBlemished('We have to bake, we have to bake at night'));
  assert.ok(isBlemished('The b bread rises'));
  assert.ok(!isBlemished('On the one hand the oven, a warm one'));
});
