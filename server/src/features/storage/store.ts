import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';
import { ensureSetting, saveSetting, readSetting } from '../../platform/database/settings.ts';

/** Unlike `in`, also for none at all. */
const oneOf = (ids: readonly string[]) => sql<string>`any(${ids}::uuid[])`;

/** Everything in the database for which something lies in the folder: videos, uploads under way, imports under way. */
const standing = (db: Queryable) =>
  db
    .selectFrom('videos')
    .select('id')
    .where('deleted_at', 'is', null)
    .union(db.selectFrom('uploads').select('id').where('state', '=', 'open'))
    .union(db.selectFrom('imports').select('id').where('state', 'in', ['receiving', 'waiting', 'running']));

/** Filters ids to those with something in the database that needs their files. */
export async function existingIds(db: Queryable, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom(standing(db).as('standing')).select('id').where('id', '=', oneOf(ids)).execute();
  return new Set(rows.map(({ id }) => id));
}

/** All ids the database knows something under that needs its files. */
export async function allStanding(db: Queryable): Promise<string[]> {
  const rows = await db.selectFrom(standing(db).as('standing')).select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/** Filters ids to those that still have a video or upload row, whatever its state. */
export async function everExistedIds(db: Queryable, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('videos')
    .select('id')
    .where('id', '=', oneOf(ids))
    .union(db.selectFrom('uploads').select('id').where('id', '=', oneOf(ids)))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** How many recordings should lie in the folder: videos, and uploads of which something has come. */
export async function countRecordings(db: Queryable): Promise<number> {
  const { n } = await db
    .selectFrom(
      db
        .selectFrom('videos')
        .select('id')
        .where('deleted_at', 'is', null)
        .union(db.selectFrom('uploads').select('id').where('state', '=', 'open').where('received', '>', 0))
        .as('recordings'),
    )
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

/** Where one is noted already, the earlier time stays. */
export async function addRemoval(db: Queryable, id: string, due?: Date): Promise<void> {
  await db
    .insertInto('pending_deletions')
    .values(due === undefined ? { id } : { id, created_at: due })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        created_at: sql<Date>`least(pending_deletions.created_at, excluded.created_at)`,
      }),
    )
    .execute();
}

/** Takes back what was noted ahead. */
export async function dropRemoval(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom('pending_deletions').where('id', '=', id).execute();
}

/**
 * Maps ids with a noted removal to whether it is due; ids in use are excluded. Uses the later clock, in case the
 * database's is ahead.
 */
export async function removalsAmong(db: Queryable, ids: readonly string[], now: Date): Promise<Map<string, boolean>> {
  const rows = await db
    .selectFrom('pending_deletions')
    .select(['id', sql<boolean>`created_at <= greatest(now(), ${now}::timestamptz)`.as('is_due')])
    .where('id', '=', oneOf(ids))
    .where('id', 'not in', standing(db))
    .execute();
  return new Map(rows.map(({ id, is_due: isDue }) => [id, isDue]));
}

/** Forgets the removals that were noted before a time, except of these. */
export async function forgetRemovals(db: Queryable, before: Date, except: readonly string[]): Promise<void> {
  await db
    .deleteFrom('pending_deletions')
    .where('created_at', '<', before)
    .where('id', '!=', sql<string>`all(${except}::uuid[])`)
    .where('id', 'not in', db.selectFrom('provider_assets').select('id'))
    .execute();
}

const installation = 'installation';

export const installationIn = (db: Queryable): Promise<string | undefined> => readSetting(db, installation);

/** Gives a database that has none this id, and resolves with the one it has then. */
export const claimDatabase = (db: Queryable, id: string): Promise<string> => ensureSetting(db, installation, id);

export const renameDatabase = (db: Queryable, id: string): Promise<void> => saveSetting(db, installation, id);
