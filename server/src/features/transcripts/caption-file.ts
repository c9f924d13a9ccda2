import type { Queryable } from '../../platform/database/database.ts';

/** The caption file a member gave for a recording, as it came or as UTF-8 where its encoding was guessed or chosen. */
export const captionFileOf = (db: Queryable, videoId: string) =>
  db.selectFrom('caption_files').select(['file_name', 'bytes']).where('id', '=', videoId).executeTakeFirst();

/** Keeps a caption file under the passthrough of its recording; a later one replaces it. */
export const saveCaptionFile = (db: Queryable, id: string, fileName: string, bytes: Buffer) =>
  db
    .insertInto('caption_files')
    .values({ id, file_name: fileName, bytes })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ file_name: fileName, bytes, created_at: new Date() }))
    .execute();

export const dropCaptionFile = (db: Queryable, id: string) =>
  db.deleteFrom('caption_files').where('id', '=', id).execute();
