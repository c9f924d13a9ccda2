// full: kinds of slides; slides.test.ts finds those of a recording
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import '../../../../../test/system-ffmpeg.ts';
import { pictureTime } from '@lectern/contract/outline/slides';
import { openTestMedia } from '../../../../../test/media.ts';
import { findFfmpeg } from '../ffmpeg/find-ffmpeg.ts';

const [width, height, rate, shown] = [480, 270, 5, 20];
const slides = 6;
const { folder, media, close } = await openTestMedia();
const { program } = await findFfmpeg(undefined);
describe('slides that are found', () => {
  after(close);

  type Frame = Uint8Array;

  function box(frame: Frame, [left, top, wide, high]: readonly [number, number, number, number], grey: number): void {
    for (let y = top; y < Math.min(height, top + high); y += 1)
      frame.fill(grey, y * width + left, y * width + Math.min(width, left + wide));
  }

  /** Letters of a sort, other ones for each seed. */
  function write(
    frame: Frame,
    seed: number,
    [left, top, letters, size]: readonly [number, number, number, number],
  ): void {
    for (let n = 0; n < letters; n += 1) {
      const form = Math.imul(seed * 64 + n + 1, 2_654_435_761) >>> 8;
      for (let bit = 0; bit < 15; bit += 1)
        if ((form >> bit) & 1)
          box(frame, [left + (n * 4 + (bit % 3)) * size, top + Math.floor(bit / 3) * size, size, size], 40);
    }
  }

  /** A slide of a template with a title and up to three lines. */
  function slide(number: number, lines = 3): Frame {
    const frame = new Uint8Array(width * height).fill(245);
    box(frame, [0, 0, 7, height], 120);
    box(frame, [380, 185, 85, 65], 190);
    write(frame, number + 1, [30, 30, 10, 4]);
    for (let line = 0; line < lines; line += 1)
      write(frame, 100 + number * 3 + line, [30, 105 + line * 30, 22 - line * 5, 2]);
    return frame;
  }

  const drawn = Array.from({ length: slides }, (_, n) => slide(n));
  const at = (second: number): number => Math.min(slides - 1, Math.floor(second / shown));
  const deck = (second: number): Frame => Uint8Array.from(drawn[at(second)]!);

  let made = 0;
  /** Where the slides of such a recording are found to change. */
  async function found(picture: (second: number) => Frame, encoding: readonly string[] = [], seconds = slides * shown) {
    const file = join(folder, `${(made += 1)}.mp4`);
    const input = ['-f', 'rawvideo', '-pix_fmt', 'gray', '-s', `${width}x${height}`, '-r', `${rate}`, '-i', 'pipe:0'];
    const codec = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '20', '-crf', '28'];
    const ffmpeg = spawn(program!, ['-v', 'error', '-y', ...input, ...codec, ...encoding, file]);
    const ended = once(ffmpeg, 'close');
    for (let n = 0; n < seconds * rate; n += 1)
      if (!ffmpeg.stdin.write(picture(n / rate))) await once(ffmpeg.stdin, 'drain');
    ffmpeg.stdin.end();
    assert.equal((await ended)[0], 0);
    const own = { rendition: `${file}.rendition.mp4`, index: `${file}.json` };
    const played = await media.prepare(file, await media.inspect(file), own);
    return (await media.storyboard(played, `${file}.sheets`))!.slides;
  }

  /** Every slide is there, begins when it does, and is photographed while it is shown whole. */
  function assertDeck(changes: readonly number[], fade = 0): void {
    assert.equal(changes.length, slides - 1, String(changes));
    const starts = [0, ...changes];
    for (const [n, start] of starts.entries()) {
      assert.ok(Math.abs(start - n * shown) <= 0.25 + fade, `slide ${n} at ${start}`);
      const time = pictureTime({ start, end: starts[n + 1] ?? slides * shown });
      assert.ok(time >= n * shown && time < (n + 1) * shown - fade, `slide ${n} is photographed at ${time}`);
    }
  }

  /** Noise that is the same with every run. */
  const random = (seed: number): number => (Math.imul(seed ^ (seed >>> 15), 2_246_822_519) >>> 8) & 255;

  it('every slide of a template with few words is found', async () => assertDeck(await found(deck)));

  it('slides that fade into each other are found where they begin to', async () => {
    const faded = (second: number): Frame => {
      const [old, next] = [deck(second), drawn[Math.min(slides - 1, at(second) + 1)]!];
      const share = Math.max(0, (second % shown) - (shown - 1));
      return old.map((value, n) => Math.round(value * (1 - share) + next[n]! * share));
    };
    assertDeck(await found(faded), 1);
  });

  it('a camera, a pointer, a clock and a bar do not hide slides, nor make many', async () => {
    const busy = (second: number): Frame => {
      const frame = deck(second);
      for (let y = 0; y < 60; y += 1)
        for (let x = 0; x < 100; x += 1) frame[(10 + y) * width + 370 + x] = random(second * 90_001 + y * 131 + x);
      box(frame, [100 + ((second * 13) % 200), 80 + ((second * 7) % 120), 5, 9], 0);
      write(frame, 1000 + Math.floor(second), [330, 255, 6, 2]);
      box(frame, [0, 264, Math.round((width * second) / (slides * shown)), 6], 60);
      return frame;
    };
    const changes = await found(busy);
    // Where much moves, something more may count as a change, but never much, and no slide is lost for it.
    assert.ok(changes.length <= slides, String(changes));
    assertDeck(changes.filter((second) => Math.abs(second - Math.round(second / shown) * shown) < 1));
  });

  it('lines that come one by one are one slide, which begins with the first', async () => {
    const built = (second: number): Frame => slide(at(second), Math.min(3, Math.floor((second % shown) / 5)));
    assertDeck(await found(built));
  });

  it('finds no slides, when the picture moves all the time', async () => {
    const moving = (second: number): Frame =>
      Uint8Array.from({ length: width * height }, (_, n) => random(n + Math.round(second * rate) * 70_001));
    const changes = await found(moving, [], 60);
    assert.ok(changes.length <= 1, String(changes));
  });
});
