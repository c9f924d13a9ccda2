import type { ProblemCode } from '@lectern/contract/problem';
import { type Selectable, sql } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { accountIsActive } from '../accounts/standing.ts';

export type Upload = Selectable<Tables['uploads']>;

/** A part of an unfinished upload: its number, and the first byte of the recording that lies in it. */
export type UploadPart = { n: number; first: number };

export const createUpload = (db: Queryable, userId: string, key: string, fileName: string | null) =>
  db
    .insertInto('uploads')
    .values({ user_id: userId, key, file_name: fileName })
    .returningAll()
    .executeTakeFirstOrThrow();

/** With whether the account it belongs to is active, and until when it may upload. */
export const uploadByKey = (db: Queryable, key: string) =>
  db
    .selectFrom('uploads')
    .selectAll()
    .select(accountIsActive('uploads.user_id').as('account_is_active'))
    .select(({ selectFrom }) =>
      selectFrom('users').select('membership_end').whereRef('users.id', '=', 'uploads.user_id').as('membership_end'),
    )
    .where('key', '=', key)
    .executeTakeFirst();

export const uploadOf = (db: Queryable, userId: string, id: string) =>
  db.selectFrom('uploads').selectAll().where('id', '=', id).where('user_id', '=', userId).executeTakeFirst();

/** Whoever sent it; undefined when it is not open any more. */
export const openUpload = (db: Queryable, id: string): Promise<Upload | undefined> =>
  db.selectFrom('uploads').selectAll().where('id', '=', id).where('state', '=', 'open').executeTakeFirst();

export const openUploads = (db: Queryable, userId: string) =>
  db
    .selectFrom('uploads')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', '=', 'open')
    .orderBy('created_at', 'desc')
    .execute();

export const unfinishedOf = (db: Queryable, userId: string) =>
  db.selectFrom('uploads').select('id').where('user_id', '=', userId).where('state', '=', 'open').execute();

/** Notes the size of an upload; false when another size was noted before, or it is not open any more. */
export async function setSize(db: Queryable, id: string, size: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('uploads')
    .set({ size, touched_at: new Date() })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where((eb) => eb.or([eb('size', 'is', null), eb('size', '=', size)]))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Seconds without a sign after which a writer is taken for dead or frozen. */
const silence = 5;

/** An open upload, locked, with who writes it. `silent` is null where nobody does. */
export const lockUpload = (tx: Queryable, id: string) =>
  tx
    .selectFrom('uploads')
    .selectAll()
    .select(sql<boolean | null>`writer_seen_at < now() - make_interval(secs => ${silence})`.as('silent'))
    .where('id', '=', id)
    .where('state', '=', 'open')
    .forUpdate()
    .executeTakeFirst();

/** Makes somebody, or with null nobody, the writer of an upload. */
export async function setWriter(tx: Queryable, id: string, writer: string | null): Promise<void> {
  const writer_seen_at = writer === null ? null : sql<Date>`now()`;
  await tx.updateTable('uploads').set({ writer, writer_seen_at }).where('id', '=', id).execute();
}

/** A writer says that it still is one. */
export async function touchWriter(db: Queryable, id: string, writer: string): Promise<void> {
  const seen = { writer_seen_at: sql<Date>`now()` };
  await db.updateTable('uploads').set(seen).where('id', '=', id).where('writer', '=', writer).execute();
}

export async function dropWriter(db: Queryable, id: string, writer: string): Promise<void> {
  const nobody = { writer: null, writer_seen_at: null };
  await db.updateTable('uploads').set(nobody).where('id', '=', id).where('writer', '=', writer).execute();
}

/**
 * Acknowledges bytes, and with them the size where their end was the end of the file. False, and nothing is changed,
 * when the upload has another writer by now, or is not open any more. What is acknowledged never becomes less.
 */
export async function acknowledge(
  db: Queryable,
  { id, writer, received, size }: { id: string; writer: string; received: number; size?: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('uploads')
    .set({ received, ...(size === undefined ? {} : { size }), touched_at: new Date() })
    .where('id', '=', id)
    .where('writer', '=', writer)
    .where('state', '=', 'open')
    .where('received', '<=', received)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** In the order of their bytes. */
export const partsOf = (db: Queryable, id: string): Promise<UploadPart[]> =>
  db.selectFrom('upload_parts').select(['n', 'first']).where('upload_id', '=', id).orderBy('n').execute();

/** Begins part `n` at a byte. A part before it that holds nothing is none. */
export async function beginPart(tx: Queryable, id: string, { n, first }: UploadPart): Promise<void> {
  await tx.deleteFrom('upload_parts').where('upload_id', '=', id).where('first', '=', first).execute();
  await tx.insertInto('upload_parts').values({ upload_id: id, n, first }).execute();
}

/** Bytes that all unfinished uploads but `besides` will hold, as far as they are known, and how many are still to come. */
export async function expectedBytes(
  db: Queryable,
  { besides, userId }: { besides?: string; userId?: string },
): Promise<{ whole: number; missing: number }> {
  let rows = db
    .selectFrom('uploads')
    .select([
      sql<number>`coalesce(sum(coalesce(size, received)), 0)::float8`.as('whole'),
      sql<number>`coalesce(sum(coalesce(size, received) - received), 0)::float8`.as('missing'),
    ])
    .where('state', '=', 'open');
  if (besides !== undefined) rows = rows.where('id', '!=', besides);
  if (userId !== undefined) rows = rows.where('user_id', '=', userId);
  return rows.executeTakeFirstOrThrow();
}

/** Takes an open upload to its end; false when somebody else did so before, or when `writer` is not its writer. */
export async function settleUpload(
  db: Queryable,
  id: string,
  state: 'complete' | 'rejected' | 'cancelled',
  { problem = null, writer }: { problem?: string | null; writer?: string | undefined } = {},
): Promise<boolean> {
  const open = db
    .updateTable('uploads')
    .set({ state, problem, touched_at: new Date() })
    .where('id', '=', id)
    .where('state', '=', 'open');
  const settled = writer === undefined ? open : open.where('writer', '=', writer);
  const { numUpdatedRows } = await settled.executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/**
 * The open uploads to which nothing has come for so many hours of the running installation. Notes the present hour
 * with those that were touched since they were last looked at.
 */
export async function idleUploads(db: Queryable, now: number, hours: number): Promise<{ id: string }[]> {
  await db
    .updateTable('uploads')
    .set((eb) => ({ idle_since: now, idle_touched_at: eb.ref('touched_at') }))
    .where('state', '=', 'open')
    .where((eb) => eb('idle_touched_at', 'is distinct from', eb.ref('touched_at')))
    .execute();
  return db
    .selectFrom('uploads')
    .select('id')
    .where('state', '=', 'open')
    .where('idle_since', '<=', now - hours)
    .execute();
}

/** The recording of an upload that had come whole is refused after all. */
export const refuseComplete = (tx: Queryable, id: string, problem: ProblemCode): Promise<unknown> =>
  tx.updateTable('uploads').set({ state: 'rejected', problem }).where('id', '=', id).execute();
