import { randomUUID } from 'node:crypto';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { TestMember } from './member.ts';
import { getSamplePath } from './sample.ts';
import type { TestWorld } from './world.ts';

/**
 * Creates a member's video with files and values that conversions could change: bytes, microseconds, trailing zeros,
 * other scripts, lists. Resolves with its id.
 */
export async function awkwardVideo({ world, dataDir }: TestWorld, member: TestMember): Promise<string> {
  const { kysely } = world.database;
  const video = randomUUID();
  await mkdir(join(dataDir, 'videos', video, 'storyboard'), { recursive: true });
  await cp(getSamplePath('short.mp4'), join(dataDir, 'videos', video, 'original'));
  await writeFile(join(dataDir, 'videos', video, 'storyboard', '1.jpg'), 'a picture');
  await writeFile(join(dataDir, 'videos', video, 'nothing'), '');
  await sql`insert into videos (id, workspace_id, asset_id, playback_id, title, duration, slides, summary, media)
    values (${video}, ${member.session.id}, 'asset', 'playback', 'A talk', 0.1::float8 + 0.2::float8,
      '{1,2.5,0.30000000000000004}', ${'a\nb\t\u2028"\\'}, '{"captionTracks": [], "kept": [1, 2.50, null, "\\u00e9"]}')`.execute(
    kysely,
  );
  await sql`insert into cues (video_id, position, start_s, end_s, text) select ${video}::uuid, n, n / 3.0, n / 3.0 + 0.1, 'Line ' || n
    from generate_series(1, 2500) as n`.execute(kysely);
  await sql`insert into caption_files (id, file_name, bytes, encoding, created_at)
    values (${video}, 'ö 字幕 "quoted"\\.vtt', '\\x00ff0a0d22', 'koi8-r', '2026-01-02 03:04:05.678901+09')`.execute(
    kysely,
  );
  const { rows } = await sql<{ id: string }>`insert into rewrites (workspace_id, state, rules, videos)
    values (${member.session.id}, 'applied', '[{"id": "a", "term": "“Ö”", "wrong": ["ö\\\\", "字"]}]', ${sql.val([video])})
    returning id`.execute(kysely);
  await sql`insert into rewrite_occurrences (rewrite_id, at, video_id, field, n, start_s, before, after, state)
    values (${rows[0]!.id}, 0, ${video}, 'line', 1, 1 / 3.0, 'ö\t', '“Ö”', 'changed')`.execute(kysely);
  await sql`insert into glossary_terms (workspace_id, term, misspellings)
    values (${member.session.id}, '“Ö” 字', array['a,b', '{"c"}', 'null', '\\'])`.execute(kysely);
  await sql`insert into corrections (workspace_id, video_id, start_s, key, wrong, term)
    values (${member.session.id}, ${video}, 1 / 3.0, 'ö', 'ö', '“Ö”')`.execute(kysely);
  await sql`insert into dismissed_suggestions (workspace_id, key, term) values (${member.session.id}, 'ö', 'Ö')`.execute(
    kysely,
  );
  return video;
}
