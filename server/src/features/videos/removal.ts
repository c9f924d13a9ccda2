import type { Queryable } from '../../platform/database/database.ts';
import { dropRowsOfVideo } from '../../platform/database/rows-of-videos.ts';

/** Soft deletion: what the person said and made goes, the bare row stays for the operator's counts. */
export async function markDeleted(db: Queryable, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('videos')
    .set({
      deleted_at: new Date(),
      description: '',
      summary: '',
      file_name: null,
      media: null,
      storyboard: null,
      slides: null,
    })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  await dropRowsOfVideo(db, id);
  return true;
}

/** The row itself, of a recording that was refused. */
export const dropVideo = (tx: Queryable, id: string): Promise<unknown> =>
  tx.deleteFrom('videos').where('id', '=', id).execute();
