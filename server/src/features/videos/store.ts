import type { Selectable } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';

export type VideoRow = Selectable<Tables['videos']>;
export type StepRow = Selectable<Tables['steps']>;

export const videoById = (db: Queryable, id: string): Promise<VideoRow | undefined> =>
  db.selectFrom('videos').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();

export const videoByPlaybackId = (db: Queryable, playbackId: string): Promise<VideoRow | undefined> =>
  db
    .selectFrom('videos')
    .selectAll()
    .where('playback_id', '=', playbackId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

export const videoByAssetId = (db: Queryable, assetId: string): Promise<VideoRow | undefined> =>
  db
    .selectFrom('videos')
    .selectAll()
    .where('asset_id', '=', assetId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

export const videosOf = (db: Queryable, userId: string, page: number, limit: number): Promise<VideoRow[]> =>
  db
    .selectFrom('videos')
    .selectAll()
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();

export const stepsOf = (db: Queryable, videoIds: readonly string[]): Promise<StepRow[]> =>
  videoIds.length === 0
    ? Promise.resolve([])
    : db.selectFrom('steps').selectAll().where('video_id', 'in', videoIds).execute();

/** Soft deletion: what the person said and made goes, the bare row stays for the operator's counts. */
/** Of these ids, the ones of uploads that are under way and of videos that are not deleted. */
export async function neededFolders(db: Queryable, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('uploads')
    .select('id')
    .where('id', 'in', ids)
    .where('state', '=', 'open')
    .union(db.selectFrom('videos').select('id').where('id', 'in', ids).where('deleted_at', 'is', null))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

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
  for (const table of [
    'cues',
    'transcript_gaps',
    'speech_runs',
    'speech_answers',
    'chapters',
    'earlier_outlines',
    'clips',
    'steps',
  ] as const)
    await db.deleteFrom(table).where('video_id', '=', id).execute();
  await db.deleteFrom('caption_files').where('id', '=', id).execute();
  return true;
}
