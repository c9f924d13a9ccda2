import { getTrackEndSeconds, getSampleShownSeconds } from '../mp4/movie.ts';
import type { TrackStream } from '../mp4/stream.ts';
import { longestGroup } from './limits.ts';

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
