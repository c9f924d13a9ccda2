import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureSoundLevels } from '../../platform/media/sound-levels.ts';
import { findUncoveredRanges, soundsIn } from './coverage.ts';

test('a gap is where something is heard for a while and no words stand', () => {
  const heard = [
    { start: 0, end: 20 },
    { start: 21, end: 40 },
    { start: 60, end: 64 },
  ];
  const spoken = [
    { start: 0.2, end: 5 },
    { start: 5, end: 9.5 },
    { start: 30, end: 40 },
  ];
  assert.deepEqual(findUncoveredRanges(heard, spoken), [{ start: 10, end: 29.5 }]);
  assert.deepEqual(findUncoveredRanges(heard, []), [{ start: 0, end: 40 }]);
  assert.deepEqual(findUncoveredRanges([], spoken), []);
});

/** Noise of an amplitude for so many seconds, in chunks that split samples. */
async function* sound(...parts: [amplitude: number, seconds: number][]): AsyncGenerator<Buffer> {
  for (const [amplitude, seconds] of parts) {
    const bytes = Buffer.alloc(seconds * 32_000);
    for (let at = 0; at < bytes.length; at += 2) bytes.writeInt16LE(Math.round(amplitude * Math.sin(at * at)), at);
    for (let from = 0; from < bytes.length; from += 4097) yield bytes.subarray(from, from + 4097);
  }
}

test('sound is what stands out from the background of the recording', async () => {
  const quiet = await measureSoundLevels(sound([0, 2], [6000, 3], [0, 2]));
  assert.equal(quiet.length, 70);
  assert.deepEqual(soundsIn(quiet), [{ start: 2, end: 5 }]);
  const noisy = await measureSoundLevels(sound([150, 2], [6000, 3], [150, 2]));
  assert.deepEqual(soundsIn(noisy), [{ start: 2, end: 5 }]);
  assert.deepEqual(soundsIn(await measureSoundLevels(sound([0, 3]))), []);
  assert.deepEqual(soundsIn([]), []);
});
