import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isGarbled, isReportable } from './reportable.ts';

test('accepts claims about the subject as reportable', () => {
  for (const text of [
    'The wood oven keeps its heat for two days.',
    'If you rush the dough, you lose half of its flavour.',
    'Bakers never get an even crust, but then they might as well buy the bread.',
  ])
    assert.ok(isReportable(text), text);
});

test('refuses to report remarks about the talk, to the listener or on earlier words', () => {
  for (const text of [
    'They have mentioned two downsides of the oven.',
    'Bakers can find it on the list, if you are interested in the oven.',
    'Another example is the oven of the mill.',
    'The mill is providing that to the bakers of the town.',
    'The oven is warm, and so you are the host of the bakery.',
  ])
    assert.ok(!isReportable(text), text);
});

test('refuses to report text that is no sentence or more than one', () => {
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

test('refuses to report sentences that depend on context or address someone', () => {
  for (const text of [
    'Right now the idea is that the wood oven is warm before the bread comes.',
    'Part of the problem is that the oven of the mill has to be warm.',
    'The latest step is that bakers now heat the oven with beech.',
    "They're on page two for the new oven of the town mill.",
    'Bakers can actually put them into the oven of the mill before noon.',
    'Bakers don’t think that the oven of the mill keeps its heat.',
    'Bakers heat the oven, and you say that the mill needs beech.',
  ])
    assert.ok(!isReportable(text), text);
  assert.ok(isReportable('Generally the idea with a wood oven is to keep the heat of the fire.'));
  assert.ok(isReportable('Bakers can make it easier to heat the oven of the mill.'));
});

test('detects thinking aloud as garbled', () => {
  for (const text of [
    'Once if bakers heat the oven, the bread of the town is good.',
    'The way the mill picks its flour is somebody brings a sack.',
    'The oven allows bakers to like point at the bread inside.',
    'Salt_of_rye for bakers to tell their loaves apart when they rise, and finally water are always there.',
    'If you have a hot oven, but you have two loaves for two different tables.',
    'The oven by default was looking at the fire for its heat by default.',
  ])
    assert.ok(isGarbled(text), text);
  for (const text of [
    'The way to a good loaf is patience.',
    'Bakers would like to have a warm oven.',
    'If the oven is hot, bread is done soon.',
  ])
    assert.ok(!isGarbled(text), text);
});
