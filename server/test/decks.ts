import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { findFfmpeg } from '../src/ports/media/local/ffmpeg/find-ffmpeg.ts';
import { drawSlide } from './slide-show.ts';

/** Pixels of a frame, which is grey, and frames drawn a second. */
export const [width, height, rate] = [960, 540, 5];

type Frame = Uint8Array;

/** Noise that is the same with every run: 0 to 1. */
const random = (seed: number): number => {
  const mixed = Math.imul(seed ^ (seed >>> 15), 2_246_822_519);
  return ((Math.imul(mixed ^ (mixed >>> 13), 3_266_489_917) >>> 8) & 0xffff) / 0xffff;
};

const vocabulary = `glacier valley sensor warning village summer speed kilometre flood measure model storage query index
customer market budget forecast result latency cluster release quarter engine network signal battery protein cell
harvest garden lesson question answer record traffic bridge concrete budget audit policy climate water energy`.split(
  /\s+/,
);

/** Words that are the same with every run. */
const words = (seed: number, count: number): string => {
  const picked = Array.from(
    { length: count },
    (_, n) => vocabulary[Math.floor(random(seed * 97 + n * 13 + 5) * vocabulary.length)]!,
  );
  const text = picked.join(' ').slice(0, 62);
  return text[0]!.toUpperCase() + text.slice(1);
};

/** Draws over the frame of a second what is there beside the slide. */
type Over = (frame: Frame, second: number, slide: { n: number; since: number }) => void;

export type Deck = {
  name: string;
  lines: number;
  isDark?: boolean;
  small?: boolean;
  header?: string;
  footer?: string;
  /** Slides in a row under one title. */
  sameTitle?: number;
  /** Seconds of a cross-fade into the next slide. */
  fade?: number;
  /** Seconds after which each further line comes. */
  builtEach?: number;
  over?: readonly Over[];
  /** How ffmpeg encodes it: seconds between keyframes, frames a second, and its own arguments. */
  encoding: { keyframes: number; rate: number; args: string };
  /** Only the first slide is shown, to the end. */
  isOne?: boolean;
};

function box(frame: Frame, [left, top, wide, high]: readonly number[], grey: (x: number, y: number) => number): void {
  for (let y = Math.max(0, Math.round(top!)); y < Math.min(height, Math.round(top! + high!)); y += 1)
    for (let x = Math.max(0, Math.round(left!)); x < Math.min(width, Math.round(left! + wide!)); x += 1)
      frame[y * width + x] = grey(x, y);
}

/** Where a person is who sways, and pauses in between for some seconds. */
function sway(second: number, seed: number): number {
  const pose = Math.floor(second / 5);
  const share = Math.min(1, (second % 5) / 1.5);
  return random(pose * 7 + seed) * share + random(pose * 7 - 7 + seed) * (1 - share) - 0.5;
}

/** A person before a wall, as a camera shows them, with its noise. */
const camera =
  (left: number, top: number, wide: number, high: number): Over =>
  (frame, second) => {
    const [x0, y0] = [left + wide * (0.5 + 0.15 * sway(second, 3)), top + high * (0.4 + 0.08 * sway(second, 11))];
    const mouth = Math.abs(Math.sin(second * 9)) * high * 0.03;
    box(frame, [left, top, wide, high], (x, y) => {
      const noise = (random(x * 7919 + y * 104_729 + Math.round(second * rate) * 15_485_863) - 0.5) * 8;
      const [dx, dy] = [(x - x0) / (wide * 0.14), (y - y0) / (high * 0.26)];
      const isShoulder = y > y0 + high * 0.3 && Math.abs(x - x0) < wide * 0.3;
      if (Math.abs(dx) < 0.35 && Math.abs(y - y0 - high * 0.13) < mouth) return 40 + noise;
      if (dx * dx + dy * dy < 1) return (dy < -0.4 ? 45 : 175 - 30 * dx) + noise;
      return (isShoulder ? 70 + 20 * Math.sin(x / 9) : 120 + 25 * Math.sin(x / 31) * Math.cos(y / 17)) + noise;
    });
  };

/** A pointer that is moved now and then, and rests in between. */
const cursor: Over = (frame, second) => {
  const [x, y] = [430 + 700 * sway(second, 21), 260 + 400 * sway(second, 37)];
  box(frame, [x, y, 14, 22], (column, row) => ((column - x) * 1.4 < row - y ? 0 : frame[row * width + column]!));
};

/** A wheel that turns, and a bar that grows from slide to slide. */
const animation: Over = (frame, second, { since }) => {
  for (let n = 0; n < 8; n += 1) {
    const angle = (n / 8) * 2 * Math.PI + second * 2;
    box(frame, [840 + 45 * Math.cos(angle), 400 + 45 * Math.sin(angle), 14, 14], () => 40 + n * 25);
  }
  box(frame, [60, 526, Math.min(500, 60 * (second - since)), 10], () => 110);
};

/** A film inside every third slide, which stops before the slide ends. */
const film: Over = (frame, second, { n, since }) => {
  if (n % 3 !== 1) return;
  const at = Math.min(second - since, 9);
  const wave = (x: number, y: number): number =>
    Math.sin(x / 31 + at * 1.37) * Math.cos(y / 23 - at * 0.61) + Math.sin((x + y) / 13 - at * 2.3) / 2;
  box(frame, [520, 190, 400, 250], (x, y) => 128 + 80 * wave(x + 40 * Math.sin(at * 0.9), y));
};

/** The bar of a screen: its clock goes on each minute. */
const clock: Over = (frame, second) => {
  box(frame, [0, 516, width, 24], () => 60);
  for (let n = 0; n < 12; n += 1)
    if (random(Math.floor(second / 60) * 12 + n) > 0.5)
      box(frame, [880 + (n % 6) * 8, 521 + Math.floor(n / 6) * 7, 6, 6], () => 230);
};

