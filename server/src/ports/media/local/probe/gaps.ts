import { formatTimecode } from '@lectern/contract/rules/timecode';
import type { Stream } from '../mp4/stream.ts';

/** Seconds in which there is neither picture nor sound before that is told, and so many of them. */
const shortest = 60;
const mostTold = 3;

type Gap = { start: number; end: number };

/** Where nothing of a track begins for long. */
function gapsOf({ track: { timescale, shift }, table: { count, decode } }: Stream): Gap[] {
  const gaps: Gap[] = [];
  for (let n = 1; n < count; n += 1)
    if (decode[n]! - decode[n - 1]! > shortest * timescale)
      gaps.push({ start: (decode[n - 1]! + shift) / timescale, end: (decode[n]! + shift) / timescale });
  return gaps;
}

/** Where a recording holds nothing for long, as where its recorder slept, for people. A picture at rest is none. */
export function gapsIn(streams: readonly Stream[]): string[] {
  const [first = [], ...others] = streams.map(gapsOf);
  const joint = others.reduce(
    (gaps, own) =>
      gaps.flatMap(({ start, end }) =>
        own
          .map((other) => ({ start: Math.max(start, other.start), end: Math.min(end, other.end) }))
          .filter((gap) => gap.end - gap.start > shortest),
      ),
    first,
  );
  const told = joint
    .slice(0, mostTold)
    .map(({ start, end }) => `from ${formatTimecode(start)} to ${formatTimecode(end)}`);
  if (told.length === 0) return [];
  const more = joint.length > told.length ? ` and in ${joint.length - told.length} more places` : '';
  return [`It holds neither picture nor sound ${told.join(', ')}${more}`];
}
