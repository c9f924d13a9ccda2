import type { Selectable } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';

export type Upload = Selectable<Tables['uploads']>;

export const createUpload = (db: Queryable, userId: string, key: string, fileName: string | null) =>
  db
    .insertInto('uploads')
    .values({ user_id: userId, key, file_name: fileName })
    .returningAll()
    .executeTakeFirstOrThrow();

export const uploadByKey = (db: Queryable, key: string) =>
  db.selectFrom('uploads').selectAll().where('key', '=', key).executeTakeFirst();

export const uploadOf = (db: Queryable, userId: string, id: string) =>
  db.selectFrom('uploads').selectAll().where('id', '=', id).where('user_id', '=', userId).executeTakeFirst();

export const openUploads = (db: Queryable, userId: string) =>
  db
    .selectFrom('uploads')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', '=', 'open')
    .where('size', 'is not', null)
    .orderBy('created_at', 'desc')
    .execute();

/** Also those of which nothing has come yet. */
export const unfinishedOf = (db: Queryable, userId: string) =>
  db.selectFrom('uploads').select('id').where('user_id', '=', userId).where('state', '=', 'open').execute();

export const setReceived = (db: Queryable, id: string, received: number, size: number) =>
  db.updateTable('uploads').set({ received, size, touched_at: new Date() }).where('id', '=', id).execute();

/** Takes an open upload to its end; false when somebody else did so before. */
export async function settleUpload(
  db: Queryable,
  id: string,
  state: 'complete' | 'rejected' | 'cancelled',
  problem: string | null = null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('uploads')
    .set({ state, problem, touched_at: new Date() })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export const staleUploads = (db: Queryable, before: Date) =>
  db.selectFrom('uploads').select('id').where('state', '=', 'open').where('touched_at', '<', before).execute();
