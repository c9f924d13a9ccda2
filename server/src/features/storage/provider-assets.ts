import { type RawBuilder, type Selectable, sql } from 'kysely';
import { isId } from '../../platform/http/invalid-input.ts';
import type { World } from '../../platform/http/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { ProviderEvent, DirectUploadState, Provider } from '../../ports/media/port.ts';
import { tellOperator } from '../mail/concerns/concerns.ts';
import { isAssetKeptByMove } from './moves.ts';

/** A provider asset: the copy a media provider keeps, or may keep, of an upload and its video. */
export type ProviderAsset = Selectable<Tables['provider_assets']>;

/** Written in the transaction before the provider is asked for anything. */
export async function insertProviderAsset(tx: Queryable, id: string): Promise<void> {
  await tx.insertInto('provider_assets').values({ id }).execute();
}

/** False where there is no row any more: somebody has removed all of it meanwhile. */
export async function updateProviderAsset(
  db: Queryable,
  id: string,
  names: { upload_id?: string; url?: string; asset_id?: string; captions_id?: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('provider_assets')
    .set(names)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export const assetRow = (db: Queryable, id: string): Promise<ProviderAsset | undefined> =>
  db.selectFrom('provider_assets').selectAll().where('id', '=', id).executeTakeFirst();

/** The provider's addresses of these uploads, by their ids; null while it has told none. */
export async function uploadUrlsById(db: Queryable, ids: readonly string[]): Promise<Map<string, string | null>> {
  const rows = await db
    .selectFrom('provider_assets')
    .select(['id', 'url'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, url }) => [id, url]));
}

/** In a query: whether all of the upload with the id in this column has arrived at a provider. */
export const hasAsset = (column: 'uploads.id'): RawBuilder<boolean> =>
  sql<boolean>`exists (select from provider_assets a where a.id = ${sql.ref(column)} and a.asset_id is not null)`;

/** When the oldest of what the provider has of ours came there. */
export async function findFirstAssetTime(db: Queryable): Promise<Date | undefined> {
  const { first } = await db
    .selectFrom('provider_assets')
    .select((eb) => eb.fn.min('created_at').as('first'))
    .executeTakeFirstOrThrow();
  return first ?? undefined;
}

/** The provider keeps nothing any more. */
export async function forgetAsset(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom('provider_assets').where('id', '=', id).execute();
}

/** Our id of what an event is about; undefined for what is not of this installation. */
export async function findEventSubjectId(
  db: Queryable,
  { id, upload, asset }: ProviderEvent,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('provider_assets')
    .select('id')
    .where((eb) =>
      eb.or([
        ...(isId(id) ? [eb('id', '=', id)] : []),
        eb('upload_id', '=', upload ?? ''),
        eb('asset_id', '=', asset ?? ''),
      ]),
    )
    .executeTakeFirst();
  return row?.id;
}

/** The day of a time. */
export const formatUtcDay = (time: Date): string => time.toISOString().slice(0, 10);

/** Tells the operator, once a day, that the provider knows nothing of what was brought to it. */
export async function tellOtherAccount(world: World): Promise<void> {
  const subject = `account/${formatUtcDay(world.now())}`;
  const text =
    'The provider of recordings knows nothing of what was brought to it: its keys are those of another account or environment. Nothing there is called lost or forgotten. Set the keys back to those of the account that has the recordings.';
  await world.database.transaction((tx) => tellOperator(world, tx, { kind: 'recordings', subject, text }));
}

/** Whether a provider has something of a video, by the name of its table, that lies here and has no use for it. */
const leftThere = (video: string) => {
  const column = (name: 'id' | 'remote') => sql.ref(`${video}.${name}`);
  return sql<boolean>`(${column('remote')} is null
    and not exists (select from media_moves m where m.video_id = ${column('id')} and ${isAssetKeptByMove('m')}))`;
};

/** Whether what a provider has of a video is to go, for it lies here: after a move, or one that came to nothing. */
export async function isOrphanedAtProvider(db: Queryable, id: string): Promise<boolean> {
  const video = await db
    .selectFrom('videos')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where(leftThere('videos'))
    .executeTakeFirst();
  return video !== undefined;
}

/**
 * Seconds after which the provider is asked what became of an upload of which no event has come, and of one just sent.
 */
const silence = 300;
const atOnce = 2;

/** How many are asked about in a round. */
const batch = 50;

/**
 * Lists provider assets to check without an event: pending removals, uploads without an asset, outdated captions,
 * leftovers of local recordings. Marks them as asked about.
 */
export async function takeAssetsToSync(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update provider_assets set asked_at = now() where id in (
      select a.id from provider_assets a
      left join uploads u on u.id = a.id and u.state = 'open'
      left join videos v on v.id = a.id and v.deleted_at is null
      where (v.id is null
          or ${leftThere('v')}
          or (v.remote is not null and v.playable and v.captions_track_id is distinct from a.captions_id))
        and coalesce(a.asked_at, a.created_at) < now() - make_interval(secs => case when u.id is null then 30 else ${silence} end)
      order by a.asked_at nulls first limit ${batch}
    ) returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Whether the provider may be asked about an upload for somebody who waits for it; marks it as asked about. */
export async function throttleSync(db: Queryable, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('provider_assets')
    .set({ asked_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where(sql<boolean>`coalesce(asked_at, created_at) < now() - make_interval(secs => ${atOnce})`)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

const jobKey = (id: string): string => `${id}/asset`;

/** Lets a job ask the provider what became of it. With nothing at a provider there is nothing to ask. */
export async function enqueueAssetSync(world: Pick<World, 'jobs'>, id: string, tx?: Queryable): Promise<void> {
  await world.jobs.enqueue('provider-asset', { id }, { key: jobKey(id), ...(tx ? { tx } : {}) });
}

/**
 * Ends and deletes everything a provider has of a row's id. Harmless to repeat. False where the provider knows nothing of
 * it: it is another account's, and lies there still.
 */
export async function deleteProviderAsset(provider: Provider, row: ProviderAsset): Promise<boolean> {
  const uploads = row.upload_id === null ? await provider.begunFor(row.id) : [row.upload_id];
  const assets = new Set(row.asset_id === null ? [] : [row.asset_id]);
  if (row.asset_id === null)
    for (const upload of uploads) {
      const became: DirectUploadState = await provider.cancel(upload);
      if (became.state === 'waiting') throw new Error(`The upload ${upload} could not be cancelled.`);
      if (became.state === 'unknown') return false;
      if (became.state === 'made') assets.add(became.asset);
    }
  for (const asset of assets) {
    if (await provider.remove(asset)) continue;
    for (const upload of uploads) if ((await provider.became(upload)).state === 'unknown') return false;
  }
  return true;
}
