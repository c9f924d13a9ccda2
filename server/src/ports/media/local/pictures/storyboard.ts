import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '@lectern/contract/problem';
import type { Storyboard, ProgressOptions } from '../../port.ts';
import { buildStoryboardSheetArguments as sheetArguments, smallFrames } from '../ffmpeg/arguments.ts';
import type { Ffmpeg } from '../ffmpeg/run-ffmpeg.ts';
import { type IndexedVideo, type OpenPlayable, readSamples } from '../index/playback-index.ts';
import { keyframeStream, asStream, getFrameShownSeconds } from './frames.ts';
import { watchSlides, grey, same, type SlideChange, watchKeyframes } from './slide-changes.ts';
import { photographedBefore } from '@lectern/contract/outline/slides';

/** Calls `take` with each raw picture as ffmpeg delivers it, in order. */
function eachPicture(size: number, take: (picture: Buffer) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    let at = 0;
    for (; rest.length - at >= size; at += size) take(rest.subarray(at, at + size));
    rest = Buffer.from(rest.subarray(at));
  };
}

/** Changes whose second is looked for; to decode the pictures around more than these would take too long. */
const mostRefined = 200;

/** Seconds that a change may lie beside its keyframe without being looked for: nobody sees it. */
const near = 0.25;

/** Seconds a slide is shown at least: what is shorter is the way from one to the next. */
const shortest = 2;

/**
 * Share of the pixels of a change that decides, and how far a pixel goes on its way in a cross-fade until it has left.
 */
const majority = 2 / 3;
const left = 1 / 4;

/**
 * Which of the pictures from one keyframe to another is the first of the new slide; of each, the pixels of the change.
 */
function firstOfNew(pictures: readonly Uint8Array[], moved: boolean): number {
  const [old, next] = [pictures[0]!, pictures.at(-1)!];
  const end = moved ? next : old;
  const agreeing = (picture: Uint8Array): number =>
    picture.reduce((count, value, n) => {
      const tolerance = Math.max(same, Math.abs(old[n]! - next[n]!) * left);
      return count + (Math.abs(value - end[n]!) <= tolerance ? 1 : 0);
    }, 0) / picture.length;
  // A slide begins where the one before is no longer shown, in a cross-fade too: there it is still photographed whole.
  const last = pictures.findLastIndex((picture) => agreeing(picture) >= majority !== moved);
  return Math.min(pictures.length - 1, last + 1);
}

type Wanted = {
  changes: readonly SlideChange[];
  size: { width: number; height: number };
  signal?: AbortSignal | undefined;
};

/** The second of a change, by decoding what lies between the keyframes that show it. */
async function refine(
  ffmpeg: Ffmpeg,
  playable: OpenPlayable,
  video: IndexedVideo,
  { before, after, pixels, moved }: SlideChange,
  { size: { width, height }, signal }: Wanted,
): Promise<number> {
  const [from, to] = [video.keyframes[before]!, video.keyframes[after]!];
  const samples = await readSamples(playable, 'video', from[0], to[0] + 1);
  const times = samples.map((sample) => getFrameShownSeconds(video, sample)).sort((a, b) => a - b);
  const pictures: Uint8Array[] = [];
  await ffmpeg.run(smallFrames(width, height), {
    input: asStream(playable, samples),
    signal,
    background: true,
    onOutput: eachPicture(width * height * 3, (picture) => {
      pictures.push(Uint8Array.from(pixels, (pixel) => grey(picture, pixel)));
    }),
  });
  return pictures.length > 1 ? (times[firstOfNew(pictures, moved)] ?? to[1]) : to[1];
}

/** The seconds of changes of slides, ascending. */
async function slideTimes(
  ffmpeg: Ffmpeg,
  playable: OpenPlayable,
  video: IndexedVideo,
  wanted: Wanted,
): Promise<number[]> {
  const seconds: number[] = [];
  for (const [n, change] of wanted.changes.entries()) {
    const [from, to] = [video.keyframes[change.before]![1], video.keyframes[change.after]![1]];
    let second = to;
    if (to - from > near)
      second =
        n < mostRefined
          ? await refine(ffmpeg, playable, video, change, wanted)
          : Math.min(to, from + photographedBefore);
    if (second - (seconds.at(-1) ?? 0) >= shortest) seconds.push(second);
  }
  return seconds;
}

const columns = 10;
const tileWidth = 160;
const perSheet = 100;

export const sheetName = (n: number): string => `sheet-${n}.jpg`;

