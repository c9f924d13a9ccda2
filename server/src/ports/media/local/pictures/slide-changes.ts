import type { IndexedVideo } from '../index/playback-index.ts';
import type { LargeFrames } from './large-frames.ts';

/** Seconds of which one keyframe is looked at: a slide stays for longer, and some files have nothing but keyframes. */
const span = 0.5;
/** Side of a tile in pixels: a line of small print in a picture 320 wide. */
const side = 8;
/** Grey levels, of 255, between words and their ground; compression of a still picture stays below. */
const clear = 20;
/** The same in those between the darkest and the lightest of a tile: compression blurs the edges of words. */
const ofContrast = 0.35;
/** Pixels of a tile that differ clearly when something else is on it. */
const fewest = 2;
/** Seconds that tiles and all around them stand still on a new slide. */
const rest = 2;
/** Unrest of a tile: added by a move after another and alone, left by a look, at least and most that a film has. */
const unrest = { again: 1, alone: 0.15, left: 0.95, least: 1, most: 3 };
/** Seconds to the next look that a new slide need not wait for when it comes in one step and nothing follows. */
const long = 5;
/** Looks after which it is known what moves all the time. */
const known = 2;
/** Share of all tiles that makes a slide, whatever was there. */
const most = 0.4;
/** Tiles whose words have gone, of a slide that is alone, and of one that brings others: there a page number will do. */
const gone = { alone: 8, amongOthers: 1, others: 12, ofStirring: 0.4 };
/** Looks and seconds of movement between two slides from which on it is something of its own: a film. */
const film = { looks: 3, seconds: 4 };

/** Numbers of the keyframes before and after a change, and the share of the picture that it changes. */
export type SlideChange = { before: number; after: number; share: number };

const middle = (values: number[]): number => values.toSorted((one, other) => one - other)[values.length >> 1]!;

/**
 * Detects slide changes in small grey keyframes, by tiles that stand still. Something must have gone, so lines that
 * come one by one are one slide.
 */
