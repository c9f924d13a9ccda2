import type { WatchedRanges } from '@lectern/contract/publishing/audience';
import type { World } from '../../../platform/http/context.ts';
import type { Tables } from '../../../platform/database/tables.ts';
import { createBatchedCounter } from '../../../platform/cache/batched-counter.ts';
import { bucketSeconds } from './bucket-ranges.ts';
import { addPlayed } from './store.ts';

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
