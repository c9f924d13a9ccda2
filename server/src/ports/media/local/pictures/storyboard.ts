import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '@lectern/contract/problem';
import type { Storyboard, ProgressOptions } from '../../port.ts';
import { buildStoryboardSheetArguments as sheetArguments, smallFrames } from '../ffmpeg/arguments.ts';
import type { Ffmpeg } from '../ffmpeg/run-ffmpeg.ts';
import type { IndexedVideo, OpenPlayable } from '../index/playback-index.ts';
import { keyframeStream } from './frames.ts';
import { eachPicture } from './each-picture.ts';
import { watchSlides } from './slide-changes.ts';
import { slideTimes } from './slide-times.ts';
import { watchKeyframes } from './watch-keyframes.ts';

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
