import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { StoredChapter } from '../../platform/database/stored-outline.ts';
import { chapterCounts } from './chapter-counts.ts';
import { planResize, resizedStarts } from './resize-chapters.ts';

const duration = 1000;
const places = { present: [500, 300, 700], further: [100, 110, 900, 985] };

/** Chapters that begin at 0 and these seconds. */
const at = (starts: readonly number[], edited: readonly number[] = []): StoredChapter[] =>
  [0, ...starts].map((start, n) => ({
    id: `c${start}`,
    start,
    end: starts[n] ?? duration,
    title: `At ${start}`,
    summary: '',
    quotes: [],
    search: '',
    edited: edited.includes(start) ? ['title'] : [],
  }));

describe('fewer and more chapters', () => {
  it('take away the place that is needed least, and add the one that is wanted most', () => {
    const chapters = at([300, 500, 700]);
    assert.deepEqual(resizedStarts(chapters, places, duration, 3), [300, 500]);
    assert.deepEqual(resizedStarts(chapters, places, duration, 2), [500]);
    assert.deepEqual(resizedStarts(chapters, places, duration, 1), []);
    assert.deepEqual(resizedStarts(chapters, places, duration, 5), [100, 300, 500, 700]);
    assert.deepEqual(resizedStarts(at([300, 500]), places, duration, 4), [300, 500, 700], 'what went comes first');
  });

  it('leave no chapter too short, and say how many are possible', () => {
    const chapters = at([300, 500, 700]);
    assert.deepEqual(resizedStarts(chapters, places, duration, 200), [100, 300, 500, 700, 900]);
    assert.deepEqual(chapterCounts(chapters, places, duration), { fewest: 1, most: 6 });
    assert.equal(chapterCounts(chapters, undefined, duration), null);
    assert.equal(chapterCounts([], places, duration), null);
  });

  it('keeps edited chapters with their time range, and starts a person has set, when resizing', () => {
    const edited = at([300, 500, 700], [500]);
    assert.deepEqual(resizedStarts(edited, places, duration, 1), [500, 700]);
    assert.deepEqual(resizedStarts(at([300, 700], [300]), places, duration, 200), [100, 300, 700, 900]);
    assert.deepEqual(resizedStarts(at([333, 700]), places, duration, 1), [333]);
  });

  it('leave all others as they are, and give back what was there before', () => {
    const before = at([300, 500, 700]);
    const more = planResize(before, [], [100, 300, 500, 700], duration);
    assert.deepEqual(more[0], { written: { start: 0, end: 100 }, id: 'c0' });
    assert.deepEqual(more[1], { written: { start: 100, end: 300 } });
    assert.deepEqual(
      more.slice(2),
      before.slice(1).map((kept) => ({ kept })),
    );
    const now = at([100, 300, 500, 700]).map((chapter, n) => ({ ...chapter, id: `n${n}`, title: 'New' }));
    const back = planResize(now, before, [300, 500, 700], duration);
    assert.deepEqual(back[0], { kept: { ...before[0], id: 'n0' } });
    assert.deepEqual(back[1], { kept: now[2] });
  });
});
