import type { World } from '../../../platform/http/context.ts';
import type { SegmentRange } from '../../../ports/media/port.ts';
import { playableOf } from '../../videos/renditions/playable.ts';
import type { VideoRow } from '../../videos/find-video.ts';
import type { ShareRow } from './store.ts';

/**
 * A shared time range, exactly `from` to `to` in seconds of the recording. Viewers get whole media segments; their
 * timeline begins with the first one.
 */
export type SharedRange = SegmentRange & { from: number; to: number };

/** The part that a link shows; undefined for the whole recording. */
export async function sharedRangeOf(
  world: Pick<World, 'media' | 'storage'>,
  { start_s, end_s }: Pick<ShareRow, 'start_s' | 'end_s'>,
  video: VideoRow,
): Promise<SharedRange | undefined> {
  if (start_s === null || end_s === null) return undefined;
  const stretch = await world.media.stretchOf(playableOf(world, video), { start: start_s, end: end_s });
  return { ...stretch, from: start_s, to: Math.min(end_s, stretch.end) };
}

type Timed = { start: number; end: number };

/** Keeps the items inside the time range, with times in seconds on the viewer's timeline. */
export const clipToRange = <T extends Timed>(part: SharedRange, all: readonly T[]): T[] =>
  all
    .filter(({ start, end }) => end > part.from && start < part.to)
    .map((each) => ({
      ...each,
      start: Math.max(each.start, part.from) - part.start,
      end: Math.min(each.end, part.to) - part.start,
    }));
