import { photographedBefore } from '@lectern/contract/outline/slides';
import { smallFrames } from '../ffmpeg/arguments.ts';
import type { Ffmpeg } from '../ffmpeg/run-ffmpeg.ts';
import { type IndexedVideo, type OpenPlayable, readSamples } from '../index/playback-index.ts';
import { eachPicture } from './each-picture.ts';
import { asStream, getFrameShownSeconds } from './frames.ts';
import { grey, same, type SlideChange } from './slide-changes.ts';

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
export function firstOfNew(pictures: readonly Uint8Array[], moved: boolean): number {
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
export async function slideTimes(
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
