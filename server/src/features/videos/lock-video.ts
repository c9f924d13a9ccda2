import { Problem } from '@lectern/contract/problem';
import type { Queryable } from '../../platform/database/database.ts';
import type { VideoRow } from './find-video.ts';

/**
 * Locks a video until the transaction ends. Call it before changing or reading its parts, and before locking the
 * member. Throws `not_found` for a deleted video.
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
