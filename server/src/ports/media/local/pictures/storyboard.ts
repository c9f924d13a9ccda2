import { mkdir, rename, rm } from 'node:fs/promises';
import { Problem } from '@lectern/contract/problem';
import type { Storyboard, ProgressOptions } from '../../port.ts';
import { buildStoryboardArguments } from '../ffmpeg/arguments.ts';
import type { Ffmpeg } from '../ffmpeg/run-ffmpeg.ts';
import type { IndexedVideo, OpenPlayable } from '../index/playback-index.ts';
import { keyframeStream } from './frames.ts';
import { type LargeFrames, readLargeFrames } from './large-frames.ts';
import { type SlideChange, watchSlides } from './slide-changes.ts';

/** Calls `take` with each raw picture as ffmpeg delivers it, in order; the next one overwrites it. */
function eachPicture(size: number, take: (picture: Buffer) => void): (chunk: Buffer) => void {
  const picture = Buffer.allocUnsafe(size);
  let filled = 0;
  return (chunk) => {
    for (let at = 0; at < chunk.length;) {
      const copied = chunk.copy(picture, filled, at);
      at += copied;
      filled = (filled + copied) % size;
      if (filled === 0) take(picture);
    }
  };
}

/** Seconds a slide is shown at least: what is shorter is the way from one to the next. */
const shortest = 2;

/** The seconds at which slides begin that are shown for long enough, ascending. */
function slideSeconds(changes: readonly SlideChange[], { firstOf }: LargeFrames): number[] {
  const seconds: number[] = [];
  for (const second of changes.map(firstOf)) if (second - (seconds.at(-1) ?? 0) >= shortest) seconds.push(second);
  return seconds;
}

const columns = 10;
const tileWidth = 160;
const perSheet = 100;

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
  // Twice the size of a tile: there small print is still seen to change.
  const size = { width: tileWidth * 2, height: storyboard.tileHeight * 2 };
  const frames = await readLargeFrames(playable, video);
  const watch = watchSlides(size, video, frames);
  const partial = `${folder}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true });
  let seen = 0;
  await ffmpeg.run(buildStoryboardArguments(size, storyboard, partial), {
    input: keyframeStream(playable, video),
    signal,
    background: true,
    onOutput: eachPicture(size.width * size.height, (picture) => {
      watch.see(picture, seen);
      seen += 1;
      onProgress?.((seen / video.keyframes.length) * 0.9);
    }),
  });
  if (seen !== video.keyframes.length)
    throw new Problem('media_failed', { cause: `${seen} pictures of ${video.keyframes.length} keyframes` });
  await rm(folder, { recursive: true, force: true });
  await rename(partial, folder);
  const slides = slideSeconds(watch.changes(), frames);
  onProgress?.(1);
  return { storyboard, slides };
}
