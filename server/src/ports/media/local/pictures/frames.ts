import { type MediaSample, fragmentHeader } from '../mp4/fragment.ts';
import { writeInitSegment } from '../mp4/init-segment.ts';
import { videoHeader, videoTrackId } from '../index/cut-segment.ts';
import {
  type IndexedVideo,
  type OpenPlayable,
  type PlaybackIndex,
  readSamples,
  streamData,
} from '../index/playback-index.ts';

/** Seconds at which a sample is shown. */
export const getFrameShownSeconds = ({ timescale }: IndexedVideo, sample: MediaSample): number =>
  (sample.decode + sample.composition) / timescale;

/** A millisecond: times come from people and from players, both of which round. */
const slack = 0.001;

/** Number of the last keyframe at or before a second; the first one for all times before it. */
export function keyframeBefore({ keyframes }: IndexedVideo, time: number): number {
  let low = 0;
  let high = keyframes.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (keyframes[middle]![1] <= time + slack) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The samples of a group of pictures, from its keyframe to the next, in decode order. */
export async function readPictureGroup(
  playable: OpenPlayable,
  video: IndexedVideo,
  keyframe: number,
): Promise<MediaSample[]> {
  const from = video.keyframes[keyframe]![0];
  return readSamples(playable, 'video', from, video.keyframes[keyframe + 1]?.[0] ?? video.samples);
}

/** How many samples of a group one must decode to show the frame of this second, and which of their frames it is. */
export function frameAt(
  video: IndexedVideo,
  group: readonly MediaSample[],
  time: number,
): { decode: number; n: number } {
  const shown = group.map((sample) => getFrameShownSeconds(video, sample) <= time + slack);
  return { decode: Math.max(1, shown.lastIndexOf(true) + 1), n: Math.max(0, shown.filter(Boolean).length - 1) };
}

const headerOf = (index: PlaybackIndex): Buffer =>
  writeInitSegment([videoHeader(index)].filter((track) => track !== undefined));

/** These samples as an fMP4 stream of their own that begins at 0, for ffmpeg's stdin. */
export async function* asStream(playable: OpenPlayable, samples: readonly MediaSample[]): AsyncGenerator<Buffer> {
  const first = samples[0]?.decode ?? 0;
  const moved = samples.map((sample) => ({ ...sample, decode: sample.decode - first }));
  yield headerOf(playable.index);
  yield fragmentHeader(1, [{ id: videoTrackId, handler: 'vide', samples: moved }]);
  yield* streamData(playable, samples);
}

/** Keyframes under one header. */
const batch = 16;

/** All keyframes and nothing else, at their own seconds. */
export async function* keyframeStream(playable: OpenPlayable, video: IndexedVideo): AsyncGenerator<Buffer> {
  const { keyframes, timescale } = video;
  const shownAt = (n: number): number => Math.round((keyframes[n]?.[1] ?? video.end) * timescale);
  yield headerOf(playable.index);
  for (let from = 0; from < keyframes.length; from += batch) {
    const samples: MediaSample[] = [];
    for (let n = from; n < Math.min(keyframes.length, from + batch); n += 1) {
      const number = keyframes[n]![0];
      const [sample] = await readSamples(playable, 'video', number, number + 1);
      const duration = Math.max(1, shownAt(n + 1) - shownAt(n));
      if (sample) samples.push({ ...sample, decode: shownAt(n), composition: 0, duration });
    }
    yield fragmentHeader(from / batch + 1, [{ id: videoTrackId, handler: 'vide', samples }]);
    yield* streamData(playable, samples);
  }
}
