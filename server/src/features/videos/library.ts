import type { Queryable } from '../../platform/database/database.ts';
import { type StepRow, stepsOf, type VideoRow, videosOf } from './store.ts';

export type LibraryVideo = VideoRow;

/** A library shows one page of a hundred videos, newest first (specification, section 9). */
const pageSize = 100;

/** A member's library with the steps of its videos. */
export async function libraryOf(db: Queryable, userId: string): Promise<{ videos: LibraryVideo[]; steps: StepRow[] }> {
  const videos = await videosOf(db, userId, 1, pageSize);
  return {
    videos,
    steps: await stepsOf(
      db,
      videos.map(({ id }) => id),
    ),
  };
}
