import { watchedParts, type WatchedRanges } from '@lectern/contract/publishing/audience';

/** Seconds that one report may tell of: a minute, played at several times its speed. More is no viewer's. */
const longestReport = 600;

/** How much of stretches, in seconds, lies in each part of a recording. Nothing beyond its ends. */
export function bucketSeconds(stretches: WatchedRanges, duration: number): number[] {
  const parts = Array.from({ length: watchedParts }, () => 0);
  if (duration <= 0) return parts;
  const length = duration / watchedParts;
  let left = longestReport;
  for (const [start, stop] of stretches) {
    const from = Math.max(0, start);
    const to = Math.min(duration, stop, from + left);
    if (to <= from) continue;
    left -= to - from;
    for (let n = Math.floor(from / length); n < watchedParts && n * length < to; n += 1)
      parts[n]! += Math.max(0, Math.min(to, (n + 1) * length) - Math.max(from, n * length));
  }
  return parts;
}

/** How often a stretch of a recording was played, on average over its length, by the seconds played of each part. */
export function timesPlayed(seconds: readonly number[], duration: number, start: number, end: number): number {
  const length = duration / watchedParts;
  let played = 0;
  for (const [n, each] of seconds.entries()) {
    const shared = Math.min(end, (n + 1) * length) - Math.max(start, n * length);
    if (shared > 0) played += (each * shared) / length;
  }
  return end > start ? played / (end - start) : 0;
}
