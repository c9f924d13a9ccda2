import type { IndexedVideo } from '../index/playback-index.ts';

/**
 * Seconds of which one picture is looked at. Pixels rest for longer; where every frame is a keyframe, all would take
 * minutes.
 */
const span = 0.5;

/** Shows keyframes to who watches for slides, one of each span, and tells changes by the numbers of keyframes. */
export function watchKeyframes(
  { see, changes }: ReturnType<typeof watchSlides>,
  { keyframes }: Pick<IndexedVideo, 'keyframes'>,
) {
  /** Numbers of the keyframes that were looked at. */
  const looked: number[] = [];
  let watched = -Infinity;
  return {
    /** Takes the picture of keyframe `n`; they come in order. */
    see(picture: Uint8Array, n: number): void {
      const time = keyframes[n]?.[1];
      if (time === undefined || Math.floor(time / span) <= watched) return;
      watched = Math.floor(time / span);
      looked.push(n);
      see(picture, time);
    },
    changes: (): SlideChange[] =>
      changes().map((change) => ({ ...change, before: looked[change.before]!, after: looked[change.after]! })),
  };
}

/** Side of a square, in pixels. */
const side = 8;
/** Most that one picture tells of the noise of a square, in grey levels: a new slide is none. */
const loud = 12;
/** Share of the pixels of a square and its neighbours that move in a picture, and on average, where nothing counts. */
const stirring = 0.03;
const busy = 0.15;
/** Weight of a new picture in an average; the first have more. */
const weight = 1 / 8;

/** The squares of a picture, how noisy each is and how much moves in it and around it, from one picture to the next. */
function pictureSquares(width: number, height: number) {
  const [across, down] = [Math.ceil(width / side), Math.ceil(height / side)];
  const count = across * down;
  const squareOf = Uint16Array.from(
    { length: width * height },
    (_, pixel) => Math.floor(pixel / width / side) * across + Math.floor((pixel % width) / side),
  );
  const pixels = new Uint8Array(count);
  for (const square of squareOf) pixels[square]! += 1;
  const around = Array.from({ length: count }, (_, square) => {
    const isNear = (other: number): boolean =>
      Math.abs((other % across) - (square % across)) < 2 &&
      Math.abs(Math.floor(other / across) - Math.floor(square / across)) < 2;
    return Array.from({ length: count }, (_, other) => other).filter(isNear);
  });
  const [noise, motion] = [new Float64Array(count), new Float64Array(count)];
  const [differences, movements] = [new Uint32Array(count), new Uint8Array(count)];
  let stirs: boolean[] = [];
  let isBusy: boolean[] = [];
  let seen = 0;
  const sum = (squares: readonly number[], values: Uint8Array | Float64Array): number =>
    squares.reduce((total, square) => total + values[square]!, 0);

  return {
    noiseAt: (pixel: number): number => noise[squareOf[pixel]!]!,
    see(pixel: number, difference: number, moves: boolean): void {
      differences[squareOf[pixel]!]! += difference;
      if (moves) movements[squareOf[pixel]!]! += 1;
    },
    /** After all pixels of a picture. */
    next(): void {
      seen += 1;
      stirs = around.map((squares) => sum(squares, movements) > sum(squares, pixels) * stirring);
      for (let square = 0; square < count; square += 1) {
        const difference = Math.min(loud, differences[square]! / pixels[square]!);
        noise[square]! += (difference - noise[square]!) * Math.max(weight, 1 / seen);
        motion[square]! += (movements[square]! / pixels[square]! - motion[square]!) * weight;
      }
      isBusy = around.map((squares) => sum(squares, motion) > squares.length * busy);
      differences.fill(0);
      movements.fill(0);
    },
    /** Whether next to nothing moved here in the last picture. */
    isStill: (pixel: number): boolean => !stirs[squareOf[pixel]!],
    /** Whether much moves here on average. */
    isBusy: (pixel: number): boolean => isBusy[squareOf[pixel]!]!,
  };
}

/** Grey levels, of 255, within which a pixel is the same: what compression does to a picture that stands still. */
export const same = 8;
/** A pixel is the same within so many times the noise of its square, too. */
const aboveNoise = 3;
/** Grey levels from which on a pixel shows something else: words do, compression hardly ever. */
const clear = 20;
/** Pixels, of a picture 160 wide, that must have changed, and among them those where something stood before. */
const fewest = { changed: 40, gone: 24 };
/** Share of the picture from which on a change is one, whatever was there, and a pixel rests sooner. */
const most = 0.4;
/** Seconds a pixel stays the same until it rests. */
const rest = { ofMost: 1.5, otherwise: 4 };
/** Seconds of movement between two slides from which on it is something of its own. */
const ownSpan = 4;
/** Gain of `restlessness` per movement, and the limit; an eighth decays with every picture. */
const moved = 31;
const restless = 96;
/** Pixels of a change that are kept. */
const kept = 400;

/**
 * Numbers of the pictures before and after a change, and its pixels. `moved` marks the end of a movement (camera,
 * film) rather than of a slide.
 */
export type SlideChange = { before: number; after: number; pixels: Uint32Array; moved: boolean };

