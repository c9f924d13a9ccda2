import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';

export const fetchKey = (uploadId: string): string => `fetch-upload/${uploadId}`;

/** The URL of an open upload, with the key by which it is sent to; undefined when it has ended. */
export const sourceOf = (db: Queryable, uploadId: string) =>
  db
    .selectFrom('upload_sources')
    .innerJoin('uploads', 'uploads.id', 'upload_id')
    .select(['url', 'validator', 'key'])
    .where('upload_id', '=', uploadId)
    .where('state', '=', 'open')
    .executeTakeFirst();

/** In a query of uploads: whether the server fetches it. */
export const isFetched = sql<boolean>`exists (select from upload_sources where upload_id = uploads.id)`;

export const insertSource = async (tx: Queryable, uploadId: string, url: string): Promise<void> =>
  void (await tx.insertInto('upload_sources').values({ upload_id: uploadId, url }).execute());

export const saveValidator = async (db: Queryable, uploadId: string, validator: string | null): Promise<void> =>
  void (await db.updateTable('upload_sources').set({ validator }).where('upload_id', '=', uploadId).execute());

export const forgetSource = async (db: Queryable, uploadId: string): Promise<void> =>
  void (await db.deleteFrom('upload_sources').where('upload_id', '=', uploadId).execute());

/** The uploads of which something is still to be fetched. */
export const listSources = (db: Queryable): Promise<{ id: string }[]> =>
  db
    .selectFrom('upload_sources')
    .innerJoin('uploads', 'uploads.id', 'upload_id')
    .select('uploads.id')
    .where('state', '=', 'open')
    .where(sql<boolean>`received is distinct from size`)
    .execute();
