import type { ProblemCode } from '@lectern/contract/problem';
import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { isMember } from '../accounts/workspaces/membership.ts';
import { beginnerMayEdit, workspaceIsActive } from '../accounts/workspaces/status.ts';
import { hasAsset } from '../storage/provider-assets.ts';
import { hasPlace } from '../videos/plan-limit.ts';
import { forgetSource, isFetched } from './source-store.ts';

export type UploadRow = Selectable<Tables['uploads']>;

/** A part of an unfinished upload: its number, and the first byte of the recording that lies in it. */
export type UploadPart = { part_number: number; first_byte: number };

export const createUpload = (
  db: Queryable,
  row: Pick<UploadRow, 'workspace_id' | 'created_by' | 'key' | 'file_name' | 'title'>,
) => db.insertInto('uploads').values(row).returningAll().executeTakeFirstOrThrow();

/** With whether its workspace is active and its person may still upload there, and until when. */
export const uploadByKey = (db: Queryable, key: string) =>
  db
    .selectFrom('uploads')
    .selectAll()
    .select(workspaceIsActive('uploads.workspace_id').as('account_is_active'))
    .select(beginnerMayEdit.as('is_wanted'))
    .select(({ selectFrom }) =>
      selectFrom('workspaces')
        .select('membership_end')
        .whereRef('workspaces.id', '=', 'uploads.workspace_id')
        .as('membership_end'),
    )
    .where('key', '=', key)
    .executeTakeFirst();

/** Returns an upload of any member; undefined when it is not open. */
export const openUpload = (db: Queryable, id: string): Promise<UploadRow | undefined> =>
  db.selectFrom('uploads').selectAll().where('id', '=', id).where('state', '=', 'open').executeTakeFirst();

/** With whether all of it has come, here or to a provider. */
export const openUploads = (db: Queryable, workspaceId: string) =>
  db
    .selectFrom('uploads')
    // whole rows: what a member sends at once is little, and all of it is asked for
    .selectAll()
    .select(sql<boolean>`${isWhole} or ${hasAsset('uploads.id')}`.as('arrived'))
    .select(isFetched.as('fetched'))
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'open')
    .orderBy('created_at', 'desc')
    .execute();

export const unfinishedOf = (db: Queryable, workspaceId: string) =>
  db
    .selectFrom('uploads')
    .select(['id', 'created_by'])
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'open')
    .orderBy('id')
    .execute();

