import assert from 'node:assert/strict';
import { test } from 'node:test';
import { regenerateChapter } from '../outline.ts';

/** A recording about greenhouses; the chapter asked for begins after some minutes of it. */
const BEFORE = [
  'Our greenhouse stands behind the old school, and the greenhouse is never locked.',
  'Every greenhouse in the valley was built by the same two brothers.',
  'A greenhouse roof is made of glass, and a greenhouse door of wood.',
];

function titleOf(chapter: readonly string[]): string {
  const before = Array.from({ length: 45 }, (_, i) => BEFORE[i % BEFORE.length]!);
  const cues = [...before, ...chapter, ...before].map((text, i) => ({ start: i * 5, end: i * 5 + 5, text }));
  return regenerateChapter(cues, { start: before.length * 5, end: (before.length + chapter.length) * 5 }).title;
}

test('prefers the recurring opening subject over a detail said once as the title', () => {
  const title = titleOf([
    'Drip irrigation is the hardest thing to get right in a greenhouse.',
    'With drip irrigation the water reaches every root, and little is lost.',
    'A filter keeps the sand out of the pipes.',
    'Last summer the fire brigade museum lent us a copper hose reel for a week.',
    'The pressure has to be the same at both ends of a row.',
    'Drip irrigation pays for itself within two years in a greenhouse.',
    'The pipes are laid before the seedlings are planted.',
    'That is what drip irrigation asks of a grower.',
  ]);
  assert.match(title, /^Drip irrigation/);
});

test('avoids words said throughout the recording as chapter titles', () => {
  const title = titleOf([
    'In a greenhouse aphids arrive in April.',
    'A greenhouse without ladybirds has aphids on every leaf of every plant.',
    'A greenhouse grower lets ladybirds eat the aphids, and aphids do not come back.',
    'The greenhouse is checked for aphids each morning.',
  ]);
  assert.doesNotMatch(title, /^Greenhouse$/i);
  assert.match(title, /aphid|ladybird/i);
});

test('prefers the more specific phrase over a bare common word as the title', () => {
  const title = titleOf([
    'Crop rotation keeps the soil healthy, and rotation is cheap.',
    'Growers plan crop rotation in winter, when there is time for it.',
    'Without crop rotation the same pests come back.',
    'A rotation takes four years, and crop rotation needs a notebook.',
  ]);
  assert.match(title, /crop rotation/i);
});

test('an organisation is who speaks, not what a chapter is about', () => {
  const title = titleOf([
    'The Horticulture Committee in Cardiff wrote to us about frost damage.',
    'Frost damage costs the growers more than any pest.',
    'The Horticulture Committee in Cardiff counts frost damage each spring.',
    'Frost damage is worst near the door, and fleece against frost damage is cheap.',
  ]);
  assert.match(title, /frost damage/i);
});

test('treats a person in a role as the speaker, not as the subject', () => {
  const title = titleOf([
    'Trellises, that is a craft of its own, as a former Wisley glasshouse inspector taught us.',
    'The former Wisley glasshouse inspector ties each vine to a trellis of hazel.',
    'Hazel trellises last for six years, and then they rot.',
    'A former Wisley glasshouse inspector never uses wire for trellises.',
  ]);
  assert.match(title, /trellis/i);
});

test('takes a fronted or asked-for name as the subject', () => {
  const title = titleOf([
    'Cold frames, a neighbour of ours wrote a whole book about those.',
    'The neighbour keeps bees, and bees like a warm wall.',
    'So what is a cold frame for, when there are bees and a warm wall?',
    'Old windows on bricks make a bed warm enough for lettuce in March.',
    'Lettuce from old windows is sold by Easter.',
  ]);
  assert.match(title, /^(?:What is a )?cold frame/i);
});
