import { Problem } from '@lectern/contract/problem';
import type { Queryable } from '../../platform/database/database.ts';
import type { VideoRow } from './find-video.ts';

/**
 * Locks a video for the rest of the transaction, and answers what it is now. Whoever changes its transcript, its
 * chapters, its steps, its clips or their jobs does this before anything else and reads them after: of two changes at
 * once none undoes the other, and none waits for the other in a circle. A member is locked after the video, never before.
 * Throws `not_found` for a video that was deleted meanwhile: nothing may be written of it any more.
 */
export async function lockVideo(tx: Queryable, id: string): Promise<VideoRow> {
  const video = await lockVideoIfThere(tx, id);
  if (!video) throw new Problem('not_found');
  return video;
}

/** The same for what only has nothing more to do then. */
export async function lockVideoIfThere(tx: Queryable, id: string): Promise<VideoRow | undefined> {
  const video = await tx.selectFrom('videos').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return video?.deleted_at ? undefined : video;
}
