import type { WatchedRanges } from '@lectern/contract/publishing/audience';
import type { ShareEvent } from '@lectern/contract/publishing/shares';
import type { World } from '../../../platform/http/context.ts';
import { createBatchedCounter } from '../../../platform/cache/batched-counter.ts';
import { countAcceptedEvents, type VisitSource } from '../../../platform/limits/visits.ts';
import { countPlayed } from '../audience/count-watched.ts';
import type { OpenShare } from './open-share.ts';
import { addViews } from './store.ts';

type Views = { shareId: string; views: number };

/** Views of links that are not yet written. */
export const viewTally = createBatchedCounter<Views>({
  most: 5000,
  sum: (one, other) => ({ ...one, views: one.views + other.views }),
  write: (tx, counts, now) => addViews(tx, new Map(counts.map(({ shareId, views }) => [shareId, views])), now),
  lost: 'Views of links could not be counted.',
});

/** Counts what a viewer did behind a link; answers how many of the events were taken. */
export function countShareEvents(
  world: Pick<World, 'database' | 'now' | 'log'>,
  { share, video }: OpenShare,
  events: readonly ShareEvent[],
  visit: VisitSource,
): number {
  const taken = events.slice(0, countAcceptedEvents(world, visit, events.length));
  const views = taken.filter(({ kind }) => kind === 'play').length;
  if (views > 0) viewTally.add(world, share.id, { shareId: share.id, views });
  for (const event of taken)
    if (event.kind === 'played')
      countPlayed(world, { video, place: 'link' }, inRecording(share, video.duration, event.stretches));
  return taken.length;
}

/** Stretches of what is shared on the time line of the recording: nothing outside of the part that is shared. */
const inRecording = (
  { start_s, end_s }: OpenShare['share'],
  duration: number,
  stretches: WatchedRanges,
): [number, number][] => {
  const [first, last] = [start_s ?? 0, end_s ?? duration];
  return stretches.map(([from, to]) => [first + from, Math.min(last, first + to)]);
};
