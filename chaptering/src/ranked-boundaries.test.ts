import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Cue } from './transcript.ts';
import { outline } from './outline.ts';
import { rankBoundaries } from './ranked-boundaries.ts';

const SUBJECTS = [
  'Greenhouse sensors report the humidity of every bed to the controller before the tomatoes suffer.',
  'Late invoices cost small companies more than taxes, and reminders bring unpaid invoices in.',
  'Harbour pilots guide container ships through the channel unless fog closes the harbour.',
  'Sourdough bread needs a starter of rye flour, and bakers judge the dough by its smell.',
  'Violins warp when the humidity of the concert hall drops below what the maker planned.',
  'Beekeepers check the hives for mites in October and join weak hives with strong hives.',
];

/** Six subjects of five minutes, a line every six seconds. */
const cues: Cue[] = SUBJECTS.flatMap((text, part) =>
  Array.from({ length: 50 }, (_, i) => ({ start: part * 300 + i * 6, end: part * 300 + i * 6 + 6, text })),
);
const duration = 1800;

test('the chapters there are come in the order in which they are needed, others after them', () => {
  const starts = outline(cues, { duration })
    .chapters.slice(1)
    .map(({ start }) => start);
  const { present, further } = rankBoundaries(cues, { duration }, starts);
  assert.deepEqual(
    present.toSorted((a, b) => a - b),
    starts,
  );
  assert.ok(further.length > 0);
  const all = [...present, ...further].toSorted((a, b) => a - b);
  all.forEach((place, n) => {
    assert.ok(place >= 30 && place <= duration - 30);
    assert.ok(n === 0 || place - all[n - 1]! >= 30, `${all[n - 1]} and ${place}`);
  });
  assert.deepEqual(rankBoundaries(cues, { duration }), { present, further }, 'without them, those of the engine');
});

test('removes a mid-subject chapter first and adds one at an unmarked subject change first', () => {
  const { present, further } = rankBoundaries(cues, { duration }, [300, 600, 750, 1200, 1500]);
  assert.equal(present.at(-1), 750);
  assert.equal(further[0], 900);
});

test('places that no sentence begins at are not ranked', () => {
  const { present } = rankBoundaries(cues, { duration }, [300, 453, 900]);
  assert.deepEqual(
    present.toSorted((a, b) => a - b),
    [300, 900],
  );
  assert.deepEqual(rankBoundaries([], { duration: 60 }, [20]), { present: [], further: [] });
});
