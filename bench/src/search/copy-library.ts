/** A connection to a database that nobody else uses. */
type Connection = { query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }> };

export type LibraryCopy = { to: string; times: number };

/**
 * Copies a library to others, to each so many `times`. Uses SQL because the product's functions would take most of an hour
 * for millions of cues.
 */
export async function copyLibrary(client: Connection, from: string, copies: readonly LibraryCopy[]): Promise<void> {
  await client.query('set statement_timeout = 0');
  // Kept up row by row, the index of what is said takes several times as long as made at once.
  const { rows } = await client.query(`select indexdef from pg_indexes where indexname = 'cues_video_search_text'`);
  await client.query('drop index cues_video_search_text');
  // All that they refer to is there, and so is what triggers would keep.
  await client.query('set session_replication_role = replica');
  for (const { to, times } of copies) await copyOnce(client, from, to, times);
  await client.query(`set maintenance_work_mem = '256MB'`);
  await client.query(String(rows[0]!.indexdef));
  await client.query('vacuum (analyze)');
  for (const setting of ['session_replication_role', 'maintenance_work_mem', 'statement_timeout'])
    await client.query(`reset ${setting}`);
}

async function copyOnce(client: Connection, from: string, to: string, times: number): Promise<void> {
  await client.query('drop table if exists copied');
  await client.query(
    `create temporary table copied as select id as old, gen_random_uuid() as new, time
       from videos, generate_series(1, $2::int) as time where workspace_id = $1`,
    [from, times],
  );
  await client.query(
    `insert into videos (id, workspace_id, asset_id, playback_id, captions_track_id, title, description, duration, playable, has_thumbnail, folding, created_at)
       select new, $1, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), title, description, duration, playable, has_thumbnail, folding,
         created_at + time * interval '1 day'
       from videos join copied on old = id`,
    [to],
  );
  for (const [table, columns] of Object.entries({
    cues: 'position, start_s, end_s, text, search_text, span_own',
    letter_pairs: 'pair, cues',
  }))
    await client.query(
      `insert into ${table} (video_id, ${columns}) select new, ${columns} from ${table} join copied on old = video_id`,
    );
  await client.query(
    `insert into chapters (id, video_id, n, start_s, end_s, title, summary, quotes, search, edited, folded)
       select gen_random_uuid(), new, n, start_s, end_s, title, summary, quotes, search, edited, folded
       from chapters join copied on old = video_id`,
  );
  await client.query(
    `insert into search_keys (video_id, workspace_id, keys, is_stale)
       select new, $1, keys, is_stale from search_keys join copied on old = video_id`,
    [to],
  );
}
