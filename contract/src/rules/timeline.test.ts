import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  boundsOf,
  clipToTimeline,
  durationOf,
  isWhole,
  keepRanges,
  type Timeline,
  toPlayed,
  toSource,
  wholeRecording,
} from './timeline.ts';

/** Times of up to three hours: any, and the milliseconds in which people give them. */
const longest = 10_800;
const anyTime = fc.double({ min: 0, max: longest, noNaN: true });
const milliseconds = fc.integer({ min: 0, max: longest * 1000 });
const time = milliseconds.map((each) => each / 1000);

const timeline = fc
  .uniqueArray(milliseconds, { minLength: 2, maxLength: 40 })
  .map((cuts) => cuts.toSorted((one, other) => one - other).map((each) => each / 1000))
  .map((cuts) => keepRanges(cuts.flatMap((end, n) => (n % 2 === 0 ? [] : [{ start: cuts[n - 1]!, end }]))));

/** A timeline with one of the milliseconds that it keeps. */
const keptTime = timeline.chain((kept) =>
  fc.tuple(
    fc.constant(kept),
    fc
      .constantFrom(...kept)
      .chain(({ start, end }) => fc.integer({ min: Math.round(start * 1000), max: Math.round(end * 1000) - 1 }))
      .map((each) => each / 1000),
  ),
);

const isKept = (kept: Timeline, at: number): boolean => kept.some(({ start, end }) => start <= at && at < end);

/** Seconds of rounding that twenty ranges add up to, at most: far below a millisecond. */
const rounding = 1e-9;
const assertNear = (one: number, other: number): void => assert.ok(Math.abs(one - other) < rounding, `${one} ${other}`);

test('keeps exactly the given ranges, sorted and apart', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ start: anyTime, end: anyTime })), anyTime, (ranges, at) => {
      const kept = keepRanges(ranges);
      for (const [n, { start, end }] of kept.entries()) assert.ok(start < end && (n === 0 || kept[n - 1]!.end < start));
      for (const each of [at, ...ranges.flatMap(({ start, end }) => [start, end])])
        assert.equal(isKept(kept, each), isKept(ranges, each));
      assert.deepEqual(keepRanges(kept), kept);
    }),
  );
});

test('returns to the source time, when that is kept', () => {
  fc.assert(fc.property(keptTime, ([kept, source]) => assertNear(toSource(kept, toPlayed(kept, source)), source)));
});

test('returns to the played time, when it lies within the duration', () => {
  fc.assert(
    fc.property(timeline, fc.double({ min: 0, max: 1, noNaN: true }), (kept, share) => {
      const played = share * durationOf(kept);
      assertNear(toPlayed(kept, toSource(kept, played)), played);
    }),
  );
});

test('begins each range without rounding, and ends with the last one', () => {
  fc.assert(
    fc.property(timeline, (kept) => {
      const { start, end } = boundsOf(kept);
      for (const range of kept) assert.equal(toSource(kept, toPlayed(kept, range.start)), range.start);
      assertNear(toSource(kept, durationOf(kept)), end);
      assert.deepEqual([toSource(kept, -1), toSource(kept, Infinity)], [start, end]);
      assert.deepEqual([toPlayed(kept, 0), toPlayed(kept, longest)], [0, durationOf(kept)]);
    }),
  );
});

test('never goes back, and passes over a cut in no time', () => {
  fc.assert(
    fc.property(timeline, anyTime, anyTime, (kept, one, other) => {
      const [before, after] = [Math.min(one, other), Math.max(one, other)];
      assert.ok(toPlayed(kept, before) <= toPlayed(kept, after));
      assert.ok(toSource(kept, before) <= toSource(kept, after));
      for (const [n, { end }] of kept.slice(0, -1).entries())
        assert.equal(toPlayed(kept, end), toPlayed(kept, kept[n + 1]!.start));
    }),
  );
});

test('clips a range to its kept seconds, when it has any', () => {
  fc.assert(
    fc.property(timeline, time, time, (kept, one, other) => {
      const range = { start: Math.min(one, other), end: Math.max(one, other) };
      const clip = clipToTimeline(kept, range);
      const played = toPlayed(kept, range.end) - toPlayed(kept, range.start);
      if (!clip) return assert.equal(played, 0);
      assert.ok(range.start <= clip.start && clip.start <= clip.end && clip.end <= range.end);
      assert.ok(isKept(kept, clip.start));
      assert.equal(toPlayed(kept, clip.end) - toPlayed(kept, clip.start), played);
      assert.deepEqual(clipToTimeline(kept, clip), clip);
    }),
  );
});

test('changes nothing, when all of a recording is kept', () => {
  fc.assert(
    fc.property(anyTime, fc.double({ min: 0.001, max: longest, noNaN: true }), (at, length) => {
      assert.deepEqual([toPlayed(wholeRecording, at), toSource(wholeRecording, at)], [at, at]);
      const range = { start: at, end: at + length };
      assert.deepEqual(clipToTimeline(wholeRecording, range), range);
    }),
  );
  assert.deepEqual([isWhole(wholeRecording), durationOf(wholeRecording)], [true, Infinity]);
  for (const kept of [[], [{ start: 0, end: 9 }], [{ start: 1, end: Infinity }]]) assert.ok(!isWhole(kept));
});

test('keeps a line whole, when it is said across a cut', () => {
  const kept = keepRanges([
    { start: 60, end: 70 },
    { start: 0, end: 10 },
  ]);
  assert.deepEqual(clipToTimeline(kept, { start: 8, end: 62 }), { start: 8, end: 62 });
  assert.deepEqual(
    [8, 35, 62].map((at) => toPlayed(kept, at)),
    [8, 10, 12],
  );
  assert.deepEqual(
    [9.5, 10, 12].map((at) => toSource(kept, at)),
    [9.5, 60, 62],
  );
  assert.equal(clipToTimeline(kept, { start: 10, end: 60 }), undefined);
});
