import { fragmentHeader, type MediaSample } from '../mp4/fragment.ts';
import { type TrackHeader, writeInitSegment } from '../mp4/init-segment.ts';
import { type OpenPlayable, type PlaybackIndex, readSamples } from './playback-index.ts';
import { schedule } from './schedule.ts';
import type { MediaFragment } from './segment-cache.ts';

export const videoTrackId = 1;
export const audioTrackId = 2;

export function videoHeader({ video }: PlaybackIndex): TrackHeader | undefined {
  return (
    video && {
      id: videoTrackId,
      handler: 'vide',
      timescale: video.timescale,
      entry: Buffer.from(video.entry, 'base64'),
      matrix: Buffer.from(video.matrix, 'base64'),
      width: video.width,
      height: video.height,
    }
  );
}

export function audioHeader({ audio }: PlaybackIndex): TrackHeader | undefined {
  return (
    audio && {
      id: audioTrackId,
      handler: 'soun',
      timescale: audio.timescale,
      entry: Buffer.from(audio.entry, 'base64'),
    }
  );
}

export function initSegment(index: PlaybackIndex): Buffer {
  const [video, audio] = [videoHeader(index), audioHeader(index)];
  return writeInitSegment([
    ...(video ? [{ ...video, delay: index.video?.delay ?? 0 }] : []),
    ...(audio ? [audio] : []),
  ]);
}

/**
 * Pictures of a segment with own decode times and durations. Composition offsets include the edit list's delay, so
 * none is negative and picture and sound stay synchronous.
 */
async function picturesOf(playable: OpenPlayable, n: number): Promise<MediaSample[]> {
  const { video, segments } = playable.index;
  const [, , from, to] = segments[n]!;
  if (!video) return [];
  // With the first frame of the next segment, which says where this one ends.
  const read = await readSamples(playable, 'video', from, Math.min(to + 1, video.samples));
  const shown = read.map(({ decode, composition }) => decode + composition);
  // A picture that begins late is shown from the start: players wait for the first one, or skip what is before it.
  if (n === 0) shown[0] = 0;
  const end = shown[to - from] ?? Math.round(video.end * video.timescale);
  const own = shown.slice(0, to - from);
  return schedule(own, end).map(({ decode, duration }, i) => ({
    ...read[i]!,
    decode,
    duration,
    composition: own[i]! - decode + video.delay,
  }));
}

/** Segment `n` as fMP4. Undefined past the last one. */
export async function cutSegment(playable: OpenPlayable, n: number): Promise<MediaFragment | undefined> {
  const segment = playable.index.segments[n];
  if (!segment) return undefined;
  const [, , , , audioFrom, audioTo] = segment;
  const [video, audio] = await Promise.all([
    picturesOf(playable, n),
    readSamples(playable, 'audio', audioFrom, audioTo),
  ]);
  const header = fragmentHeader(n + 1, [
    { id: videoTrackId, handler: 'vide', samples: video },
    { id: audioTrackId, handler: 'soun', samples: audio },
  ]);
  return { header, pictures: video, sound: audio };
}
