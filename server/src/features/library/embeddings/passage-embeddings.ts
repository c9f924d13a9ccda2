import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import { cosineOf, packVector, sketchOf } from './vectors.ts';

/** Notes that the present words of a recording are being embedded: what changes from now on makes the row stale again. */
export async function beginEmbedding(tx: Queryable, videoId: string): Promise<void> {
  await tx
    .insertInto('passage_embeddings')
    .values({ video_id: videoId })
    .onConflict((conflict) => conflict.column('video_id').doUpdateSet({ is_stale: false, model: '' }))
    .execute();
}

type EmbeddedPassages = { model: string; starts: readonly number[]; vectors: readonly Float32Array[] };

/** Keeps the embeddings of a recording; false where its words have changed meanwhile. */
export async function saveEmbeddings(
  tx: Queryable,
  videoId: string,
  { model, starts, vectors }: EmbeddedPassages,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('passage_embeddings')
    .set({
      model,
      dimensions: vectors[0]?.length ?? 0,
      starts: [...starts],
      sketches: sql`${sql.val(vectors.map(sketchOf))}::text[]::bit varying[]`,
      vectors: Buffer.concat(vectors.map((vector) => Buffer.from(packVector(vector).buffer))),
    })
    .where('video_id', '=', videoId)
    .where('is_stale', '=', false)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Recordings with words that this model has not embedded as they are now: the next batch. */
export const recordingsToEmbed = async (
  db: Queryable,
  model: string,
  most: number,
  after?: string,
): Promise<{ id: string; workspace_id: string }[]> =>
  db
    .selectFrom('videos')
    .leftJoin('passage_embeddings', 'video_id', 'videos.id')
    .select(['videos.id', 'videos.workspace_id'])
    .where('deleted_at', 'is', null)
    .where(({ eb, or }) => or([eb('model', 'is', null), eb('model', '<>', model), eb('is_stale', '=', true)]))
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('cues').select('cues.video_id').whereRef('cues.video_id', '=', 'videos.id')),
    )
    .$if(after !== undefined, (query) => query.where('videos.id', '>', after!))
    .orderBy('videos.id')
    .limit(most)
    .execute();

/** Cues of a recording up to another or its end, excluded, and how near they are to what was looked for. */
export type NearPassage = { videoId: string; from: number; to: number | null; similarity: number };

/** Passages whose vectors are compared, after their signs were. */
const mostCompared = 200;

/** Passages of recordings that are nearest to a vector of the same model, the nearest first. */
export async function nearestPassages(
  db: Queryable,
  videoIds: readonly string[],
  { model, vector, least, most }: { model: string; vector: Float32Array; least: number; most: number },
): Promise<NearPassage[]> {
  const size = vector.length;
  const { rows } = await sql<{ video_id: string; from: number; to: number | null; vector: Buffer }>`
    with nearest as (
      select video_id, n from passage_embeddings, unnest(sketches) with ordinality as passage (sketch, n)
      where video_id = any(${sql.val([...videoIds])}::uuid[]) and model = ${model} and dimensions = ${size} and not is_stale
      order by bit_count(case when length(sketch) = ${size} then sketch # ${sketchOf(vector)}::text::bit varying end)
      limit ${mostCompared}
    )
    select video_id, starts[n] as from, starts[n + 1] as to, substring(vectors from ((n - 1) * ${size} + 1)::int for ${size}) as vector
    from nearest join passage_embeddings using (video_id)`.execute(db);
  return rows
    .map(({ video_id: videoId, from, to, vector: packed }) => ({
      videoId,
      from,
      to,
      similarity: cosineOf(vector, new Int8Array(packed.buffer, packed.byteOffset, packed.length)),
    }))
    .filter(({ similarity }) => similarity >= least)
    .toSorted((a, b) => b.similarity - a.similarity)
    .slice(0, most);
}
