import type { Queryable } from '../../platform/database/database.ts';

/**
 * Locks a video for the rest of the transaction. Whoever changes its transcript, its chapters, its steps, its clips or
 * their jobs does this before anything else and reads them after: of two changes at once none undoes the other, and none
 * waits for the other in a circle. A member is locked after the video, never before.
 */
export async function lockVideo(tx: Queryable, id: string): Promise<void> {
  await tx.selectFrom('videos').select('id').where('id', '=', id).forUpdate().execute();
}
