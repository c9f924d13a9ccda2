import type { Selectable } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';

export type ClipRow = Selectable<Tables['clips']>;

export const clipById = (db: Queryable, id: string): Promise<ClipRow | undefined> =>
  db.selectFrom('clips').selectAll().where('id', '=', id).executeTakeFirst();

/** The ids of those that wait to be cut, or are being cut. */
export async function uncutClips(db: Queryable): Promise<string[]> {
  const rows = await db.selectFrom('clips').select('id').where('state', 'in', ['waiting', 'running']).execute();
  return rows.map(({ id }) => id);
}

/** Those that are not cut yet. */
export const clipsOf = (tx: Queryable, videoId: string) =>
  tx.selectFrom('clips').select('id').where('video_id', '=', videoId).where('state', '!=', 'done').execute();

/** The clip of this range, the same one for the same range; one that failed waits again. Seconds. */
export function wantClip(tx: Queryable, videoId: string, range: { start: number; end: number }): Promise<ClipRow> {
  return tx
    .insertInto('clips')
    .values({ video_id: videoId, start_s: range.start, end_s: range.end })
    .onConflict((conflict) =>
      conflict.columns(['video_id', 'start_s', 'end_s']).doUpdateSet((eb) => ({
        state: eb
          .case()
          .when('clips.state', '=', 'failed')
          .then('waiting' as const)
          .else(eb.ref('clips.state'))
          .end(),
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** False when the clip is gone, with its video, or in none of the states `from` any more. */
export async function updateClip(
  db: Queryable,
  id: string,
  change: Partial<Pick<ClipRow, 'state' | 'progress' | 'problem'>>,
  from: readonly ClipRow['state'][] = ['waiting', 'running', 'done', 'failed'],
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('clips')
    .set(change)
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
