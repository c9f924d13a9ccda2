import {
  clipToTimeline,
  durationOf,
  isWhole,
  keepRanges,
  type Timeline,
  toPlayed,
  wholeRecording,
} from '@lectern/contract/rules/timeline';
import type { World } from '../../../platform/http/context.ts';
import type { SegmentRange } from '../../../ports/media/port.ts';
import { playableOf } from '../../videos/renditions/playable.ts';
import type { VideoRow } from '../../videos/find-video.ts';
import type { ShareRow } from './store.ts';

/** A link shows exactly `kept`. Viewers get `played`, whole media segments, with which their time begins. */
export type SharedRange = { kept: Timeline; played: readonly SegmentRange[] };

export const timelineOf = ({ start_s, end_s }: Pick<ShareRow, 'start_s' | 'end_s'>): Timeline =>
  start_s === null || end_s === null ? wholeRecording : keepRanges([{ start: start_s, end: end_s }]);

/** The part that a link shows; undefined for the whole recording. */
export async function sharedRangeOf(
  world: Pick<World, 'media' | 'storage'>,
  share: Pick<ShareRow, 'start_s' | 'end_s'>,
  video: VideoRow,
): Promise<SharedRange | undefined> {
  const kept = timelineOf(share);
  if (isWhole(kept)) return undefined;
  const played = await world.media.growToSegments(playableOf(world, video), kept);
  return { kept: kept.map((range) => clipToTimeline(played, range) ?? range), played };
}

/** Seconds that a viewer's time lasts. */
export const playedSeconds = ({ part, video }: { part: SharedRange | undefined; video: VideoRow }): number =>
  part ? durationOf(part.played) : video.duration;

/** Keeps the items inside the time range, with times in seconds on the viewer's timeline. All without a part. */
export function clipToRange<T extends Timeline[number]>(part: SharedRange | undefined, all: readonly T[]): T[] {
  if (!part) return [...all];
  return all.flatMap((each) => {
    const kept = clipToTimeline(part.kept, each);
    if (!kept) return [];
    return [{ ...each, start: toPlayed(part.played, kept.start), end: toPlayed(part.played, kept.end) }];
  });
}
