import { Problem } from '@lectern/contract/problem';
import { isId } from '../../platform/http/invalid-input.ts';
import { type Selectable, sql } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { isOpenTo, workspaceIsActive } from '../accounts/workspaces/status.ts';

export type VideoRow = Selectable<Tables['videos']>;

const selectBy = (db: Queryable, column: 'id' | 'asset_id' | 'playback_id', value: string) =>
  db.selectFrom('videos').where(column, '=', value).where('deleted_at', 'is', null);

export const videoById = (db: Queryable, id: string): Promise<VideoRow | undefined> =>
  selectBy(db, 'id', id).selectAll().executeTakeFirst();

/** The video that an address signed for this member names, as long as they may see it. */
export const videoForMember = (
  db: Queryable,
  column: 'id' | 'asset_id' | 'playback_id',
  value: string,
  userId: string,
): Promise<VideoRow | undefined> =>
  selectBy(db, column, value)
    .where(isOpenTo(sql.ref('videos.workspace_id'), userId))
    .selectAll()
    .executeTakeFirst();

/** The same for an administrator. */
export const videoForAdministrator = (
  db: Queryable,
  playbackId: string,
  administratorId: string,
): Promise<VideoRow | undefined> =>
  selectBy(db, 'playback_id', playbackId)
    .where(workspaceIsActive('videos.workspace_id'))
    .where((eb) => eb.exists(eb.selectFrom('administrators').select('id').where('id', '=', administratorId)))
    .selectAll()
    .executeTakeFirst();

/** The same for the provider that keeps it. */
export const videoForProvider = (db: Queryable, playbackId: string): Promise<VideoRow | undefined> =>
  selectBy(db, 'playback_id', playbackId)
    .where(workspaceIsActive('videos.workspace_id'))
    .selectAll()
    .executeTakeFirst();

/** A member's own video; undefined for another member's, and for what is no id at all. */
export async function findVideo(db: Queryable, workspaceId: string, id: string): Promise<VideoRow | undefined> {
  const video = isId(id) ? await videoById(db, id) : undefined;
  return video?.workspace_id === workspaceId ? video : undefined;
}

/** A member's own video. Throws `not_found`, also for another member's: its existence is nobody's business. */
export async function ownVideo(db: Queryable, workspaceId: string, id: string): Promise<VideoRow> {
  const video = await findVideo(db, workspaceId, id);
  if (!video) throw new Problem('not_found');
  return video;
}

/** A member's own video by its asset id. Throws `not_found`. */
export async function videoOfAssetId(db: Queryable, workspaceId: string, assetId: string): Promise<VideoRow> {
  const video = await selectBy(db, 'asset_id', assetId).selectAll().executeTakeFirst();
  if (video?.workspace_id !== workspaceId) throw new Problem('not_found');
  return video;
}
