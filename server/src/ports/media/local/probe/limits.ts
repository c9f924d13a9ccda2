import { getTrackEndSeconds, getSampleShownSeconds } from '../mp4/movie.ts';
import type { TrackStream } from '../mp4/stream.ts';

/** Whether a group of pictures is too long to seek in, by what there is from each sync sample to the next. */
export function hasLongGroup({ track, table }: Pick<TrackStream, 'track' | 'table'>): boolean {
  const { seconds, sparse } = longestGroup;
  let [first, bytes] = [0, 0];
  for (let n = 0; n <= table.count; n += 1) {
    if (n === table.count || (n > 0 && table.sync[n])) {
      const end = n === table.count ? getTrackEndSeconds(track, table) : getSampleShownSeconds(track, table, n);
      const length = end - getSampleShownSeconds(track, table, first);
      if (length > seconds && (length > sparse.seconds || n - first > sparse.frames || bytes > sparse.bytes))
        return true;
      [first, bytes] = [n, 0];
    }
    bytes += table.size[n] ?? 0;
  }
  return false;
}

export type Bytes = { start: number; end: number };

/**
 * One of several consecutive recordings in a file, in bytes, end exclusive. `head` precedes a recording without its
 * own head, where only the times restart.
 */
export type RecordingPiece = Bytes & { head?: Bytes };

export type RecordingPieceStart = Omit<RecordingPiece, 'end'>;

/**
 * Longest group of pictures that still seeks quickly. Up to `seconds` is always fine; a longer one, as in screen
 * recordings, must be small and quick to decode.
 */
export const longestGroup = { seconds: 12, sparse: { seconds: 75, frames: 360, bytes: 8_000_000 } };

/** Seconds sound may go on after the last picture: all of it is in the last segment. */
export const longestSoundAfterPicture = 60;

/** Pixels of a picture that can be decoded in bounded memory: 8K and every square up to 8192. */
export const mostPixels = 8192 * 8192;

/** Bytes of six seconds, about what a segment holds, above which it is not served as it is: 130 Mb/s. */
export const heaviestStretch = 96 * 1024 ** 2;

/** Samples of six seconds, 3,000 a second, above which it is not served as it is: the header has a row for each. */
export const densestStretch = 20_000;

/** Keyframes kept in memory with an index: all frames of three hours at 25 a second, where each is one. */
export const mostKeyframes = 300_000;

/** Seconds below which a file is not a recording. */
export const shortestRecording = 0.1;

/**
 * So many recordings in a file fit into the list that ffmpeg is given. More come from a server that sends each second with
 * a head of its own.
 */
export const mostPieces = 250;
