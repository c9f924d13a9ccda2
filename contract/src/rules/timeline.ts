type KeptRange = { start: number; end: number };

/**
 * Ranges of a recording that are played, one after another. Seconds of the recording, `[start, end)`; sorted, disjoint
 * and not empty, as `keepRanges` makes them.
 */
export type Timeline = readonly KeptRange[];

/** Keeps all of a recording, however long it is: a source time is its played time. */
export const wholeRecording: Timeline = [{ start: 0, end: Infinity }];

/** Makes a timeline of ranges in any order, in seconds of the recording. Joins those that touch or overlap. */
export function keepRanges(ranges: readonly KeptRange[]): Timeline {
  const kept: KeptRange[] = [];
  for (const { start, end } of ranges.toSorted((one, other) => one.start - other.start)) {
    const last = kept.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else if (start < end) kept.push({ start, end });
  }
  return kept;
}

/** From the first kept second of the recording to the last. */
export const boundsOf = (timeline: Timeline): KeptRange => ({
  start: timeline[0]?.start ?? 0,
  end: timeline.at(-1)?.end ?? 0,
});

export function isWhole(timeline: Timeline): boolean {
  const { start, end } = boundsOf(timeline);
  return timeline.length === 1 && start === 0 && end === Infinity;
}

/** Seconds that are played; infinite for a whole recording. */
export const durationOf = (timeline: Timeline): number => toPlayed(timeline, Infinity);

/**
 * Played time of a source time, both in seconds. A source time that is not kept gives the moment at which playing
 * passes over it.
 */
export const toPlayed = (timeline: Timeline, source: number): number =>
  timeline.reduce((played, { start, end }) => played + Math.max(0, Math.min(end, source) - start), 0);

/**
 * Source time of a played time, both in seconds. Where two ranges meet, it is the start of the later one; past the
 * end, the end of the last one.
 */
export function toSource(timeline: Timeline, played: number): number {
  let source = boundsOf(timeline).start;
  let before = 0;
  for (const { start, end } of timeline) {
    if (played >= before) source = Math.min(end, start + (played - before));
    before += end - start;
  }
  return source;
}

/**
 * Clips a range of the recording, in seconds, to its first and last kept second. Undefined where none of it is kept.
 */
export function clipToTimeline(timeline: Timeline, { start, end }: KeptRange): KeptRange | undefined {
  const kept = timeline.filter((range) => end > range.start && start < range.end);
  if (kept.length === 0) return undefined;
  const bounds = boundsOf(kept);
  return { start: Math.max(start, bounds.start), end: Math.min(end, bounds.end) };
}