export function watchSlides(
  { width, height }: { width: number; height: number },
  { keyframes }: Pick<IndexedVideo, 'keyframes'>,
  { stepBetween }: Pick<LargeFrames, 'stepBetween'>,
) {
  const [across, down] = [Math.ceil(width / side), Math.ceil(height / side)];
  const tiles = Array.from({ length: across * down }, (_, tile) => tile);
  /** Pixels of the present slide, and those seen since. */
  const [shown, held] = [new Uint8Array(width * height), new Uint8Array(width * height)];
  /** By tile: whether `held` is not `shown`, since which look it is held, the last look that showed the slide. */
  const [isOther, since, lastSeen] = [tiles.map(() => false), tiles.map(() => 0), tiles.map(() => 0)];
  /** By tile: grey levels from which on a pixel differs, and how often it moved lately. */
  const [limits, moves] = [new Float64Array(tiles.length), new Float64Array(tiles.length)];
  /** Keyframe and second of each look, whether the picture changed at once before it, and stands still after that. */
  const looks: { n: number; time: number; isStep: boolean; isStill: boolean }[] = [];
  const found: SlideChange[] = [];
  let begun = 0;
  const isLong = keyframes.some(([, time], n) => n > 0 && time - keyframes[n - 1]![1] >= long);

  const neighbours = tiles.map((tile) =>
    [-across, 0, across]
      .flatMap((row) => [-1, 0, 1].map((column) => tile + row + column))
      .filter((other) => other in tiles && Math.abs((other % across) - (tile % across)) < 2),
  );

  /** Calls with the first pixel and the length of each row of a tile. */
  function eachRow(tile: number, take: (from: number, to: number) => void): void {
    const [left, top] = [(tile % across) * side, Math.floor(tile / across) * side];
    for (let y = top; y < Math.min(height, top + side); y += 1)
      take(y * width + left, y * width + Math.min(width, left + side));
  }

  function differs(one: Uint8Array, other: Uint8Array, tile: number): boolean {
    const [left, top] = [(tile % across) * side, Math.floor(tile / across) * side];
    const [right, bottom] = [Math.min(width, left + side), Math.min(height, top + side)];
    const least = limits[tile]!;
    let count = 0;
    for (let y = top; y < bottom; y += 1)
      for (let pixel = y * width + left; pixel < y * width + right; pixel += 1) {
        const difference = one[pixel]! - other[pixel]!;
        if (difference >= least || difference <= -least) count += 1;
      }
    return count >= fewest;
  }

  /** Takes what a tile shows now. */
  function hold(picture: Uint8Array, tile: number): void {
    copyTile(picture, held, tile);
    let [darkest, lightest] = [255, 0];
    eachRow(tile, (from, to) => {
      for (let pixel = from; pixel < to; pixel += 1) {
        darkest = Math.min(darkest, held[pixel]!);
        lightest = Math.max(lightest, held[pixel]!);
      }
    });
    limits[tile] = Math.max(clear, (lightest - darkest) * ofContrast);
  }

  const copyTile = (from: Uint8Array, to: Uint8Array, tile: number): void =>
    eachRow(tile, (start, end) => to.set(from.subarray(start, end), start));

  /** Whether words that stood on a tile are no longer there, beside those that may have come. */
  function hasLost(tile: number): boolean {
    const pixels: number[] = [];
    eachRow(tile, (from, to) => {
      for (let pixel = from; pixel < to; pixel += 1) pixels.push(pixel);
    });
    const ground = middle(pixels.map((pixel) => shown[pixel]!));
    const isGone = (pixel: number): boolean =>
      Math.abs(shown[pixel]! - ground) >= clear && Math.abs(shown[pixel]! - held[pixel]!) >= clear;
    return pixels.filter(isGone).length >= fewest;
  }

  const isRestless = (tile: number): boolean => moves[tile]! >= unrest.least;

  /** Whether a tile and all around it stand still until this second. */
  function isStill(tile: number, time: number): boolean {
    const from = looks[since[tile]!]!;
    const isKnown = from.isStill && since[tile]! >= known && !isRestless(tile);
    return (isKnown || time - from.time >= rest) && neighbours[tile]!.every((other) => since[other]! <= since[tile]!);
  }

  /** Looks at the tiles that stand still at something else than the slide shows. */
  function judge(time: number): void {
    const still = tiles.filter((tile) => isOther[tile]! && isStill(tile, time));
    if (still.length === 0) return;
    const calm = still.filter((tile) => !isRestless(tile));
    const isStep = still.filter((tile) => looks[since[tile]!]!.isStep).length * 2 > still.length;
    const lost = (isStep ? still : calm).filter(hasLost).length;
    const stirring = tiles.filter(isRestless).length;
    const others = tiles.filter((tile) => isOther[tile]! && !isRestless(tile));
    const hasGone =
      lost >= Math.max(gone.alone, isStep ? 0 : stirring * gone.ofStirring) ||
      (calm.length >= gone.others &&
        calm.filter(hasLost).length >= Math.max(gone.amongOthers, stirring * gone.ofStirring));
    // Where most of it moves or has moved a lot, it is a person who pauses.
    const isCalm = (isStep ? still : calm).length * 2 >= Math.max(still.length, others.length);
    const isSlide = still.length >= tiles.length * most || (hasGone && isCalm);
    if (isSlide) add(calm.length > 0 ? calm : still);
    const settled = isSlide ? tiles : hasGone ? still.filter(isRestless) : still;
    for (const tile of settled) {
      copyTile(held, shown, tile);
      isOther[tile] = false;
    }
  }

  function add(settled: readonly number[]): void {
    const share = settled.length / tiles.length;
    const before = middle(settled.map((tile) => lastSeen[tile]!));
    const after = Math.max(before + 1, middle(settled.map((tile) => since[tile]!)));
    const push = (from: number, to: number): void => {
      found.push({ before: looks[from]!.n, after: looks[to]!.n, share });
    };
    const moving = after - before >= film.looks && looks[after]!.time - looks[before + 1]!.time >= film.seconds;
    if (moving && looks[before]!.time - begun >= rest) push(before, before + 1);
    push(moving ? after - 1 : before, after);
    begun = looks[after]!.time;
  }

  return {
    /** Takes the picture of keyframe `n`; they come in order. */
    see(picture: Uint8Array, n: number): void {
      const time = keyframes[n]?.[1];
      if (time === undefined || Math.floor(time / span) <= Math.floor((looks.at(-1)?.time ?? -span) / span)) return;
      const step = stepBetween(looks.at(-1)?.time ?? time, time);
      const look =
        looks.push({
          n,
          time,
          isStep: step !== undefined,
          isStill: step !== undefined && isLong && step.until - step.second >= rest,
        }) - 1;
      if (look === 0) {
        shown.set(picture.subarray(0, shown.length));
        for (const tile of tiles) hold(picture, tile);
      }
      for (const tile of tiles) {
        moves[tile]! *= unrest.left;
        if (!differs(picture, held, tile)) continue;
        hold(picture, tile);
        const move = since[tile] === look - 1 ? unrest.again : unrest.alone;
        if (!step) moves[tile] = Math.min(unrest.most, moves[tile]! + move);
        since[tile] = look;
        if (!isOther[tile]) lastSeen[tile] = look - 1;
        isOther[tile] = differs(held, shown, tile);
      }
      judge(time);
    },
    /** All changes, at the end of the recording. */
    changes(): readonly SlideChange[] {
      const last = looks.at(-1);
      if (last) {
        last.isStill = last.isStep;
        judge(last.time);
      }
      return found;
    },
  };
}
