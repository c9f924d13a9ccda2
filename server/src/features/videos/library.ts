import { sql } from 'kysely';
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

/** A page of the list: by its number, or by the recording that the page before ended with. */
type Page = { page: number; limit: number; after?: string | undefined };

/** One page of the recordings of a workspace, newest first, and one more where there is a next page. */
export const listLibraryVideos = (
  db: Queryable,
  workspaceId: string,
  { page, limit, after }: Page,
): Promise<LibraryVideo[]> =>
  db
    .selectFrom('videos')
    .select(listed)
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`exists (select from videos last where last.id = ${after} and last.workspace_id = ${workspaceId}
          and (videos.created_at < last.created_at or (videos.created_at = last.created_at and videos.id > last.id)))`,
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit + 1)
    .offset(after === undefined ? (page - 1) * limit : 0)
    .execute();

const searched = [
  'id',
  'title',
  'description',
  'asset_id',
  'playback_id',
  'captions_track_id',
  'has_thumbnail',
] as const satisfies readonly (typeof listed)[number][];

export type SearchedVideo = Pick<VideoRow, (typeof searched)[number]>;

/** Recordings of a workspace among some, newest first. */
export async function orderRecordings(
  db: Queryable,
  workspaceId: string,
  ids: Iterable<string>,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('videos')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .where('id', '=', sql<string>`any(${sql.val([...ids])}::uuid[])`)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Recordings in the order of their ids, with the texts that stand in their own rows. */
export async function searchedVideos(db: Queryable, ids: readonly string[]): Promise<SearchedVideo[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('videos').select(searched).where('id', 'in', ids).execute();
  const known = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => known.get(id) ?? []);
}

/** Recordings that a search shows at most. */
export const mostFound = 100;

/** Recordings in parts that are looked through one after the other, each twice as long as the one before. */
export function partsOf(ids: readonly string[]): (readonly string[])[] {
  const parts: (readonly string[])[] = [];
  for (let [from, size] = [0, mostFound]; from < ids.length; from += size, size *= 2)
    parts.push(ids.slice(from, from + size));
  return parts;
}

/** Recordings as lists show them, in the order of their ids, with their steps. */
export async function foundVideos(
  db: Queryable,
  ids: readonly string[],
): Promise<{ videos: LibraryVideo[]; steps: StepRow[] }> {
  if (ids.length === 0) return { videos: [], steps: [] };
  const rows = await db.selectFrom('videos').select(listed).where('id', 'in', ids).execute();
  const known = new Map(rows.map((row) => [row.id, row]));
  return { videos: ids.flatMap((id) => known.get(id) ?? []), steps: await stepRowsOf(db, ids) };
}
