import { Problem } from '@lectern/contract/problem';
import { isId } from '../../platform/http/invalid-input.ts';
import type { Selectable } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { workspaceIsActive } from '../accounts/workspaces/status.ts';

export type VideoRow = Selectable<Tables['videos']>;

export const videoById = (db: Queryable, id: string): Promise<VideoRow | undefined> =>
  db.selectFrom('videos').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();

/** The video that an address with a key of its own names, while its owner's account is active. */
export const activeVideoById = (
  db: Queryable,
  column: 'id' | 'asset_id' | 'playback_id',
  value: string,
): Promise<VideoRow | undefined> =>
  db
    .selectFrom('videos')
    .selectAll()
    .where(column, '=', value)
    .where('deleted_at', 'is', null)
    .where(workspaceIsActive('videos.workspace_id'))
    .executeTakeFirst();

const videoByAssetId = (db: Queryable, assetId: string): Promise<VideoRow | undefined> =>
  db
    .selectFrom('videos')
    .selectAll()
    .where('asset_id', '=', assetId)
    .where('deleted_at', 'is', null)
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

/** The video whose media an address names. Throws `not_found`. */
export async function videoOfPlaybackId(db: Queryable, playbackId: string): Promise<VideoRow> {
  const video = await activeVideoById(db, 'playback_id', playbackId);
  if (!video) throw new Problem('not_found');
  return video;
}

/** A member's own video by its asset id. Throws `not_found`. */
export async function videoOfAssetId(db: Queryable, workspaceId: string, assetId: string): Promise<VideoRow> {
  const video = await videoByAssetId(db, assetId);
  if (video?.workspace_id !== workspaceId) throw new Problem('not_found');
  return video;
}
