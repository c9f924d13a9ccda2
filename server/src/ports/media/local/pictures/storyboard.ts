import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '@lectern/contract/problem';
import type { Storyboard, Work } from '../../port.ts';
import { sheet as sheetArguments, smallFrames } from '../ffmpeg/arguments.ts';
import type { Ffmpeg } from '../ffmpeg/run-ffmpeg.ts';
import type { IndexedVideo, OpenPlayable } from '../index/playback-index.ts';
import { asStream, groupOf, keyframeStream, shownAt } from './frames.ts';
import { changesAmong, difference } from './slide-changes.ts';

const columns = 10;
const tileWidth = 160;
const perSheet = 100;

export const sheetName = (n: number): string => `sheet-${n}.jpg`;

/** Seconds between tiles: a hundred tiles where that is between these bounds. */
const shortestInterval = 2;
const longestInterval = 10;

export function layout(video: Pick<IndexedVideo, 'width' | 'height' | 'rotation'>, duration: number): Storyboard {
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

/** Calls `take` with each raw picture as ffmpeg delivers it, in order. */
function pictures(size: number, take: (picture: Buffer) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    let at = 0;
    for (; rest.length - at >= size; at += size) take(rest.subarray(at, at + size));
    rest = Buffer.from(rest.subarray(at));
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

/** Groups are decoded to find the second of a change; more than this many would take too long. */
const mostRefined = 200;

/** Whether an encoder put this keyframe where the picture changed, rather than because it was due. */
const cameEarly = ({ keyframes }: IndexedVideo, n: number, longest: number): boolean =>
  keyframes[n]![1] - keyframes[n - 1]![1] < longest * 0.98;

/** The second of the greatest change between a keyframe and the next one. */
async function refine(
  ffmpeg: Ffmpeg,
  playable: OpenPlayable,
  video: IndexedVideo,
  keyframe: number,
  signal?: AbortSignal,
): Promise<number> {
  const [width, height] = [80, 46];
  const group = await groupOf(playable, video, keyframe);
  const times = group.map((sample) => shownAt(video, sample)).sort((a, b) => a - b);
  let [n, greatest, at] = [0, 0, 0];
  let previous: Buffer | undefined;
  await ffmpeg.run(smallFrames(width, height), {
    input: asStream(playable, group),
    signal,
    background: true,
    onOutput: pictures(width * height * 3, (picture) => {
      const change = previous ? difference(previous, picture) : 0;
      if (change > greatest) [greatest, at] = [change, n];
      previous = Buffer.from(picture);
      n += 1;
    }),
  });
  const next = video.keyframes[keyframe + 1]![1];
  return greatest >= 2 ? (times[at] ?? next) : next;
}

async function slidesFrom(
  ffmpeg: Ffmpeg,
  playable: OpenPlayable,
  video: IndexedVideo,
  changes: readonly number[],
  signal?: AbortSignal,
): Promise<number[]> {
  const longest = video.keyframes.reduce(
    (most, [, time], n) => Math.max(most, time - (video.keyframes[n - 1]?.[1] ?? time)),
    0,
  );
  const seconds: number[] = [];
  let refined = 0;
  for (const n of changes) {
    const exact = longest < shortestInterval || cameEarly(video, n, longest) || refined >= mostRefined;
    if (!exact) refined += 1;
    seconds.push(exact ? video.keyframes[n]![1] : await refine(ffmpeg, playable, video, n - 1, signal));
  }
  return seconds;
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
  { signal, onProgress }: Work = {},
): Promise<{ storyboard: Storyboard; slides: number[] } | null> {
  const { video, duration } = playable.index;
  if (!video) return null;
  const storyboard = layout(video, duration);
  const sheets = await sheetFolder(ffmpeg, storyboard, folder, signal);
  const paint = tileSheets(storyboard, sheets.add);
  const differences: number[] = [];
  let previous: Buffer | undefined;
  await ffmpeg.run(smallFrames(tileWidth, storyboard.tileHeight), {
    input: keyframeStream(playable, video),
    signal,
    background: true,
    onOutput: pictures(tileWidth * storyboard.tileHeight * 3, (picture) => {
      differences.push(previous ? difference(previous, picture) : 0);
      previous = Buffer.from(picture);
      paint(previous, video.keyframes[differences.length]?.[1] ?? Infinity);
      onProgress?.((differences.length / video.keyframes.length) * 0.9);
    }),
  });
  if (differences.length !== video.keyframes.length)
    throw new Problem('media_failed', {
      cause: `${differences.length} pictures of ${video.keyframes.length} keyframes`,
    });
  await sheets.finish();
  const slides = await slidesFrom(ffmpeg, playable, video, changesAmong(differences), signal);
  onProgress?.(1);
  return { storyboard, slides };
}
