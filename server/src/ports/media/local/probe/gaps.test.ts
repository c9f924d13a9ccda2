import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { TrackStream } from '../mp4/stream.ts';
import { describeGaps } from './probe-mp4.ts';

/** A track whose samples begin at these seconds. */
function streamAt(seconds: readonly number[], { timescale = 1000, shift = 0 } = {}): TrackStream {
  const decode = Float64Array.from(seconds, (second) => second * timescale);
  const stream = { track: { timescale, shift: shift * timescale }, table: { count: decode.length, decode } };
  return stream as unknown as TrackStream;
}

suite('where a recording holds nothing', () => {
  const picture = streamAt([0, 1, 100, 101, 300, 301]);

  test('reports a gap, when picture and sound are both missing for more than a minute', () => {
    const sound = streamAt([0, 20, 90, 200, 210, 265, 290], { timescale: 48_000 });
    const told = ['It holds neither picture nor sound from 00:00:20 to 00:01:30, from 00:01:41 to 00:03:20'];
    assert.deepEqual(describeGaps([picture, sound]), told);
    assert.deepEqual(describeGaps([sound, picture]), told);
  });

  test('reports no gap, when the other track continues or the gap lasts only a minute', () => {
    assert.deepEqual(describeGaps([picture, streamAt(Array.from({ length: 302 }, (_, n) => n))]), []);
    assert.deepEqual(describeGaps([picture, streamAt([0, 40, 100])]), []);
    assert.deepEqual(describeGaps([streamAt([0, 60, 120])]), []);
    assert.deepEqual(describeGaps([streamAt([0])]), []);
  });

  test('reports two gaps, when one sample of the other track lies in a long one', () => {
    const told = 'It holds neither picture nor sound from 00:00:10 to 00:02:00, from 00:02:00 to 00:05:00';
    for (const streams of [
      [streamAt([0, 10, 300]), streamAt([0, 120, 310])],
      [streamAt([0, 120, 310]), streamAt([0, 10, 300])],
    ])
      assert.deepEqual(describeGaps(streams), [told]);
  });

  test('places a gap by the edit list, when a track is shifted', () => {
    assert.deepEqual(describeGaps([streamAt([0, 100], { shift: 5 })]), [
      'It holds neither picture nor sound from 00:00:05 to 00:01:45',
    ]);
  });

  test('names three gaps and counts the others, when there are millions', () => {
    const minutes = (count: number, from: number): TrackStream =>
      streamAt(Array.from({ length: count }, (_, n) => from + n * 100));
    const [told] = describeGaps([minutes(1_000_001, 0), minutes(1_000_001, 20)]);
    assert.match(
      told!,
      /^It holds neither picture nor sound from 00:00:20 to 00:01:40, from .* and in 999997 more places$/,
    );
  });
});
