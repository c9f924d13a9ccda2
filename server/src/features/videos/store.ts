import { stepNames } from '@lectern/contract/rules/pipeline';
import type { Selectable } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { accountIsActive } from '../accounts/standing.ts';

export type VideoRow = Selectable<Tables['videos']>;
export type StepRow = Selectable<Tables['steps']>;

export const videoById = (db: Queryable, id: string): Promise<VideoRow | undefined> =>
  db.selectFrom('videos').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();

/** The video that an address with a key of its own names, while its owner's account is active. */
export const videoOfAddress = (
  db: Queryable,
  column: 'id' | 'asset_id' | 'playback_id',
  value: string,
): Promise<VideoRow | undefined> =>
  db
    .selectFrom('videos')
    .selectAll()
    .where(column, '=', value)
    .where('deleted_at', 'is', null)
    .where(accountIsActive('videos.user_id'))
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

/** Those this version knows: beside a newer one a video may have others, which that one does. */
export const stepsOf = (db: Queryable, videoIds: readonly string[]): Promise<StepRow[]> =>
  videoIds.length === 0
    ? Promise.resolve([])
    : db.selectFrom('steps').selectAll().where('video_id', 'in', videoIds).where('step', 'in', stepNames).execute();

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
  for (const table of [
    'cues',
    'transcript_gaps',
    'slides',
    'speaker_parts',
    'speaker_turns',
    'voices',
    'speech_runs',
    'speech_answers',
    'chapters',
    'earlier_outlines',
    'chapter_places',
    'clips',
    'highlights',
    'corrections',
    'rewrite_places',
    'steps',
  ] as const)
    await db.deleteFrom(table).where('video_id', '=', id).execute();
  await db.deleteFrom('caption_files').where('id', '=', id).execute();
  return true;
}
