import type { IndexedSegment } from './playback-index.ts';

/** Seconds a segment should last. */
const target = 6;
const shortest = 1;

/**
 * Cuts, in seconds, at keyframes nearest the target length, because players begin at keyframes. Outlying sound stays
 * in the first and last segment. Without pictures: fixed length.
 */
export function boundaries(keyframes: readonly number[], videoEnd: number, duration: number): number[] {
  const cuts = [0];
  const last = (): number => cuts.at(-1)!;
  if (keyframes.length === 0) while (duration - last() > target * 1.5) cuts.push(last() + target);
  for (const [n, time] of keyframes.entries()) {
    const next = keyframes[n + 1] ?? videoEnd;
    const length = time - last();
    // The sound may end a frame before the picture: a last segment that short could have none.
    if (n === 0 || length < shortest || videoEnd - time < shortest) continue;
    if (length >= target || next - last() - target > target - length) cuts.push(time);
  }
  return [...cuts, duration];
}

/** Numbers of the samples of a track, in decode order, by the second they belong to. */
export type Samples = {
  /** First sample of the segment that begins at this second; `count` for the end. */
  from(time: number): number;
  count: number;
  bytes(from: number, to: number): number;
};

/** The segments between the boundaries. Each sample is in exactly one. */
export function cutSegments(
  cuts: readonly number[],
  video: Samples | undefined,
  audio: Samples | undefined,
  headerSize: (videoSamples: number, audioSamples: number) => number,
): IndexedSegment[] {
  return cuts.slice(0, -1).map((start, n) => {
    const end = cuts[n + 1]!;
    const isLast = n === cuts.length - 2;
    const range = (samples: Samples | undefined): [number, number] =>
      samples ? [samples.from(start), isLast ? samples.count : samples.from(end)] : [0, 0];
    const [videoFrom, videoTo] = range(video);
    const [audioFrom, audioTo] = range(audio);
    const payload = (video?.bytes(videoFrom, videoTo) ?? 0) + (audio?.bytes(audioFrom, audioTo) ?? 0);
    const bytes = payload + headerSize(videoTo - videoFrom, audioTo - audioFrom);
    return [start, end, videoFrom, videoTo, audioFrom, audioTo, bytes];
  });
}
