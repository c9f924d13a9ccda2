import { formatTimecode } from '@lectern/contract/rules/timecode';
import type { TrackStream } from '../mp4/stream.ts';

/** Seconds in which there is neither picture nor sound before that is told, and so many of them. */
const shortest = 60;
const mostTold = 3;

type Gap = { start: number; end: number };

/** Where nothing of a track begins for long, in their order. */
function* gapsOf({ track: { timescale, shift }, table: { count, decode } }: TrackStream): Generator<Gap, undefined> {
  for (let n = 1; n < count; n += 1)
    if (decode[n]! - decode[n - 1]! > shortest * timescale)
      yield { start: (decode[n - 1]! + shift) / timescale, end: (decode[n]! + shift) / timescale };
}

/** Yields the overlaps of both gap lists, in order. */
function* inBoth(gaps: Iterator<Gap, undefined>, others: Iterator<Gap, undefined>): Generator<Gap, undefined> {
  let [one, other] = [gaps.next().value, others.next().value];
  while (one && other) {
    const [start, end] = [Math.max(one.start, other.start), Math.min(one.end, other.end)];
    if (end - start > shortest) yield { start, end };
    if (one.end < other.end) one = gaps.next().value;
    else other = others.next().value;
  }
}

/** Where a recording holds nothing for long, as where its recorder slept, for people. A picture at rest is none. */
export function describeGaps(streams: readonly TrackStream[]): string[] {
  const told: string[] = [];
  let others = 0;
  for (const { start, end } of streams.map(gapsOf).reduce(inBoth))
    if (told.length < mostTold) told.push(`from ${formatTimecode(start)} to ${formatTimecode(end)}`);
    else others += 1;
  if (told.length === 0) return [];
  const more = others > 0 ? ` and in ${others} more places` : '';
  return [`It holds neither picture nor sound ${told.join(', ')}${more}`];
}
