import { type Selectable, sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Tables } from '../../../platform/database/tables.ts';

export type ClipRow = Selectable<Tables['clips']>;

/** Seconds. */
type Range = { start: number; end: number };

export const clipById = (db: Queryable, id: string): Promise<ClipRow | undefined> =>
  db.selectFrom('clips').selectAll().where('id', '=', id).executeTakeFirst();

/** The ids of those that wait to be cut, or are being cut. */
export async function listUnfinishedClipIds(db: Queryable): Promise<string[]> {
  const rows = await db.selectFrom('clips').select('id').where('state', 'in', ['waiting', 'running']).execute();
  return rows.map(({ id }) => id);
}

/** Lists clips of a video that are not cut yet. */
export const unfinishedClipsOf = (tx: Queryable, videoId: string) =>
  tx.selectFrom('clips').select('id').where('video_id', '=', videoId).where('state', '!=', 'done').execute();

/** Finds the clip of this range in seconds. */
export const clipOfRange = (tx: Queryable, videoId: string, { start, end }: Range): Promise<ClipRow | undefined> =>
  tx
    .selectFrom('clips')
    .selectAll()
    .where('video_id', '=', videoId)
    .where('start_s', '=', start)
    .where('end_s', '=', end)
    .executeTakeFirst();

/** How many clips of a member wait to be cut, or are being cut. */
export async function countUncut(tx: Queryable, workspaceId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('clips')
    .innerJoin('videos', 'videos.id', 'clips.video_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('videos.workspace_id', '=', workspaceId)
    .where('videos.deleted_at', 'is', null)
    .where('clips.state', 'in', ['waiting', 'running'])
    .executeTakeFirstOrThrow();
  return count;
}

/** The clip of this range, the same one for the same range; one that failed waits again. Seconds. */
export function requestClip(
  tx: Queryable,
  { videoId, createdBy }: { videoId: string; createdBy: string },
  { start, end }: Range,
  wanted_at: Date,
): Promise<ClipRow> {
  return tx
    .insertInto('clips')
    .values({ video_id: videoId, created_by: createdBy, start_s: start, end_s: end, wanted_at })
    .onConflict((conflict) =>
      conflict.columns(['video_id', 'start_s', 'end_s']).doUpdateSet((eb) => ({
        wanted_at,
        state: eb
          .case()
          .when('clips.state', '=', 'failed')
          .then('waiting' as const)
          .else(eb.ref('clips.state'))
          .end(),
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Notes that a clip was fetched, if nobody has noted so since then. */
export async function noteFetched(db: Queryable, id: string, { at, since }: { at: Date; since: Date }): Promise<void> {
  await db.updateTable('clips').set({ wanted_at: at }).where('id', '=', id).where('wanted_at', '<', since).execute();
}

/** All clips of a video: those that failed, then those that somebody wanted longest ago. */
export const clipsByWish = (tx: Queryable, videoId: string): Promise<ClipRow[]> =>
  tx
    .selectFrom('clips')
    // whole rows: a clip is shown with all that it has, which is short
    .selectAll()
    .where('video_id', '=', videoId)
    .orderBy(sql`state = 'failed'`, 'desc')
    .orderBy('wanted_at')
    .orderBy('id')
    .execute();

/** The videos with a settled clip that nobody has wanted since then. */
export async function videosWithUnwanted(db: Queryable, since: Date): Promise<string[]> {
  const rows = await unwanted(db, since).select('video_id').distinct().execute();
  return rows.map(({ video_id }) => video_id);
}

/** Lists ids of clips of a video that are unwanted since the given time. */
export async function unwantedClips(tx: Queryable, videoId: string, since: Date): Promise<string[]> {
  const rows = await unwanted(tx, since).select('id').where('video_id', '=', videoId).execute();
  return rows.map(({ id }) => id);
}

const unwanted = (db: Queryable, since: Date) =>
  db.selectFrom('clips').where('wanted_at', '<', since).where('state', 'in', ['done', 'failed']);

/** Forgets settled clips of a video, which is locked, and notes that their files go. */
export async function dropClips(tx: Queryable, videoId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .insertInto('clip_removals')
    .values(ids.map((clip_id) => ({ clip_id, video_id: videoId })))
    .execute();
  await tx.deleteFrom('clips').where('id', 'in', ids).execute();
}

/** Lists clips pending removal, of one video or of all. */
export const clipRemovals = (db: Queryable, videoId?: string): Promise<{ clip_id: string; video_id: string }[]> =>
  db
    .selectFrom('clip_removals')
    .select(['clip_id', 'video_id'])
    .$if(videoId !== undefined, (query) => query.where('video_id', '=', videoId!))
    .execute();

export async function dropClipRemoval(db: Queryable, clipId: string): Promise<void> {
  await db.deleteFrom('clip_removals').where('clip_id', '=', clipId).execute();
}

/** False when the clip is gone, with its video, or in none of the states `from` any more. */
export async function updateClip(
  db: Queryable,
  id: string,
  change: Partial<Pick<ClipRow, 'state' | 'progress' | 'problem' | 'byte_size'>>,
  from: readonly ClipRow['state'][] = ['waiting', 'running', 'done', 'failed'],
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('clips')
    .set(change)
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