/** Seconds between tiles: a hundred tiles where that is between these bounds. */
const shortestInterval = 2;
const longestInterval = 10;

export function layOutStoryboard(
  video: Pick<IndexedVideo, 'width' | 'height' | 'rotation'>,
  duration: number,
): Storyboard {
  const turned = video.rotation === 90 || video.rotation === 270;
  const ratio = turned ? video.width / video.height : video.height / video.width;
  const interval = Math.min(longestInterval, Math.max(shortestInterval, duration / perSheet));
  const tiles = Math.max(1, Math.ceil(duration / interval));
  return {
    interval,
    tiles,
    tileWidth,
    tileHeight: Math.min(480, Math.max(2, Math.round((tileWidth * ratio) / 2) * 2)),
    columns,
    rows: Math.min(columns, Math.ceil(tiles / columns)),
    sheets: Math.ceil(tiles / perSheet),
  };
}

/** Puts pictures into sheets and hands on each that is full; a tile shows the last keyframe at or before its second. */
function tileSheets({ interval, tiles, tileHeight, rows }: Storyboard, take: (sheet: Buffer, n: number) => void) {
  const empty = (): Buffer => Buffer.alloc(columns * tileWidth * rows * tileHeight * 3);
  let sheet = empty();
  let next = 0;
  const paint = (picture: Buffer): void => {
    const place = next % perSheet;
    const left = (place % columns) * tileWidth * 3;
    const top = Math.floor(place / columns) * tileHeight;
    for (let y = 0; y < tileHeight; y += 1)
      picture.copy(sheet, (top + y) * columns * tileWidth * 3 + left, y * tileWidth * 3, (y + 1) * tileWidth * 3);
    next += 1;
    if (next % perSheet !== 0 && next < tiles) return;
    take(sheet, Math.ceil(next / perSheet) - 1);
    if (next < tiles) sheet = empty();
  };
  /** All tiles before the second `until` that are not painted yet show this picture. */
  return (picture: Buffer, until: number): void => {
    const due = Math.min(tiles, Math.ceil(until / interval));
    for (let left = due - next; left > 0; left -= 1) paint(picture);
  };
}

/** Writes the sheets of a storyboard as they come; `folder` appears when all are there. */
async function sheetFolder(ffmpeg: Ffmpeg, { rows, tileHeight }: Storyboard, folder: string, signal?: AbortSignal) {
  const partial = `${folder}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true });
  let writing: Promise<unknown> = Promise.resolve();
  return {
    add(sheet: Buffer, n: number): void {
      const args = sheetArguments(columns * tileWidth, rows * tileHeight, join(partial, sheetName(n)));
      writing = writing.then(() => ffmpeg.run(args, { input: sheet, signal, background: true }));
      // Awaited by `finish`; until then it is not unhandled.
      writing.catch(() => undefined);
    },
    async finish(): Promise<void> {
      await writing;
      await rm(folder, { recursive: true, force: true });
      await rename(partial, folder);
    },
  };
}

/** One pass over the keyframes, read out of the file by the index; see `Media.storyboard`. */
export async function makeStoryboard(
  ffmpeg: Ffmpeg,
  playable: OpenPlayable,
  folder: string,
  { signal, onProgress }: ProgressOptions = {},
): Promise<{ storyboard: Storyboard; slides: number[] } | null> {
  const { video, duration } = playable.index;
  if (!video) return null;
  const storyboard = layOutStoryboard(video, duration);
  const sheets = await sheetFolder(ffmpeg, storyboard, folder, signal);
  const paint = tileSheets(storyboard, sheets.add);
  const watch = watchKeyframes(watchSlides(tileWidth, storyboard.tileHeight), video);
  let seen = 0;
  await ffmpeg.run(smallFrames(tileWidth, storyboard.tileHeight), {
    input: keyframeStream(playable, video),
    signal,
    background: true,
    onOutput: eachPicture(tileWidth * storyboard.tileHeight * 3, (picture) => {
      watch.see(picture, seen);
      seen += 1;
      paint(picture, video.keyframes[seen]?.[1] ?? Infinity);
      onProgress?.((seen / video.keyframes.length) * 0.9);
    }),
  });
  if (seen !== video.keyframes.length)
    throw new Problem('media_failed', { cause: `${seen} pictures of ${video.keyframes.length} keyframes` });
  await sheets.finish();
  const size = { width: tileWidth, height: storyboard.tileHeight };
  const slides = await slideTimes(ffmpeg, playable, video, { changes: watch.changes(), size, signal });
  onProgress?.(1);
  return { storyboard, slides };
}
