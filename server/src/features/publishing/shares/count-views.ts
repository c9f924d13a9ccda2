import type { ShareEvent } from '@lectern/contract/publishing/shares';
import { toSource } from '@lectern/contract/rules/timeline';
import type { World } from '../../../platform/http/context.ts';
import { createBatchedCounter } from '../../../platform/cache/batched-counter.ts';
import { countAcceptedEvents, type VisitSource } from '../../../platform/limits/visits.ts';
import { countPlayed } from '../audience/count-watched.ts';
import type { OpenShare } from './open-share.ts';
import { timelineOf } from './shared-range.ts';
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
  const kept = timelineOf(share);
  for (const event of taken)
    if (event.kind === 'played') {
      const watched = event.stretches.map(([from, to]): [number, number] => [toSource(kept, from), toSource(kept, to)]);
      countPlayed(world, { video, place: 'link' }, watched);
    }
  return taken.length;
}
