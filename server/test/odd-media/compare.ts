import assert from 'node:assert/strict';
import { bestShift, heardRate, type ShownFrame } from './look.ts';

/** Seconds by which a whole recording may be moved: encoders of sound begin up to so much before 0. */
const mostSkew = 0.06;

/** Seconds by which times are rounded: containers know milliseconds. */
const rounding = 0.004;

const list = (frames: readonly ShownFrame[]): string =>
  `${frames.length} frames: ${frames
    .slice(0, 4)
    .map(({ number, time }) => `${number}@${time.toFixed(3)}`)
    .join(' ')} … ${frames
    .slice(-3)
    .map(({ number, time }) => `${number}@${time.toFixed(3)}`)
    .join(' ')}`;

/** The same frames at the same times: none missing, none twice, none elsewhere. */
export function assertSameFrames(served: readonly ShownFrame[], original: readonly ShownFrame[]): void {
  const both = `served ${list(served)}; original ${list(original)}`;
  assert.equal(served.length, original.length, both);
  const skew = served.at(-1)!.time - original.at(-1)!.time;
  assert.ok(Math.abs(skew) <= mostSkew, `${skew.toFixed(3)} s off: ${both}`);
  for (const [n, { number, time }] of served.entries()) {
    const of = original[n]!;
    assert.ok(
      number !== undefined && number === of.number,
      `frame ${n} shows ${number} instead of ${of.number}: ${both}`,
    );
    // A picture that begins late is shown from the start: players show nothing, or something else, before it.
    const isFirst = n === 0 && time === 0;
    assert.ok(
      isFirst || Math.abs(time - of.time - skew) <= rounding,
      `frame ${n} is shown at ${time} instead of ${of.time}: ${both}`,
    );
  }
}

/** Checks that the readable frames of a damaged recording keep their times. */
export function assertKeptFrames(served: readonly ShownFrame[], original: readonly ShownFrame[]): void {
  const readable = original.filter(({ number }) => number !== undefined);
  const at = new Map(served.map(({ number, time }) => [number, time]));
  const kept = readable.filter(({ number, time }) => Math.abs((at.get(number) ?? Infinity) - time) <= mostSkew);
  assert.ok(
    kept.length >= readable.length * 0.9,
    `${kept.length} of ${readable.length} frames are where they were: served ${list(served)}; original ${list(original)}`,
  );
}

/** The same sound in the same places; what is longer than the original is silent. */
export function assertSameSound(served: Int16Array, original: Int16Array): void {
  // An encoder's block at each end, and its delay.
  const tolerance = 0.12 * heardRate;
  assert.ok(served.length >= original.length - tolerance, `${served.length} samples of ${original.length}`);
  const rest = served.subarray(original.length + tolerance);
  assert.ok(
    !rest.some((sample) => Math.abs(sample) >= 200),
    `sounds after its end: ${served.length} samples instead of ${original.length}`,
  );
  const loud = original.findIndex((sample) => Math.abs(sample) > 300);
  if (loud < 0) return;
  for (const part of [0.05, 0.5, 0.9]) {
    const at = Math.round(loud + (original.length - loud - heardRate / 4) * part);
    const { shift, likeness } = bestShift(original, served, at, Math.round(mostSkew * heardRate));
    assert.ok(likeness > 0.7, `at ${(at / heardRate).toFixed(2)} s it sounds otherwise: ${likeness.toFixed(2)}`);
    assert.ok(Math.abs(shift) <= mostSkew * heardRate, `${shift} samples off at ${(at / heardRate).toFixed(2)} s`);
  }
}

/** The number of the frame shown at a second. */
export const frameNumberAt = (frames: readonly ShownFrame[], time: number): number | undefined =>
  (frames.findLast((frame) => frame.time <= time + 0.001) ?? frames[0])?.number;
