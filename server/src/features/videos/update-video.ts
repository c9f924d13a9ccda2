import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';
import type { WantedTracks } from '../../platform/database/stored-tracks.ts';
import type { MediaInfo, Remote, Storyboard } from '../../ports/media/port.ts';

const shape = (info: MediaInfo) => ({
  media: JSON.stringify(info),
  width: info.video?.width ?? null,
  height: info.video?.height ?? null,
});

/** Saves what a look into the recording has shown. */
export const saveInspected = (tx: Queryable, id: string, info: MediaInfo): Promise<unknown> =>
  tx
    .updateTable('videos')
    .set({ ...shape(info), kind: info.kind, duration: info.duration })
    .where('id', '=', id)
    .execute();

/** Saves how the recording is played; from the moment it is playable it stays so. */
export const savePlayback = (tx: Queryable, id: string, info: MediaInfo, playable: boolean): Promise<unknown> =>
  tx
    .updateTable('videos')
    .set({ media: JSON.stringify(info), duration: info.duration, ...(playable ? { playable } : {}) })
    .where('id', '=', id)
    .execute();

/** Saves that a recording does not play as it is, after all. */
export const saveUnplayable = (tx: Queryable, id: string, info: MediaInfo): Promise<unknown> =>
  tx
    .updateTable('videos')
    .set({ media: JSON.stringify(info), playable: false })
    .where('id', '=', id)
    .execute();

/** Saves more of what is known of a recording that is played as before. */
export const saveMedia = (tx: Queryable, id: string, info: MediaInfo): Promise<unknown> =>
  tx
    .updateTable('videos')
    .set({ media: JSON.stringify(info) })
    .where('id', '=', id)
    .execute();

/** Saves which tracks its member has chosen. */
export const saveWantedTracks = (tx: Queryable, id: string, wanted: WantedTracks | null): Promise<unknown> =>
  tx
    .updateTable('videos')
    .set({ wanted_tracks: wanted && JSON.stringify(wanted) })
    .where('id', '=', id)
    .execute();

/** The card has a picture. */
export const markHasThumbnail = (tx: Queryable, id: string): Promise<unknown> =>
  tx.updateTable('videos').set({ has_thumbnail: true }).where('id', '=', id).execute();

/** `slides` are the seconds at which the slides change. */
export const saveStoryboard = (
  tx: Queryable,
  id: string,
  { storyboard, slides }: { storyboard: Storyboard; slides: number[] },
): Promise<unknown> =>
  tx
    .updateTable('videos')
    .set({ storyboard: JSON.stringify(storyboard), slides })
    .where('id', '=', id)
    .execute();

export const setByteSize = (tx: Queryable, id: string, bytes: number): Promise<unknown> =>
  tx.updateTable('videos').set({ byte_size: bytes }).where('id', '=', id).execute();

/** The recording lies somewhere else from now on: with a provider, or, without `remote`, here. */
export const setPlaybackLocation = (
  tx: Queryable,
  id: string,
  { remote, info, byteSize }: { remote: Remote | null; info: MediaInfo; byteSize: number | undefined },
): Promise<unknown> =>
  tx
    .updateTable('videos')
    .set({
      ...shape(info),
      remote: remote && JSON.stringify(remote),
      lost_at: null,
      playable: sql<boolean>`playable or lost_at is not null`,
      ...(byteSize === undefined ? {} : { byte_size: byteSize }),
    })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .execute();

/** The recording was looked for, and nothing has changed. */
export const noteLook = (db: Queryable, id: string, at: Date): Promise<unknown> =>
  db.updateTable('videos').set({ looked_at: at }).where('id', '=', id).execute();

/** The recording is not where it is kept; what was made of it to be played may be. */
export const saveLost = (
  tx: Queryable,
  id: string,
  { at, playable }: { at: Date; playable: boolean },
): Promise<unknown> =>
  tx
    .updateTable('videos')
    .set({ looked_at: at, lost_at: sql<Date>`coalesce(lost_at, ${at})`, playable })
    .where('id', '=', id)
    .execute();

/** It is there again, and plays as it did. */
export const saveFound = (tx: Queryable, id: string, at: Date): Promise<unknown> =>
  tx
    .updateTable('videos')
    .set({
      looked_at: at,
      lost_at: null,
      playable: sql<boolean>`exists (select from steps s where s.video_id = videos.id and s.step = 'playable' and s.state = 'done')`,
    })
    .where('id', '=', id)
    .execute();

/** By which folding the texts of a video are in the search; null where that is not known. */
export async function searchFoldingOf(tx: Queryable, id: string): Promise<number | null> {
  const row = await tx.selectFrom('videos').select('folding').where('id', '=', id).executeTakeFirst();
  return row?.folding ?? null;
}

/** All texts of the video are in the search as this folding makes them. */
export const saveFolding = (tx: Queryable, id: string, folding: number): Promise<unknown> =>
  tx.updateTable('videos').set({ folding }).where('id', '=', id).execute();