/** Notes the size of an upload; false when another size was noted before, or it is not open any more. */
export async function setSize(db: Queryable, id: string, size: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('uploads')
    .set({ size, last_activity_at: new Date() })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where((eb) => eb.or([eb('size', 'is', null), eb('size', '=', size)]))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Whether every byte of an upload is stored. */
const isWhole = sql<boolean>`coalesce(received = size, false)`;

/** Seconds without a sign after which a writer is taken for dead or frozen. */
const leaseTimeoutSeconds = 5;

/** Whether a request is sending to an upload now. */
const isBeingWritten = sql<boolean>`coalesce(lease_renewed_at >= now() - make_interval(secs => ${leaseTimeoutSeconds}), false)`;

/** Seconds without a byte or a writer after which an upload is said to stand still. */
const stillAfterSeconds = 30;

/** Since when an upload stands still that somebody has to send on; null otherwise. */
const stillSince = sql<Date | null>`case when received < size and not ${isBeingWritten} and not ${isFetched}
  and last_activity_at < now() - make_interval(secs => ${stillAfterSeconds}) then last_activity_at end`;

export const findUpload = (db: Queryable, workspaceId: string, id: string) =>
  db
    .selectFrom('uploads')
    .selectAll()
    .select(stillSince.as('still_since'))
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();

/** The open uploads of which all has come here, of members who may upload and have a place for another video. */
export const leftWhole = (db: Queryable, now: Date): Promise<{ id: string; workspace_id: string }[]> =>
  db
    .selectFrom('uploads')
    .select(['id', 'workspace_id'])
    .where('state', '=', 'open')
    .where(isWhole)
    .where(workspaceIsActive('uploads.workspace_id'))
    .where(hasPlace('uploads.workspace_id'))
    .where(isMember('uploads.workspace_id', now))
    .execute();

/** Whether all of an open upload has arrived at a provider, and its member has no place for another video. */
export async function waitsForPlace(db: Queryable, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('uploads')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where(hasAsset('uploads.id'))
    .where((eb) => eb.not(hasPlace('uploads.workspace_id')))
    .executeTakeFirst();
  return found !== undefined;
}

/** An open upload, locked, with who writes it. `silent` is null where nobody does. */
export const lockUpload = (tx: Queryable, id: string) =>
  tx
    .selectFrom('uploads')
    .selectAll()
    .select(sql<boolean | null>`lease_renewed_at < now() - make_interval(secs => ${leaseTimeoutSeconds})`.as('silent'))
    .where('id', '=', id)
    .where('state', '=', 'open')
    .forUpdate()
    .executeTakeFirst();

/** Makes somebody the writer of an upload, to whom nothing is promised yet. */
export async function setLease(tx: Queryable, id: string, writer: string): Promise<void> {
  const changed = { lease_id: writer, lease_renewed_at: sql<Date>`now()`, promised: 0 };
  await tx.updateTable('uploads').set(changed).where('id', '=', id).execute();
}

/** Notes to how many bytes a writer may let an upload grow; false when it is not its writer any more. */
export async function promise(tx: Queryable, id: string, writer: string, promised: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('uploads')
    .set({ promised })
    .where('id', '=', id)
    .where('lease_id', '=', writer)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** A writer says that it still is one. */
export async function renewLease(db: Queryable, id: string, writer: string): Promise<void> {
  const seen = { lease_renewed_at: sql<Date>`now()` };
  await db.updateTable('uploads').set(seen).where('id', '=', id).where('lease_id', '=', writer).execute();
}

export async function releaseLease(db: Queryable, id: string, writer: string): Promise<void> {
  const nobody = { lease_id: null, lease_renewed_at: null, promised: 0 };
  await db.updateTable('uploads').set(nobody).where('id', '=', id).where('lease_id', '=', writer).execute();
}

/**
 * Acknowledges bytes, and the size at the file's end. Returns false without changes when the lease is lost or the
 * upload closed. Acknowledged bytes never decrease.
 */
export async function acknowledge(
  db: Queryable,
  { id, writer, received, size }: { id: string; writer: string; received: number; size?: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('uploads')
    .set({ received, ...(size === undefined ? {} : { size }), last_activity_at: new Date() })
    .where('id', '=', id)
    .where('lease_id', '=', writer)
    .where('state', '=', 'open')
    .where('received', '<=', received)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** In the order of their bytes. */
export const uploadPartsOf = (db: Queryable, id: string): Promise<UploadPart[]> =>
  db
    .selectFrom('upload_parts')
    .select(['part_number', 'first_byte'])
    .where('upload_id', '=', id)
    .orderBy('part_number')
    .execute();

/** Lets an upload begin at its first byte again, in a part of its own; false when it is not this writer's any more. */
export async function restartUpload(tx: Queryable, id: string, writer: string, part: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('uploads')
    .set({ received: 0, size: null })
    .where('id', '=', id)
    .where('lease_id', '=', writer)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  await tx.deleteFrom('upload_parts').where('upload_id', '=', id).execute();
  await beginPart(tx, id, { part_number: part, first_byte: 0 });
  return true;
}

/** Begins a part at a byte. A part before it that holds nothing is none. */
export async function beginPart(tx: Queryable, id: string, part: UploadPart): Promise<void> {
  await tx.deleteFrom('upload_parts').where('upload_id', '=', id).where('first_byte', '=', part.first_byte).execute();
  await tx
    .insertInto('upload_parts')
    .values({ upload_id: id, ...part })
    .execute();
}

/**
 * Seconds without a sign after which what was promised to a writer is somebody else's. More than `silence`: a writer that
 * is only slow still fills what it was promised.
 */
const promiseLasts = 60;

/** Bytes that an upload will hold: of its size, what is stored, and what its living writer was promised, the most. */
const expected = sql<number>`greatest(size, received,
  case when lease_renewed_at >= now() - make_interval(secs => ${promiseLasts}) then promised end)`;

/**
 * Bytes that all unfinished uploads but `besides` will hold, as far as they are known, and how many are still to come.
 */
export async function expectedBytes(
  db: Queryable,
  { besides, workspaceId }: { besides?: string; workspaceId?: string },
): Promise<{ whole: number; missing: number }> {
  let rows = db
    .selectFrom('uploads')
    .select([
      sql<number>`coalesce(sum(${expected}), 0)::float8`.as('whole'),
      sql<number>`coalesce(sum(${expected} - received), 0)::float8`.as('missing'),
    ])
    .where('state', '=', 'open');
  if (besides !== undefined) rows = rows.where('id', '!=', besides);
  if (workspaceId !== undefined) rows = rows.where('workspace_id', '=', workspaceId);
  return rows.executeTakeFirstOrThrow();
}

/** Bytes that were promised to the archives that are being received; one whose process has gone is given up soon. */
export async function promisedToImports(db: Queryable, besides: string): Promise<number> {
  const { promised } = await db
    .selectFrom('imports')
    .select(sql<number>`coalesce(sum(promised), 0)::float8`.as('promised'))
    .where('state', '=', 'receiving')
    .where('id', '!=', besides)
    .executeTakeFirstOrThrow();
  return promised;
}

/**
 * Ends an open upload; false when it has ended already, when `writer` does not hold the lease, or when it is no longer
 * idle since `idleSince` (`idleUploads`).
 */
export async function closeUpload(
  db: Queryable,
  id: string,
  state: 'complete' | 'rejected' | 'cancelled',
  { problem = null, writer, idleSince }: { problem?: string | null; writer?: string; idleSince?: number } = {},
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('uploads')
    .set({ state, problem, last_activity_at: new Date() })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .$if(writer !== undefined, (open) => open.where('lease_id', '=', writer!))
    .$if(idleSince !== undefined, (open) => open.where((eb) => isIdle(eb, idleSince!)))
    .executeTakeFirstOrThrow();
  // A URL may hold somebody's key.
  if (numUpdatedRows > 0n) await forgetSource(db, id);
  return numUpdatedRows > 0n;
}

/**
 * Whether an upload is incomplete, idle since this running hour and not being sent now. Uploads that arrived at a
 * provider count as complete.
 */
const isIdle = (eb: ExpressionBuilder<Tables, 'uploads'>, since: number) =>
  eb.and([
    eb('idle_since', '<=', since),
    eb('idle_touched_at', 'is not distinct from', eb.ref('last_activity_at')),
    eb.not(isBeingWritten),
    eb.not(isWhole),
    eb.not(hasAsset('uploads.id')),
  ]);

/**
 * The open uploads that are idle since an hour of the running installation. Notes the present hour with those that were
 * touched since they were last looked at.
 */
export async function idleUploads(db: Queryable, now: number, since: number): Promise<{ id: string }[]> {
  await db
    .updateTable('uploads')
    .set((eb) => ({ idle_since: now, idle_touched_at: eb.ref('last_activity_at') }))
    .where('state', '=', 'open')
    .where((eb) => eb('idle_touched_at', 'is distinct from', eb.ref('last_activity_at')))
    .execute();
  return db
    .selectFrom('uploads')
    .select('id')
    .where('state', '=', 'open')
    .where((eb) => isIdle(eb, since))
    .execute();
}

/** The recording of an upload that had come whole is refused after all. */
export const refuseComplete = (tx: Queryable, id: string, problem: ProblemCode): Promise<unknown> =>
  tx.updateTable('uploads').set({ state: 'rejected', problem }).where('id', '=', id).execute();
