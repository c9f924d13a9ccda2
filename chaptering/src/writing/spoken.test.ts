import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blemishes, openingLength, trailsOff, written } from './spoken.ts';
import { isFragment, standsAlone, tone } from './standing.ts';

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
  assert.equal(blemishes('We, um, bake the the bread'), 2);
});

test('passages that lean on what came before do not stand alone', () => {
  for (const text of [
    'This means more bread for everybody in town.',
    'He opened the bakery in March.',
    'Because of that the oven failed.',
    'It never worked before noon.',
  ]) {
    assert.ok(standsAlone(text) < 0.3, text);
  }
  assert.ok(standsAlone('The bakery found that slow dough keeps its flavour.') > 0.8);
  assert.ok(
    tone('Thanks for joining, next slide please.') < tone('Slow dough keeps its flavour because yeast needs time.'),
  );
});

test('a word begun twice, a clause said twice and a lone letter are blemishes', () => {
  assert.equal(blemishes('The voi voice of the oven'), 1);
  assert.equal(blemishes('We have to bake, we have to bake at night'), 1);
  assert.equal(blemishes('The b bread rises'), 1);
  assert.equal(blemishes('On the one hand the oven, a warm one'), 0);
});

test('a piece without a verb is no sentence to quote', () => {
  assert.ok(isFragment('A slow oven and a warm cellar.'));
  assert.ok(isFragment('Reduces the cost of the oven.'));
  assert.ok(!isFragment('The oven reduces cost.'));
});

test('what is said and not printed counts next to nothing', () => {
  assert.ok(tone('The damn oven burns every loaf.') < 0.1);
  assert.ok(tone('The old oven burns every loaf.') > 0.5);
});