export const grey = (picture: Uint8Array, pixel: number): number =>
  (picture[pixel * 3]! + 2 * picture[pixel * 3 + 1]! + picture[pixel * 3 + 2]!) >> 2;

/**
 * Detects slide changes in successive small RGB pictures. A pixel changes when it rests at a new value in still
 * surroundings; cameras, clocks and pointers do not count.
 */
export function watchSlides(width: number, height: number) {
  const size = width * height;
  const squares = pictureSquares(width, height);
  const [resting, held, restlessness] = [new Uint8Array(size), new Uint8Array(size), new Uint8Array(size)];
  /** Numbers of pictures: the last that showed what `resting` says, and the first that showed what is `held`. */
  const [lastSeen, since] = [new Uint32Array(size), new Uint32Array(size)];
  const times: number[] = [];
  const changes: SlideChange[] = [];

  /** Whether something stood at this pixel, rather than empty ground. */
  function hasInk(pixel: number): boolean {
    const row = pixel - (pixel % width);
    const around = resting.subarray(Math.max(row, pixel - 3), Math.min(row + width, pixel + 4));
    return Math.max(...around) - Math.min(...around) > same;
  }

  function add(change: Omit<SlideChange, 'pixels'>, pixels: readonly number[]): void {
    const every = Math.ceil(pixels.length / kept);
    changes.push({ ...change, pixels: Uint32Array.from(pixels.filter((_, n) => n % every === 0)) });
  }

  /** Looks at the pixels that have come to rest at another value. */
  function judge(settled: readonly number[]): void {
    const isMost = settled.length >= size * most;
    const edge = changes.at(-1)?.after ?? 0;
    const different = settled.filter((pixel) => Math.abs(held[pixel]! - resting[pixel]!) >= clear);
    // Pixels that left before the last change ended belong to that change, or have moved since.
    const [stale, fresh] = [
      different.filter((pixel) => lastSeen[pixel]! < edge),
      different.filter((pixel) => lastSeen[pixel]! >= edge),
    ];
    if (fresh.length >= fewest.changed && (isMost || fresh.filter(hasInk).length >= fewest.gone)) {
      const early = (values: number[]): number => values.toSorted((one, other) => one - other)[fewest.gone]!;
      const before = early(fresh.map((pixel) => lastSeen[pixel]!));
      const after = Math.max(before + 1, early(fresh.map((pixel) => since[pixel]!)));
      const isOneStep = after - before < 2 || times[after]! - times[before + 1]! < ownSpan;
      add({ before, after: isOneStep ? after : before + 1, moved: false }, fresh);
      if (!isOneStep) add({ before: after - 1, after, moved: true }, fresh);
    } else if (stale.length >= fewest.changed) {
      const after = since[stale[stale.length >> 1]!]!;
      if (after > edge && times[after]! - times[edge]! >= ownSpan)
        add({ before: after - 1, after, moved: true }, stale);
    }
  }

  /** Takes a picture in; without one, the last one stays. Tells which pixels rest at another value than before. */
  function take(picture: Uint8Array | undefined, time: number): number[] {
    const n = times.push(time) - 1;
    const soon: number[] = [];
    for (let pixel = 0; pixel < size; pixel += 1) {
      const value = picture ? grey(picture, pixel) : held[pixel]!;
      if (n === 0) resting[pixel] = held[pixel] = value;
      const tolerance = Math.max(same, squares.noiseAt(pixel) * aboveNoise);
      const difference = Math.abs(value - held[pixel]!);
      restlessness[pixel]! -= restlessness[pixel]! >> 3;
      if (difference > tolerance) {
        held[pixel] = value;
        since[pixel] = n;
        restlessness[pixel]! += moved;
      }
      squares.see(pixel, difference, difference > tolerance);
      if (Math.abs(value - resting[pixel]!) <= tolerance) lastSeen[pixel] = picture ? n : n - 1;
      else if (time - times[since[pixel]!]! >= rest.ofMost) soon.push(pixel);
    }
    squares.next();
    const still = soon.filter(squares.isStill);
    if (still.length >= size * most) return still;
    // At the end, what came too late to rest, but nothing that had time to and moved.
    const latest = (times[n - 1] ?? 0) - rest.otherwise;
    const rested = still.filter((pixel) => {
      const from = times[since[pixel]!]!;
      return picture ? time - from >= rest.otherwise : from > latest;
    });
    const calm = rested.filter((pixel) => restlessness[pixel]! < restless && !squares.isBusy(pixel));
    // Where most of what rests lies in restless places, it is something that moves and pauses.
    return calm.length * 2 >= rested.length ? calm : [];
  }

  function see(picture: Uint8Array | undefined, time: number): void {
    const settled = take(picture, time);
    const before = changes.length;
    judge(settled);
    // A new slide replaces every pixel, including those not yet at rest.
    if (changes.length > before) {
      resting.set(held);
      lastSeen.fill(times.length - 1);
    }
    for (const pixel of settled) {
      resting[pixel] = held[pixel]!;
      lastSeen[pixel] = times.length - 1;
    }
  }

  return {
    see: (picture: Uint8Array, time: number): void => see(picture, time),
    /** All changes, at the end of the recording. */
    changes(): readonly SlideChange[] {
      see(undefined, Infinity);
      return changes;
    },
  };
}
