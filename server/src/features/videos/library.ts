import type { Queryable } from '../../platform/database/database.ts';
import type { VideoRow } from './find-video.ts';
import { type StepRow, stepRowsOf } from './step-jobs.ts';

/** The columns of a video that lists show and search. */
const listed = [
  'id',
  'title',
  'title_edited',
  'title_from',
  'description',
  'summary',
  'asset_id',
  'playback_id',
  'captions_track_id',
  'has_thumbnail',
  'kind',
  'duration',
  'created_at',
  'playable',
  'lost_at',
  'is_sample',
  'created_by',
  'media',
] as const satisfies readonly (keyof VideoRow)[];

export type LibraryVideo = Pick<VideoRow, (typeof listed)[number]>;

export const listLibraryVideos = (
  db: Queryable,
  workspaceId: string,
  page: number,
  limit: number,
): Promise<LibraryVideo[]> =>
  db
    .selectFrom('videos')
    .select(listed)
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();

/** A library shows one page of a hundred videos, newest first (specification, section 9). */
const pageSize = 100;

/** A member's library with the steps of its videos. */
export async function libraryOf(
  db: Queryable,
  workspaceId: string,
): Promise<{ videos: LibraryVideo[]; steps: StepRow[] }> {
  const videos = await listLibraryVideos(db, workspaceId, 1, pageSize);
  return {
    videos,
    steps: await stepRowsOf(
      db,
      videos.map(({ id }) => id),
    ),
  };
}
