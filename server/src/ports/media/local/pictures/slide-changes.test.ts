import assert from 'node:assert/strict';
import { test } from 'node:test';
import { watchSlides } from './slide-changes.ts';

const [width, height] = [320, 180];

/** A page of letters of a sort, other ones for each slide. */
const page = (slide: number): Uint8Array =>
  Uint8Array.from({ length: width * height }, (_, pixel) => {
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    return (Math.imul((x >> 2) + 83 * (y >> 2) + 997 * slide + 1, 2_654_435_761) >>> 8) & 1 ? 240 : 20;
  });
const pages = Array.from({ length: 6 }, (_, n) => page(n));

/** Looks at a recording of keyframes so many a second, with a slide every ten seconds. */
function watched(rate: number, seconds: number) {
  const keyframes = Array.from({ length: rate * seconds }, (_, n): [number, number, number] => [n, n / rate, 0]);
  const watch = watchSlides({ width, height }, { keyframes }, { stepBetween: () => undefined });
  for (const [n, [, second]] of keyframes.entries()) watch.see(pages[Math.floor(second / 10) % 6]!, n);
  return watch.changes().map(({ before, after }) => [before / rate, after / rate]);
}

test('looks at two pictures a second, when every frame of a recording is a keyframe', () => {
  for (const rate of [60, 2])
    assert.deepEqual(
      watched(rate, 60),
      [10, 20, 30, 40, 50].map((second) => [second - 0.5, second]),
    );
});

test('finds a slide between two keyframes, when they are two seconds apart', () => {
  assert.deepEqual(
    watched(0.5, 60),
    [10, 20, 30, 40, 50].map((second) => [second - 2, second]),
  );
});
