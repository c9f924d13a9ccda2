import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Tables } from '../../../platform/database/tables.ts';
import { ownerIsActive } from '../../accounts/workspaces/status.ts';

export type ShareRow = Selectable<Tables['shares']>;

/** A link with what decides whether it opens, and how it is called. */
export type OwnedShare = ShareRow & { is_active: boolean; membership_end: Date | null };

const owned = (db: Queryable) =>
  db
    .selectFrom('shares')
    .innerJoin('videos', 'videos.id', 'shares.video_id')
    .innerJoin('workspaces', 'workspaces.id', 'videos.workspace_id')
    // whole rows: a link is shown with all that it has, which is short
    .selectAll('shares')
    .select(['workspaces.membership_end', ownerIsActive(sql.ref('workspaces.id')).as('is_active')]);

export const shareByKey = (db: Queryable, key: string): Promise<OwnedShare | undefined> =>
  owned(db).where('shares.key', '=', key).executeTakeFirst();

export const shareById = (db: Queryable, id: string): Promise<OwnedShare | undefined> =>
  owned(db).where('shares.id', '=', id).executeTakeFirst();

/** The links of a video, newest first. */
export const sharesOf = (db: Queryable, videoId: string): Promise<ShareRow[]> =>
  db
    .selectFrom('shares')
    // whole rows: a link is shown with all that it has, which is short
    .selectAll()
    .where('video_id', '=', videoId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();

/** How many links of a video open now. */
export async function countOpen(tx: Queryable, videoId: string, now: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('shares')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('video_id', '=', videoId)
    .where('revoked_at', 'is', null)
    .where(({ eb, or }) => or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
    .executeTakeFirstOrThrow();
  return count;
}

/** Removes the oldest links of a video that open no more, so that `most` of all its links stay. */
export async function dropClosed(
  tx: Queryable,
  videoId: string,
  { most, now }: { most: number; now: Date },
): Promise<void> {
  const shares = await sharesOf(tx, videoId);
  const closed = shares.filter(
    ({ revoked_at, ends_at }) => revoked_at !== null || (ends_at !== null && ends_at <= now),
  );
  const going = closed.toReversed().slice(0, Math.max(0, shares.length - most));
  if (going.length > 0)
    await tx
      .deleteFrom('shares')
      .where(
        'id',
        'in',
        going.map(({ id }) => id),
      )
      .execute();
}

export const insertShare = (
  tx: Queryable,
  share: Pick<
    ShareRow,
    | 'key'
    | 'created_by'
    | 'video_id'
    | 'kind'
    | 'start_s'
    | 'end_s'
    | 'title'
    | 'password_hash'
    | 'shows_transcript'
    | 'ends_at'
  >,
): Promise<ShareRow> => tx.insertInto('shares').values(share).returningAll().executeTakeFirstOrThrow();

/** Takes a member's own link back, or gives it again; undefined for another member's. */
export const setRevoked = (
  db: Queryable,
  { id, workspaceId }: { id: string; workspaceId: string },
  at: Date | null,
): Promise<ShareRow | undefined> =>
  db
    .updateTable('shares')
    .from('videos')
    .set({ revoked_at: at })
    .whereRef('videos.id', '=', 'shares.video_id')
    .where('videos.deleted_at', 'is', null)
    .where('videos.workspace_id', '=', workspaceId)
    .where('shares.id', '=', id)
    .returningAll('shares')
    .executeTakeFirst();

/** Takes back every open link that a person has made in a workspace. */
export const revokeLinksBy = (
  tx: Queryable,
  { workspaceId, userId }: { workspaceId: string; userId: string },
  now: Date,
) =>
  tx
    .updateTable('shares')
    .from('videos')
    .set({ revoked_at: now })
    .whereRef('videos.id', '=', 'shares.video_id')
    .where('videos.workspace_id', '=', workspaceId)
    .where('shares.created_by', '=', userId)
    .where('shares.revoked_at', 'is', null)
    .returning(['shares.id', 'shares.video_id', 'videos.title'])
    .execute();

/** Adds views to links by their ids, which are locked in their order: the update would take them in any. */
export async function addViews(tx: Queryable, views: ReadonlyMap<string, number>, at: Date): Promise<void> {
  await tx
    .selectFrom('shares')
    .select('id')
    .where('id', 'in', [...views.keys()])
    .orderBy('id')
    .forUpdate()
    .execute();
  await sql`
    update shares set views = shares.views + given.views, viewed_at = ${at}
    from unnest(${sql.val([...views.keys()])}::uuid[], ${sql.val([...views.values()])}::bigint[]) as given (id, views)
    where shares.id = given.id`.execute(tx);
}
