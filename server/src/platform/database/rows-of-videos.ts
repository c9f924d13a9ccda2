import { sql } from 'kysely';
import type { Queryable } from './database.ts';

/** Tables whose rows are there only because of a recording, each with the column that names it. They go with it. */
const tables = {
  caption_files: 'id',
  chapter_boundaries: 'video_id',
  chapter_proposals: 'video_id',
  chapters: 'video_id',
  clip_removals: 'video_id',
  clips: 'video_id',
  corrections: 'video_id',
  cues: 'video_id',
  earlier_outlines: 'video_id',
  edits: 'video_id',
  highlights: 'video_id',
  letter_pairs: 'video_id',
  outline_history: 'video_id',
  outline_reviews: 'video_id',
  passage_embeddings: 'video_id',
  presences: 'video_id',
  recording_letters: 'video_id',
  rewrite_occurrences: 'video_id',
  search_keys: 'video_id',
  slides: 'video_id',
  speaker_parts: 'video_id',
  speaker_turns: 'video_id',
  speech_answers: 'video_id',
  speech_runs: 'video_id',
  steps: 'video_id',
  transcript_gaps: 'video_id',
  voices: 'video_id',
} as const;

type Table = keyof typeof tables;

/** Recordings of one statement: each is found in an index. */
const batch = 100;
export const tablesOfVideos = Object.keys(tables) as Table[];

/** Deletes all that was made of a recording; the row of the recording itself stays. */
export async function dropRowsOfVideo(tx: Queryable, id: string): Promise<void> {
  for (const table of tablesOfVideos)
    await tx
      .deleteFrom(table)
      .where(tables[table] as 'video_id', '=', id)
      .execute();
}

/**
 * Deletes what came after its recording was deleted, or was left by a program that did not know of it: of those deleted
 * since then.
 */
export async function dropRowsOfDeleted(db: Queryable, since: Date): Promise<void> {
  const deleted = await db.selectFrom('videos').select('id').where('deleted_at', '>', since).execute();
  const ids = deleted.map(({ id }) => id);
  for (const table of tablesOfVideos)
    for (let n = 0; n < ids.length; n += batch)
      await db
        .deleteFrom(table)
        .where(tables[table] as 'video_id', '=', sql<string>`any(${ids.slice(n, n + batch)}::uuid[])`)
        .execute();
}