const usual = { keyframes: 4, rate: 5, args: '-preset ultrafast -crf 28' };
const asStreamed = { keyframes: 2, rate: 25, args: '-preset superfast -b:v 300k -maxrate 300k -bufsize 300k' };
const asRecorded = { keyframes: 10, rate: 25, args: '-preset superfast -crf 26' };

/** Kinds of recordings with slides, as their own tools make them. */
export const decks: readonly Deck[] = [
  { name: 'template', lines: 3, header: 'Northwind', footer: 'Annual meeting', sameTitle: 3, encoding: usual },
  { name: 'dark', lines: 3, isDark: true, footer: 'Annual meeting', encoding: asRecorded },
  { name: 'dense', lines: 14, small: true, sameTitle: 2, encoding: asRecorded },
  { name: 'few words', lines: 1, isDark: true, sameTitle: 4, encoding: usual },
  { name: 'camera corner', lines: 4, over: [camera(700, 20, 240, 160)], encoding: asRecorded },
  { name: 'cross-fade', lines: 4, fade: 1, footer: 'Annual meeting', encoding: asRecorded },
  { name: 'cursor and clock', lines: 4, sameTitle: 3, over: [clock, cursor], encoding: asStreamed },
  { name: 'animation', lines: 4, builtEach: 2, footer: 'Annual meeting', over: [animation], encoding: usual },
  { name: 'film in a slide', lines: 3, over: [film], encoding: asStreamed },
  {
    name: 'compression pulse',
    lines: 8,
    small: true,
    encoding: { ...asRecorded, args: '-preset superfast -b:v 60k -maxrate 90k -bufsize 180k' },
  },
  { name: 'person, no slides', lines: 1, isOne: true, over: [camera(0, 0, width, height)], encoding: asStreamed },
];

/** Seconds at which each of so many slides begins, and the recording ends: between once and twice the shortest. */
function plan(count: number, shortest: number): number[] {
  const starts = [0];
  for (let n = 0; n < count; n += 1)
    starts.push(Math.round((starts[n]! + shortest * (1 + random(n + 71))) * rate) / rate);
  return starts;
}

async function draw(deck: Deck, n: number, lines: number): Promise<Frame> {
  const { pixels } = await drawSlide({
    width,
    title: words(1000 + Math.floor(n / (deck.sameTitle ?? 1)), 3),
    lines: Array.from({ length: lines }, (_, line) => words(n * 50 + line, deck.small ? 8 : 5)),
    isDark: deck.isDark ?? false,
    small: deck.small ?? false,
    header: deck.header ?? '',
    footer: deck.footer ? `${deck.footer}    ${n + 1}` : '',
  });
  return Uint8Array.from(
    { length: width * height },
    (_, pixel) => (pixels[pixel * 4]! + 2 * pixels[pixel * 4 + 1]! + pixels[pixel * 4 + 2]!) >> 2,
  );
}

/** Makes the recording of a deck in a folder, with the seconds at which its slides begin. */
export async function makeDeck(deck: Deck, folder: string, { slides, shortest }: { slides: number; shortest: number }) {
  const times = plan(slides, shortest);
  const file = join(folder, `${deck.name.replaceAll(/\W+/g, '-')}.mp4`);
  const { program } = await findFfmpeg(undefined);
  const { keyframes, rate: shown, args } = deck.encoding;
  const input = `-v error -y -f rawvideo -pix_fmt gray -s ${width}x${height} -r ${rate} -i pipe:0`;
  const output = `-r ${shown} -pix_fmt yuv420p -threads 1 -c:v libx264 -g ${keyframes * shown} ${args}`;
  const ffmpeg = spawn(program!, [...`${input} ${output}`.split(' '), file], { stdio: ['pipe', 'inherit', 'inherit'] });
  const ended = once(ffmpeg, 'close');
  for (let n = 0; n < slides; n += 1) {
    const [since, until] = [times[n]!, times[n + 1]!];
    const shownLines = (second: number): number =>
      deck.builtEach === undefined ? deck.lines : Math.min(deck.lines, Math.floor((second - since) / deck.builtEach));
    const isLast = n + 1 === slides;
    const slide = deck.isOne ? 0 : n;
    const next = deck.fade && !isLast ? await draw(deck, n + 1, deck.lines) : undefined;
    let drawn: { lines: number; frame: Frame } | undefined;
    for (let frame = Math.round(since * rate); frame < Math.round(until * rate); frame += 1) {
      const second = frame / rate;
      const lines = shownLines(second);
      if (drawn?.lines !== lines) drawn = { lines, frame: await draw(deck, slide, lines) };
      const share = Math.max(0, 1 - (until - second) / (deck.fade ?? 1));
      const picture =
        next && share > 0
          ? drawn.frame.map((value, pixel) => Math.round(value * (1 - share) + next[pixel]! * share))
          : Uint8Array.from(drawn.frame);
      for (const over of deck.over ?? []) over(picture, second, { n, since });
      if (!ffmpeg.stdin.write(picture)) await once(ffmpeg.stdin, 'drain');
    }
  }
  ffmpeg.stdin.end();
  const [code] = (await ended) as [number];
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
  return { file, starts: deck.isOne ? [] : times.slice(1, -1), duration: times.at(-1)! };
}

/** Compares changes that were found with the true ones: each is found once, and so many seconds away at most. */
export function compareChanges(found: readonly number[], starts: readonly number[], within = 2) {
  const left = [...found];
  const missed = starts.filter((start) => {
    const near = left.findIndex((second) => Math.abs(second - start) <= within);
    if (near >= 0) left.splice(near, 1);
    return near < 0;
  });
  return { missed, wrong: left };
}
