import type { Queryable } from '../../platform/database/database.ts';
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

/** The card has a picture. */
export const markPictured = (tx: Queryable, id: string): Promise<unknown> =>
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
export const placeElsewhere = (
  tx: Queryable,
  id: string,
  { remote, info, byteSize }: { remote: Remote | null; info: MediaInfo; byteSize: number | undefined },
): Promise<unknown> =>
  tx
    .updateTable('videos')
    .set({
      ...shape(info),
      remote: remote && JSON.stringify(remote),
      ...(byteSize === undefined ? {} : { byte_size: byteSize }),
    })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .execute();

/** All texts of the video are in the search as this folding makes them. */
export const saveFolding = (tx: Queryable, id: string, folding: number): Promise<unknown> =>
  tx.updateTable('videos').set({ folding }).where('id', '=', id).execute();
