import type { Cue } from '@lectern/contract/cue';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';

/** Rows of one INSERT: well below the 65,535 parameters of the protocol. */
const batch = 2_000;

/** A video's transcript in order. */
export async function cuesOf(db: Queryable, videoId: string): Promise<Cue[]> {
  const rows = await db
    .selectFrom('cues')
    .select(['start_s', 'end_s', 'text', 'speaker'])
    .where('video_id', '=', videoId)
    .orderBy('n')
    .execute();
  return rows.map((row) => ({
    start: row.start_s,
    end: row.end_s,
    text: row.text,
    ...(row.speaker === null ? {} : { speaker: row.speaker }),
  }));
}

/** Replaces a video's transcript; its spans leave the search index until the search step has run. */
export async function replaceCues(tx: Queryable, videoId: string, cues: readonly Cue[]): Promise<void> {
  await tx.deleteFrom('cues').where('video_id', '=', videoId).execute();
  for (let from = 0; from < cues.length; from += batch) {
    await tx
      .insertInto('cues')
      .values(
        cues.slice(from, from + batch).map((cue, index) => ({
          video_id: videoId,
          n: from + index,
          start_s: cue.start,
          end_s: cue.end,
          text: cue.text,
          speaker: cue.speaker ?? null,
        })),
      )
      .execute();
  }
}

/** Puts a transcript's spans into the search index: `spans[n]` belongs to cue n. */
export async function saveSpans(tx: Queryable, videoId: string, spans: readonly string[]): Promise<void> {
  await sql`
    update cues set span = given.span
    from unnest(${sql.val(spans.map((_, n) => n))}::int[], ${sql.val([...spans])}::text[]) as given (n, span)
    where cues.video_id = ${videoId} and cues.n = given.n`.execute(tx);
}
