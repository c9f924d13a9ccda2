import type { World } from '../../../platform/http/context.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { storageKeys } from '../../storage/keys.ts';
import type { VideoRow } from '../../videos/find-video.ts';
import { type ClipRow, clipRemovals, clipsByWish, dropClipRemoval, dropClips } from './store.ts';

/** Clips that are kept of a video. */
const mostClips = 200;

/** Bytes that the clips of a video may always take; beyond, twice as many as its recording has. */
const freeBytes = 100_000_000;

/** Bytes a second of a recording whose size only its provider knows. */
const usualBytes = 1_000_000;

const recordedBytes = ({ byte_size, duration }: VideoRow): number => byte_size || duration * usualBytes;

/** Bytes that a clip of a video has, or is expected to have. */
export const clipBytes = (video: VideoRow, { start_s, end_s, byte_size }: ClipRow): number =>
  byte_size ?? (recordedBytes(video) * (end_s - start_s)) / video.duration;

/** Makes place for one more clip of a video, which is locked: the one that nobody has wanted for longest goes. */
export async function placeForClip(tx: Queryable, videoId: string): Promise<void> {
  const clips = await clipsByWish(tx, videoId);
  const settled = clips.filter(({ state }) => state === 'done' || state === 'failed');
  const over = Math.max(0, clips.length - mostClips + 1);
  await dropClips(
    tx,
    videoId,
    settled.slice(0, over).map(({ id }) => id),
  );
}

/** Lets other clips of a video, which is locked, go until all that are kept take no more than they may. */
export async function placeForBytes(tx: Queryable, video: VideoRow, clipId: string): Promise<void> {
  const done = (await clipsByWish(tx, video.id)).filter(({ state }) => state === 'done');
  let over = done.reduce((sum, clip) => sum + clipBytes(video, clip), 0);
  over -= Math.max(freeBytes, 2 * recordedBytes(video));
  const going: string[] = [];
  for (const clip of done) {
    if (over <= 0) break;
    if (clip.id === clipId) continue;
    going.push(clip.id);
    over -= clipBytes(video, clip);
  }
  await dropClips(tx, video.id, going);
}

/** Removes the files of clips that had to go, of a video or of all. Who is being sent one gets it to its end. */
export async function finishClipRemovals({ database, storage }: World, videoId?: string): Promise<void> {
  for (const { clip_id, video_id } of await clipRemovals(database.kysely, videoId)) {
    await storage.remove(storageKeys.clip(video_id, clip_id));
    await dropClipRemoval(database.kysely, clip_id);
  }
}
