import type { SampleTable } from '../mp4/sample-table.ts';
import type { TrackStream } from '../mp4/stream.ts';
import { silentSample } from './playback-index.ts';

/** Units of the timescale most samples last: what a frame of sound lasts. */
function frameLength({ count, decode, lastDuration }: SampleTable): number {
  const counts = new Map<number, number>();
  for (let n = 0; n + 1 < count; n += 1) {
    const duration = decode[n + 1]! - decode[n]!;
    counts.set(duration, (counts.get(duration) ?? 0) + 1);
  }
  const [[usual] = [lastDuration]] = [...counts].toSorted((a, b) => b[1] - a[1]);
  return Math.max(1, usual);
}

/** Whole frames without sound before each sample, and at the end: where it begins late, pauses, or ends early. */
function* holes(
  { track, table }: TrackStream,
  frame: number,
  until: number,
): Generator<{ before: number; frames: number }> {
  // Times are rounded: what lacks a thousandth of a frame is a frame.
  const whole = (gap: number): number => Math.max(0, Math.floor(gap / frame + 0.001));
  const first = whole(table.decode[0]! + table.composition[0]! + track.shift);
  if (first > 0) yield { before: 0, frames: first };
  for (let n = 0; n + 1 < table.count; n += 1) {
    const frames = whole(table.decode[n + 1]! - table.decode[n]! - frame);
    if (frames > 0) yield { before: n + 1, frames };
  }
  const last = table.count - 1;
  const end = table.decode[last]! + table.composition[last]! + track.shift + frame;
  const frames = whole(until * track.timescale - end);
  if (frames > 0) yield { before: table.count, frames };
}

/**
 * Fills gaps from 0 to `until` seconds with silent frames, because players stop at a segment that lacks its promised
 * sound. Existing samples keep their times.
 */
export function fillSilence(sound: TrackStream, silence: Buffer | undefined, until: number): TrackStream {
  const { table } = sound;
  const frame = frameLength(table);
  const found = silence ? [...holes(sound, frame, until)] : [];
  if (!silence || found.length === 0) return sound;
  const count = found.reduce((sum, { frames }) => sum + frames, table.count);
  const filled: SampleTable = {
    count,
    offset: new Float64Array(count).fill(silentSample),
    size: new Uint32Array(count).fill(silence.length),
    decode: new Float64Array(count),
    composition: new Int32Array(count).fill(table.composition[0]!),
    sync: new Uint8Array(count).fill(1),
    lastDuration: found.at(-1)!.before === table.count ? frame : table.lastDuration,
  };
  let [from, at] = [0, 0];
  for (const { before, frames } of [...found, { before: table.count, frames: 0 }]) {
    for (const column of ['offset', 'size', 'decode', 'composition', 'sync'] as const)
      filled[column].set(table[column].subarray(from, before), at);
    at += before - from;
    from = before;
    // Before the first sample they count back from it, elsewhere on from the one before them.
    const start = before === 0 ? table.decode[0]! - frames * frame : table.decode[before - 1]! + frame;
    for (let n = 0; n < frames; n += 1) filled.decode[at + n] = start + n * frame;
    at += frames;
  }
  return { ...sound, table: filled };
}
