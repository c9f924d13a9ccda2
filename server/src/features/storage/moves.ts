import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { World } from '../../platform/http/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';

/** A requested move of a video to other storage. State `begun`: files may exist at the target already. */
export type Move = Selectable<Tables['media_moves']>;
export type MoveTarget = Move['target'];

/** Seconds for which pages that were open when a video moved go on reading where it was: as long as addresses open. */
const openFor = 12 * 3600;

/**
 * Requests moves in the given order, one microsecond apart, because ids carry no order. A move already under way
 * continues unchanged.
 */
export async function insertMoves(tx: Queryable, target: MoveTarget, videoIds: readonly string[]): Promise<void> {
  await sql`
    insert into media_moves (video_id, target, asked_at)
      select id, ${target}, now() + place * interval '1 microsecond'
      from unnest(${videoIds}::uuid[]) with ordinality as wished (id, place)
    on conflict (video_id) do update
      set target = excluded.target, state = 'waiting', problem = null, asked_at = excluded.asked_at, settled_at = null
      where media_moves.state in ('done', 'failed')`.execute(tx);
}

export const findMove = (db: Queryable, videoId: string): Promise<Move | undefined> =>
  db.selectFrom('media_moves').selectAll().where('video_id', '=', videoId).executeTakeFirst();

export const findMoves = (db: Queryable, videoIds: readonly string[]): Promise<Move[]> =>
  db
    .selectFrom('media_moves')
    // whole rows: a move is six short columns, and all of them are asked for
    .selectAll()
    .where('video_id', '=', sql<string>`any(${videoIds}::uuid[])`)
    .orderBy('settled_at')
    .execute();

/** Returns the current move: the earliest requested one that has not ended. */
export const findCurrentMove = (db: Queryable): Promise<Move | undefined> =>
  db
    .selectFrom('media_moves')
    .selectAll()
    .where('state', 'in', ['waiting', 'begun'])
    .orderBy('asked_at')
    .orderBy('video_id')
    .executeTakeFirst();

async function setState(
  tx: Queryable,
  videoId: string,
  change: Pick<Move, 'state'> & Partial<Pick<Move, 'problem' | 'settled_at'>>,
  from: readonly Move['state'][],
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('media_moves')
    .set(change)
    .where('video_id', '=', videoId)
    .where('state', 'in', from)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export const markMoveBegun = (tx: Queryable, videoId: string): Promise<boolean> =>
  setState(tx, videoId, { state: 'begun' }, ['waiting']);

/** False when it has not begun, or somebody has ended it meanwhile. */
export const markMoveDone = (tx: Queryable, videoId: string): Promise<boolean> =>
  setState(tx, videoId, { state: 'done', settled_at: new Date() }, ['begun']);

export const markMoveFailed = (tx: Queryable, videoId: string, problem: string): Promise<boolean> =>
  setState(tx, videoId, { state: 'failed', problem, settled_at: new Date() }, ['waiting', 'begun']);

export const requeueMove = (tx: Queryable, videoId: string): Promise<boolean> =>
  setState(tx, videoId, { state: 'waiting', problem: null, settled_at: null }, ['failed']);

export async function deleteMove(db: Queryable, videoId: string, state?: Move['state']): Promise<boolean> {
  const row = db.deleteFrom('media_moves').where('video_id', '=', videoId);
  const { numDeletedRows } = await (state ? row.where('state', '=', state) : row).executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Lists finished moves whose old place has no readers left. */
export const movesPastRetention = (db: Queryable): Promise<Move[]> =>
  db
    .selectFrom('media_moves')
    // whole rows: a move is six short columns, and all of them are asked for
    .selectAll()
    .where('state', '=', 'done')
    .where(sql<boolean>`settled_at < now() - make_interval(secs => ${openFor})`)
    .execute();

/** Whether a move, by the name of its table, stands for what a provider has of a video that lies here. */
export const isAssetKeptByMove = (name: string): RawBuilder<boolean> => {
  const column = (of: keyof Move) => sql.ref(`${name}.${of}`);
  return sql<boolean>`(${column('state')}, ${column('target')}) in (('begun', 'mux'), ('done', 'local'))`;
};

export const moveKey = (videoId: string): string => `${videoId}/move`;

/** Lets the one move go on whose turn it is. */
export async function enqueueNextMove({ jobs }: Pick<World, 'jobs'>, tx: Queryable): Promise<void> {
  const next = await findCurrentMove(tx);
  if (next) await jobs.enqueue('move', { videoId: next.video_id }, { tx, key: moveKey(next.video_id) });
}
