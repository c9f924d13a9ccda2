import { randomUUID } from 'node:crypto';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { TestMember } from './member.ts';
import { sample } from './sample.ts';
import type { TestWorld } from './world.ts';

/**
 * A video of a member with files on the disk, and in its rows what types and languages could change on the way: bytes,
 * microseconds, zeros at the end, other scripts, lists. Resolves with its id.
 */
export async function awkwardVideo({ world, dataDir }: TestWorld, member: TestMember): Promise<string> {
  const { kysely } = world.database;
  const video = randomUUID();
  await mkdir(join(dataDir, 'videos', video, 'storyboard'), { recursive: true });
  await cp(sample('short.mp4'), join(dataDir, 'videos', video, 'original'));
  await writeFile(join(dataDir, 'videos', video, 'storyboard', '1.jpg'), 'a picture');
  await writeFile(join(dataDir, 'videos', video, 'nothing'), '');
  await sql`insert into videos (id, user_id, asset_id, playback_id, title, duration, slides, summary, media)
    values (${video}, ${member.session.id}, 'asset', 'playback', 'A talk', 0.1::float8 + 0.2::float8,
      '{1,2.5,0.30000000000000004}', ${'a\nb\t\u2028"\\'}, '{"kept": [1, 2.50, null, "\\u00e9"]}')`.execute(kysely);
  await sql`insert into cues (video_id, n, start_s, end_s, text) select ${video}::uuid, n, n / 3.0, n / 3.0 + 0.1, 'Line ' || n
    from generate_series(1, 2500) as n`.execute(kysely);
  await sql`insert into caption_files (id, file_name, bytes, created_at)
    values (${video}, 'ö 字幕 "quoted"\\.vtt', '\\x00ff0a0d22', '2026-01-02 03:04:05.678901+09')`.execute(kysely);
  return video;
}
