import { type IndexedVideo, type OpenPlayable, readSamples } from '../index/playback-index.ts';
import { getFrameShownSeconds } from './frames.ts';

/** Bytes of a frame that tells of something new, in those of the frame in the middle, and of its keyframe. */
const large = { ofUsual: 4, ofKeyframe: 0.001 };
/** The same of a step, which only a new slide or a cut makes, in those of frames in movement. */
const step = { ofMoving: 4, ofKeyframe: 0.08 };
/** Bytes of the largest frame of a change in those of a keyframe of what changes, and of frames in movement. */
const change = { ofKeyframe: 0.02, ofMoving: 2.5 };
/** Bytes of frames in movement, in those of their keyframe, from which on they hide a change. */
const hiding = 0.05;
/** Share of the bytes of the largest frame from which on the first one begins the change: a line may come soon after. */
const first = 0.4;
/** Frames mend a keyframe, the less the later; the largest of that in three of four groups is what is usual. */
const mending = 0.25;
/** A keyframe after less than this share of the most frames and seconds between two was set by an encoder that saw a cut. */
const early = 0.99;

/**
 * When new slides come, told by the bytes of frames, which say what changed: nothing is decoded for it. Where all have
 * the same size, it knows of none.
 */
export type LargeFrames = {
  /** The one step between two seconds, and when the picture moves again after it. */
  stepBetween(from: number, to: number): { second: number; until: number } | undefined;
  /** When a change between two keyframes began, which takes this share of the picture. */
  firstOf(change: { before: number; after: number; share: number }): number;
};

type Frame = { second: number; size: number };

const middle = (values: readonly number[], share = 0.5): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? 0;

export async function readLargeFrames(playable: OpenPlayable, video: IndexedVideo): Promise<LargeFrames> {
  const { keyframes } = video;
  /** Frames and seconds between a keyframe and the one before. */
  const gaps = ([0, 1] as const).map((kind) => keyframes.map((at, n) => at[kind] - (keyframes[n - 1] ?? at)[kind]));
  const longest = gaps.map((values) => values.reduce((most, gap) => Math.max(most, gap), 0));
  const groups: { start: number; bytes: number; end: number; moving: number; isEarly: boolean; frames: Frame[] }[] = [];
  for (const [n, [number, start, bytes]] of keyframes.entries()) {
    const [next, end] = keyframes[n + 1] ?? [video.samples, video.end];
    const samples = await readSamples(playable, 'video', number + 1, next);
    const sizes = samples.map(({ size }) => size);
    const least = Math.max(middle(sizes) * large.ofUsual, bytes * large.ofKeyframe);
    groups.push({
      start,
      end,
      bytes,
      moving: middle(sizes, 0.8),
      isEarly: n > 0 && gaps.every((values, kind) => values[n]! < longest[kind]! * early),
      frames: samples
        .filter(({ size }) => size >= least)
        .map((sample) => ({ second: getFrameShownSeconds(video, sample), size: sample.size })),
    });
  }
  const mend = middle(
    groups.map(({ start, end, bytes, frames }) =>
      frames.reduce((most, { second, size }) => (second < (start + end) / 2 ? Math.max(most, size / bytes) : most), 0),
    ),
    mending,
  );
  const frames: Frame[] = [];
  const steps: number[] = [];
  for (const [n, { start, end, bytes, isEarly, frames: own }] of groups.entries()) {
    if (isEarly) frames.push({ second: start, size: bytes });
    if (isEarly) steps.push(start);
    const news = own.map(({ second, size }) => ({
      second,
      size: size - (bytes * mend * (end - second)) / (end - start),
    }));
    frames.push(...news);
    const around = groups.slice(Math.max(0, n - 1), n + 2).map(({ moving }) => moving);
    const leastStep = Math.max(Math.max(...around) * step.ofMoving, bytes * step.ofKeyframe);
    steps.push(...news.flatMap(({ second, size }) => (size >= leastStep ? [second] : [])));
  }
  return {
    stepBetween(from, to) {
      const at = steps.findLastIndex((second) => second <= to);
      const second = steps[at];
      return second === undefined || second <= from ? undefined : { second, until: steps[at + 1] ?? Infinity };
    },
    firstOf({ before, after, share }) {
      const { start: from, bytes, moving } = groups[before]!;
      const to = groups[after]!.start;
      const between = frames.filter(({ second }) => second > from && second <= to);
      const largest = between.reduce((most, { size }) => Math.max(most, size), 0);
      if (largest >= Math.max(bytes * share * change.ofKeyframe, moving * change.ofMoving))
        return between.find(({ size }) => size >= largest * first)!.second;
      // Else it is the keyframe, or hidden: then no more than half of the time between is wrong.
      return moving < bytes * hiding ? to : (from + to) / 2;
    },
  };
}
