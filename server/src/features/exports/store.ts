import type { ImportProgress } from '@lectern/contract/exports/downloads';
import type { Insertable, Selectable, Updateable } from 'kysely';
import type { World } from '../../platform/http/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { scheduleDeletion } from '../storage/pending-deletions.ts';

/** The person's own data and the workspace's plan, without anything that opens the account. */
export const readProfileForExport = (db: Queryable, { workspaceId, by }: { workspaceId: string; by: string }) =>
  db
    .selectFrom('users')
    .innerJoin('workspaces', (join) => join.on('workspaces.id', '=', workspaceId))
    .select(['users.email', 'users.firstname', 'users.lastname', 'workspaces.plan', 'workspaces.subscription_status'])
    .select(['workspaces.membership_start', 'workspaces.membership_end'])
    .select('users.created_at')
    .where('users.id', '=', by)
    .executeTakeFirst();

export const readPromptsForExport = (db: Queryable, workspaceId: string) =>
  db
    .selectFrom('workspaces')
    .select(['custom_prompt', 'quote_count', 'base_search_prompt'])
    .where('id', '=', workspaceId)
    .executeTakeFirst();

export const readClipsForExport = (db: Queryable, videoId: string) =>
  db
    .selectFrom('clips')
    .select(['id', 'start_s', 'end_s'])
    .where('video_id', '=', videoId)
    .where('state', '=', 'done')
    .orderBy('start_s')
    .orderBy('end_s')
    .execute();

/** Bytes of all recordings of a member. */
export async function sumRecordingBytes(db: Queryable, workspaceId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('videos')
    .select((eb) => eb.fn.sum<number | null>('byte_size').as('bytes'))
    .where('workspace_id', '=', workspaceId)
    .where('is_sample', '=', false)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return bytes ?? 0;
}

/** Rows read at a time: histories have no end. */
const page = 500;

type Pageable<Row> = { limit(rows: number): { offset(rows: number): { execute(): Promise<Row[]> } } };

/** The rows of an ordered query. */
export async function* pageByPage<Row>(query: Pageable<Row>): AsyncGenerator<Row> {
  for (let offset = 0; ; offset += page) {
    const rows = await query.limit(page).offset(offset).execute();
    yield* rows;
    if (rows.length < page) return;
  }
}

/** Pages the requests to engines and their costs, oldest first. */
export const tokenOperationsOf = (db: Queryable, workspaceId: string) =>
  pageByPage(
    db
      .selectFrom('token_operations')
      .select(['created_at', 'operation', 'state', 'used', 'custom_prompt', 'result', 'video_id'])
      .where('workspace_id', '=', workspaceId)
      .orderBy('created_at')
      .orderBy('id'),
  );

/** The ledger of tokens, oldest first. */
export async function* tokenEntriesOf(db: Queryable, workspaceId: string) {
  for (let after = 0; ;) {
    const rows = await db
      .selectFrom('token_entries')
      .select(['id', 'created_at', 'pool', 'kind', 'tokens', 'plan', 'period'])
      .where('workspace_id', '=', workspaceId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(page)
      .execute();
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < page) return;
    after = last.id;
  }
}

/** An export: one at a time for each person of a workspace. */
export type Exporter = { workspaceId: string; userId: string };

export const findExport = (
  db: Queryable,
  { workspaceId, userId }: Exporter,
): Promise<Selectable<Tables['exports']> | undefined> =>
  db
    .selectFrom('exports')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    // a person's: whoever asked for it
    .where('user_id', '=', userId)
    .executeTakeFirst();

export async function saveExport(db: Queryable, row: Insertable<Tables['exports']>): Promise<void> {
  // a person's: whoever asked for it
  const { workspace_id: _, user_id: __, ...columns } = row;
  await db
    .insertInto('exports')
    .values(row)
    .onConflict((conflict) => conflict.constraint('exports_pkey').doUpdateSet(columns))
    .execute();
}

/** Nothing when a later export has taken its place. */
export async function touchExport(db: Queryable, run: string, change: Updateable<Tables['exports']>): Promise<void> {
  await db.updateTable('exports').set(change).where('run', '=', run).execute();
}

export const findImportProgress = async (db: Queryable, workspaceId: string): Promise<ImportProgress | null> =>
  (await db
    .selectFrom('imports')
    .select(['state', 'imported', 'videos', 'problem'])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()) ?? null;

export const importById = (db: Queryable, id: string): Promise<Selectable<Tables['imports']> | undefined> =>
  db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst();

export const importIdOf = async (db: Queryable, workspaceId: string): Promise<string | undefined> =>
  (await db.selectFrom('imports').select('id').where('workspace_id', '=', workspaceId).executeTakeFirst())?.id;

/** Lists a member's videos with one of these titles, by id, starting after the given one. */
export const listVideosByTitle = async (
  db: Queryable,
  workspaceId: string,
  titles: readonly string[],
  after: string | undefined,
) =>
  titles.length === 0
    ? []
    : db
        .selectFrom('videos')
        .select(['id', 'title', 'remote'])
        .where('workspace_id', '=', workspaceId)
        .where('title', 'in', titles)
        .where('deleted_at', 'is', null)
        .$if(after !== undefined, (query) => query.where('id', '>', after!))
        .orderBy('id')
        .execute();

/** Begins an import; false while another one of the member is under way. One that never came whole is none. */
export async function beginImport(
  world: World,
  tx: Queryable,
  { id, workspaceId, createdBy, now }: { id: string; workspaceId: string; createdBy: string; now: Date },
): Promise<boolean> {
  const row = {
    id,
    created_by: createdBy,
    state: 'receiving' as const,
    imported: 0,
    videos: 0,
    promised: 0,
    problem: null,
    duplicates: null,
    looking: null,
    touched_at: now,
  };
  const earlier = await importIdOf(tx, workspaceId);
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('imports')
    .values({ workspace_id: workspaceId, ...row })
    .onConflict((conflict) =>
      conflict.constraint('imports_pkey').doUpdateSet(row).where('imports.state', 'not in', ['waiting', 'running']),
    )
    .executeTakeFirstOrThrow();
  if ((numInsertedOrUpdatedRows ?? 0n) === 0n) return false;
  // Its row is gone from here on.
  if (earlier !== undefined) await scheduleDeletion(world, tx, earlier);
  return true;
}

/** False when the import is not in one of the states any more. */
export async function updateImport(
  db: Queryable,
  id: string,
  from: readonly ImportProgress['state'][],
  change: Updateable<Tables['imports']>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('imports')
    .set(change)
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Lists imports that need a job. */
export const importsUnderWay = (db: Queryable): Promise<{ id: string; workspace_id: string }[]> =>
  db.selectFrom('imports').select(['id', 'workspace_id']).where('state', 'in', ['waiting', 'running']).execute();

/** Lists imports being received, each with its last sign of activity. */
export const importsReceived = (db: Queryable): Promise<{ id: string; touched_at: Date }[]> =>
  db.selectFrom('imports').select(['id', 'touched_at']).where('state', '=', 'receiving').execute();
