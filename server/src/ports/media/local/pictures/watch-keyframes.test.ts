import assert from 'node:assert/strict';
import { test } from 'node:test';
import { watchKeyframes, watchSlides } from './slide-changes.ts';

const [width, height] = [160, 90];

/** A page of blocks, other ones for each slide. */
const page = (slide: number): Uint8Array =>
  Uint8Array.from({ length: width * height * 3 }, (_, n) => {
    const [x, y] = [Math.floor(n / 3) % width, Math.floor(n / 3 / width)];
    return (Math.imul((x >> 3) + 31 * (y >> 3) + 997 * slide + 1, 2_654_435_761) >>> 8) & 1 ? 240 : 20;
  });

/** Looks at a recording of keyframes so many a second, with a slide every ten seconds. */
function watched(rate: number, seconds: number) {
  let looks = 0;
  const slides = watchSlides(width, height);
  const keyframes = Array.from({ length: rate * seconds }, (_, n): [number, number, number] => [n, n / rate, 0]);
  const watch = watchKeyframes(
    {
      ...slides,
      see(picture, time) {
        looks += 1;
        slides.see(picture, time);
      },
    },
    { keyframes },
  );
  const pages = Array.from({ length: 6 }, (_, n) => page(n));
  for (const [n, [, second]] of keyframes.entries()) watch.see(pages[Math.floor(second / 10) % 6]!, n);
  return { looks, changes: watch.changes().map(({ before, after }) => [before / rate, after / rate]) };
}

test('looks at two pictures a second, when every frame of a recording is a keyframe', () => {
  const { looks, changes } = watched(60, 60);
  assert.equal(looks, 120);
  assert.deepEqual(
    changes,
    [10, 20, 30, 40, 50].map((second) => [second - 0.5, second]),
  );
});

test('every keyframe is looked at where there are no more', () => {
  for (const rate of [0.5, 1, 2]) assert.equal(watched(rate, 60).looks, rate * 60);
});
