import { type Selectable, sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Tables } from '../../../platform/database/tables.ts';
import { ownerIsActive } from '../../accounts/workspaces/status.ts';

export type PortalRow = Selectable<Tables['portals']>;
type VideoRow = Selectable<Tables['videos']>;

export type LogoRow = Pick<Selectable<Tables['portal_logos']>, 'hash' | 'width' | 'height'>;

/** A portal with its logo's address and what decides whether it is shown. */
export type OwnedPortal = PortalRow & {
  plan: string;
  membership_start: Date | null;
  membership_end: Date | null;
  is_active: boolean;
  logo: LogoRow | null;
};

const owned = (db: Queryable) =>
  db
    .selectFrom('portals')
    .innerJoin('workspaces', 'workspaces.id', 'portals.workspace_id')
    .leftJoin('portal_logos', 'portal_logos.workspace_id', 'portals.workspace_id')
    // whole rows: `owned` is read one at a time
    .selectAll('portals')
    .select(['workspaces.plan', 'workspaces.membership_start', 'workspaces.membership_end'])
    .select(ownerIsActive(sql.ref('workspaces.id')).as('is_active'))
    .select(({ ref }) =>
      sql<LogoRow | null>`case when ${ref('portal_logos.hash')} is not null then json_build_object('hash', ${ref('portal_logos.hash')},
        'width', ${ref('portal_logos.width')}, 'height', ${ref('portal_logos.height')}) end`.as('logo'),
    );

export const portalByToken = (db: Queryable, token: string): Promise<OwnedPortal | undefined> =>
  owned(db).where('portals.token', '=', token).executeTakeFirst();

export const portalOf = (db: Queryable, workspaceId: string): Promise<PortalRow | undefined> =>
  db.selectFrom('portals').selectAll().where('workspace_id', '=', workspaceId).executeTakeFirst();

/** The same, which nobody else changes until the transaction ends. */
export const lockedPortalOf = (tx: Queryable, workspaceId: string): Promise<PortalRow | undefined> =>
  tx.selectFrom('portals').selectAll().where('workspace_id', '=', workspaceId).forUpdate().executeTakeFirst();

const shown = (db: Queryable) =>
  db
    .selectFrom('portal_videos')
    .innerJoin('videos', 'videos.id', 'portal_videos.video_id')
    .select('portal_videos.key')
    .where('videos.deleted_at', 'is', null)
    .where('videos.playable', '=', true);

export type PortalVideoRow = VideoRow & { key: string };

/** Columns that portal cards show of a video, and by which search finds it there. */
const onCards = ['id', 'title', 'description', 'kind', 'duration', 'created_at', 'has_thumbnail'] as const;

export type PortalCardRow = Pick<PortalVideoRow, 'key' | (typeof onCards)[number]>;

/** The videos of a portal in its order. */
export const videosInPortal = (db: Queryable, workspaceId: string): Promise<PortalCardRow[]> =>
  shown(db)
    .select(onCards.map((column) => `videos.${column}` as const))
    .where('portal_videos.workspace_id', '=', workspaceId)
    .orderBy('portal_videos.position')
    .execute();

export const videoInPortal = (db: Queryable, workspaceId: string, key: string): Promise<PortalVideoRow | undefined> =>
  shown(db)
    .selectAll('videos')
    .where('portal_videos.workspace_id', '=', workspaceId)
    .where('portal_videos.key', '=', key)
    .executeTakeFirst();

/** These videos of a portal, by key. */
export const videosByKey = async (
  db: Queryable,
  workspaceId: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, { id: string; duration: number }>> => {
  if (keys.length === 0) return new Map();
  const rows = await shown(db)
    .select(['videos.id', 'videos.duration'])
    .where('portal_videos.workspace_id', '=', workspaceId)
    .where('portal_videos.key', 'in', keys)
    .execute();
  return new Map(rows.map(({ key, ...video }) => [key, video]));
};

/** A video by its key alone, with the portal it stands in. */
export const videoByKey = async (
  db: Queryable,
  key: string,
): Promise<{ video: PortalVideoRow; portal: OwnedPortal } | undefined> => {
  const video = await shown(db).selectAll('videos').where('portal_videos.key', '=', key).executeTakeFirst();
  if (!video) return undefined;
  const portal = await owned(db).where('portals.workspace_id', '=', video.workspace_id).executeTakeFirst();
  return portal && { video, portal };
};

/** The finished videos of an account, newest first. */
export const finishedVideos = (
  db: Queryable,
  workspaceId: string,
): Promise<Pick<VideoRow, 'id' | 'title' | 'duration' | 'has_thumbnail' | 'playback_id'>[]> =>
  db
    .selectFrom('videos')
    .select(['id', 'title', 'duration', 'has_thumbnail', 'playback_id'])
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .where('playable', '=', true)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();

/** The titles and starts of the chapters of many videos at once. */
export const chapterHeadingsOf = (
  db: Queryable,
  videoIds: readonly string[],
): Promise<{ video_id: string; title: string; start_s: number }[]> =>
  videoIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('chapters')
        .select(['video_id', 'title', 'start_s'])
        .where('video_id', 'in', videoIds)
        .orderBy('video_id')
        .orderBy('n')
        .execute();

/** Makes a portal, or gives the one there is a new token. */
export const saveToken = (db: Queryable, workspaceId: string, token: string, title: string): Promise<PortalRow> =>
  db
    .insertInto('portals')
    .values({ workspace_id: workspaceId, token, title })
    .onConflict((conflict) => conflict.constraint('portals_pkey').doUpdateSet({ token, updated_at: new Date() }))
    .returningAll()
    .executeTakeFirstOrThrow();

export const saveSettings = (
  db: Queryable,
  workspaceId: string,
  settings: Partial<Omit<PortalRow, 'workspace_id' | 'token' | 'created_at' | 'updated_at'>>,
): Promise<PortalRow> =>
  db
    .updateTable('portals')
    .set({ ...settings, updated_at: new Date() })
    .where('workspace_id', '=', workspaceId)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Puts these videos into the portal, in this order, and no others. Who stays keeps the key, so that links hold. */
export async function saveVideos(
  tx: Queryable,
  workspaceId: string,
  videos: readonly { videoId: string; key: string }[],
): Promise<void> {
  const gone = tx.deleteFrom('portal_videos').where('workspace_id', '=', workspaceId);
  const ids = videos.map(({ videoId }) => videoId);
  await (ids.length === 0 ? gone : gone.where('video_id', 'not in', ids)).execute();
  if (videos.length === 0) return;
  await tx
    .insertInto('portal_videos')
    .values(
      videos.map(({ videoId, key }, position) => ({ key, workspace_id: workspaceId, video_id: videoId, position })),
    )
    .onConflict((conflict) =>
      conflict.column('video_id').doUpdateSet((given) => ({ position: given.ref('excluded.position') })),
    )
    .execute();
}

export const portalVideoOrderOf = (db: Queryable, workspaceId: string): Promise<{ video_id: string; key: string }[]> =>
  db
    .selectFrom('portal_videos')
    .innerJoin('videos', 'videos.id', 'portal_videos.video_id')
    .select(['video_id', 'key'])
    .where('portal_videos.workspace_id', '=', workspaceId)
    .where('videos.deleted_at', 'is', null)
    .orderBy('position')
    .execute();
