import { type WatchedRanges, watchedParts } from '@lectern/contract/publishing/audience';
import type { World } from '../../../platform/http/context.ts';
import type { Tables } from '../../../platform/database/tables.ts';
import { createBatchedCounter } from '../../../platform/cache/batched-counter.ts';
import { addPlayed } from './store.ts';

/** Seconds that one report may tell of: a minute, played at several times its speed. More is no viewer's. */
const longestReport = 600;

/** How much of stretches, in seconds, lies in each part of a recording. Nothing beyond its ends. */
function bucketSeconds(stretches: WatchedRanges, duration: number): number[] {
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

/** Buffers plays not yet written to the database. */
export const watchedCounter = createBatchedCounter<Tables['watch_buckets']>({
  most: 2000,
  sum: (one, other) => ({ ...one, seconds: one.seconds.map((each, n) => each + other.seconds[n]!) }),
  write: addPlayed,
  lost: 'What viewers have played could not be counted.',
});

type Playing = { video: { id: string; duration: number }; place: Tables['watch_buckets']['place'] };

/** Counts what a viewer has played of a recording, in seconds of its time line. */
export function countPlayed(
  world: Pick<World, 'database' | 'now' | 'log'>,
  { video, place }: Playing,
  stretches: WatchedRanges,
): void {
  const seconds = bucketSeconds(stretches, video.duration);
  if (seconds.every((each) => each === 0)) return;
  const day = world.now().toISOString().slice(0, 10);
  watchedCounter.add(world, `${video.id} ${day} ${place}`, { video_id: video.id, day, place, seconds });
}
