import type { Queryable } from '../../platform/database/database.ts';

/**
 * The caption file a member gave for a recording, byte for byte, and the encoding it was read in, where somebody has.
 */
export const captionFileOf = (db: Queryable, videoId: string) =>
  db
    .selectFrom('caption_files')
    .select(['file_name', 'bytes', 'encoding'])
    .where('id', '=', videoId)
    .executeTakeFirst();

type CaptionFile = { name: string; bytes: Buffer; encoding: string | null };

/** Keeps a caption file under the passthrough of its recording; a later one replaces it. */
export function saveCaptionFile(db: Queryable, id: string, { name, bytes, encoding }: CaptionFile) {
  const file = { file_name: name, bytes, encoding };
  return db
    .insertInto('caption_files')
    .values({ id, ...file })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...file, created_at: new Date() }))
    .execute();
}

export const dropCaptionFile = (db: Queryable, id: string) =>
  db.deleteFrom('caption_files').where('id', '=', id).execute();
