import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isReportable } from './reportable.ts';

test('what is claimed of the matter may be reported', () => {
  for (const text of [
    'The wood oven keeps its heat for two days.',
    'If you rush the dough, you lose half of its flavour.',
    'Bakers never get an even crust, but then they might as well buy the bread.',
  ])
    assert.ok(isReportable(text), text);
});

test('what is said of the talk, to somebody, or of what was said before may not', () => {
  for (const text of [
    'They have mentioned two downsides of the oven.',
    'Bakers can find it on the list, if you are interested in the oven.',
    'Another example is the oven of the mill.',
    'The mill is providing that to the bakers of the town.',
    'The oven is warm, and so you are the host of the bakery.',
  ])
    assert.ok(!isReportable(text), text);
});

test('what is no sentence, or two, may not', () => {
  for (const text of [
    'Always will be, the heat of the oven and the flour.',
    'Whether the oven is warm, the oven of the mill is warm.',
    'On the market in the town, You sell the bread.',
    'Most users they find that the oven is cold.',
    'The oven is still warm for the bakers, and the oven is still warm for the guests.',
    'When the mill opens the doors of the oven, it is perfectly.',
  ])
    assert.ok(!isReportable(text), text);
});
