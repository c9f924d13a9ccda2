import { bytesIn, fragmentHeader } from '../mp4/fragment.ts';
import { type TrackHeader, writeInitSegment } from '../mp4/init-segment.ts';
import { type OpenPlayable, type PlaybackIndex, readData, readSamples } from './playback-index.ts';

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

export const initSegment = (index: PlaybackIndex): Buffer =>
  writeInitSegment([videoHeader(index), audioHeader(index)].filter((header) => header !== undefined));

/** Segment `n` as fMP4, read straight out of the file. Undefined past the last one. */
export async function cutSegment(playable: OpenPlayable, n: number): Promise<Buffer | undefined> {
  const segment = playable.index.segments[n];
  if (!segment) return undefined;
  const [, , videoFrom, videoTo, audioFrom, audioTo] = segment;
  const [video, audio] = await Promise.all([
    readSamples(playable, 'video', videoFrom, videoTo),
    readSamples(playable, 'audio', audioFrom, audioTo),
  ]);
  const header = fragmentHeader(n + 1, [
    { id: videoTrackId, samples: video },
    { id: audioTrackId, samples: audio },
  ]);
  // Read where it is sent from: segments are megabytes, and a copy more of each is what memory grows by.
  const bytes = Buffer.allocUnsafeSlow(header.length + bytesIn(video) + bytesIn(audio));
  header.copy(bytes);
  const audioAt = header.length + bytesIn(video);
  await readData(playable, video, bytes.subarray(header.length, audioAt));
  await readData(playable, audio, bytes.subarray(audioAt));
  return bytes;
}
