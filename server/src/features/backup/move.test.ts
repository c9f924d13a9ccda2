import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { createClient } from '@lectern/contract/client';
import { uploadRoutes } from '@lectern/contract/uploads';
import { sql } from 'kysely';
import { createDiskStorage } from '../../ports/storage/disk.ts';
import { openPostgresPlace, type Place } from '../../../test/databases.ts';
import { signUp } from '../../../test/member.ts';
import { findPostgres } from '../../../test/postgres-cluster.ts';
import { sample } from '../../../test/sample.ts';
import { assetOf, put } from '../../../test/upload.ts';
import { openTestWorld, type TestWorld } from '../../../test/world.ts';
import { backUp, restore } from '../../main/cli-backup.ts';
import { readConfig } from '../../main/config.ts';
import { filesIn } from './installation-files.ts';

type At = Pick<Place, 'dataDir' | 'databaseUrl'>;

const configOf = ({ dataDir, databaseUrl }: At) =>
  readConfig({ DATA_DIR: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) });

/** Every file of an installation with its content. */
async function contentsOf(dataDir: string): Promise<Map<string, string>> {
  const contents = new Map<string, string>();
  for await (const { key } of filesIn(createDiskStorage(dataDir)).list())
    contents.set(key, (await readFile(join(dataDir, key))).toString('base64'));
  return contents;
}

/** All rows but those by which installations are told apart and those of when migrations ran, as text. */
async function rowsOf({ world }: TestWorld): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
    and relname not in ('settings', 'tries', 'migrations') order by relname collate "C"`.execute(world.database.kysely);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(t)::text as row from ${sql.table(name)} t`.execute(world.database.kysely);
    found.push(...rows.map(({ row }) => `${name} ${row}`));
  }
  return found.sort((a, b) => (a < b ? -1 : 1));
}

it(
  'moves an installation from PostgreSQL to the embedded database and back, with all it holds',
  { skip: !process.env.LECTERN_TEST_POSTGRES && !findPostgres() },
  async () => {
    const [place, other] = [await openPostgresPlace(), await openPostgresPlace()];
    const folder = await mkdtemp(join(tmpdir(), 'lectern-test-'));
    const server = await openTestWorld(place);
    try {
      const member = await signUp(server.origin, server.letters);
      await server.world.jobs.idle();
      const video = randomUUID();
      await mkdir(join(place.dataDir, 'videos', video, 'storyboard'), { recursive: true });
      await cp(sample('short.mp4'), join(place.dataDir, 'videos', video, 'original'));
      await writeFile(join(place.dataDir, 'videos', video, 'storyboard', '1.jpg'), 'a picture');
      await writeFile(join(place.dataDir, 'videos', video, 'nothing'), '');
      // What types and languages could change on the way: bytes, microseconds, zeros at the end, other scripts, lists.
      await sql`insert into videos (id, user_id, asset_id, playback_id, title, duration, slides, summary, media)
        values (${video}, ${member.session.id}, 'asset', 'playback', 'A talk', 0.1::float8 + 0.2::float8,
          '{1,2.5,0.30000000000000004}', ${'a\nb\t\u2028"\\'}, '{"kept": [1, 2.50, null, "\\u00e9"]}')`.execute(
        server.world.database.kysely,
      );
      await sql`insert into cues (video_id, n, start_s, end_s, text) select ${video}::uuid, n, n / 3.0, n / 3.0 + 0.1, 'Line ' || n
        from generate_series(1, 2500) as n`.execute(server.world.database.kysely);
      await sql`insert into caption_files (id, file_name, bytes, created_at)
        values (${video}, 'ö 字幕 "quoted"\\.vtt', '\\x00ff0a0d22', '2026-01-02 03:04:05.678901+09')`.execute(
        server.world.database.kysely,
      );
      for (const action of ['kept', 'forgotten'])
        await sql`insert into audit_log (administrator, action, object_kind, object_id, detail)
          select 'a', ${action}, 'c', 'd', '{}'`.execute(server.world.database.kysely);
      // A job that is still to come, and an upload of which only the beginning has come.
      await server.world.jobs.enqueue(
        'mail',
        { mailId: randomUUID() },
        { key: 'mail/later', after: new Date(Date.now() + 3_600_000) },
      );
      const { url } = await member.call(uploadRoutes.create, {});
      await put(url, Buffer.alloc(262_144, 7), 'bytes 0-262143/1000000');

      // Before the rows are read: a call prolongs the session.
      const asset = await assetOf(member, video);
      const expected = { rows: await rowsOf(server), files: await contentsOf(place.dataDir) };

      await backUp(configOf(place), join(folder, 'there'), { keep: undefined });
      const embedded = { dataDir: join(folder, 'embedded') };
      await restore(configOf(embedded), join(folder, 'there'));
      assert.deepEqual(await contentsOf(embedded.dataDir), expected.files);
      await backUp(configOf(embedded), join(folder, 'back'), { keep: undefined });
      await restore(configOf(other), join(folder, 'back'));
      await assert.rejects(restore(configOf(other), join(folder, 'back')), /is not empty/);

      const again = await openTestWorld({ ...other, jobs: false });
      try {
        assert.deepEqual(await rowsOf(again), expected.rows);
        assert.deepEqual(await contentsOf(other.dataDir), expected.files);
        assert.deepEqual(await again.world.jobs.alive(['mail/later']), new Set(['mail/later']));
        // The member is still signed in, and sees what was there.
        const call = createClient({ origin: again.origin, token: () => member.session.token });
        const withoutOrigins = (value: unknown, origin: string) => JSON.stringify(value).replaceAll(origin, '');
        assert.equal(
          withoutOrigins(await assetOf({ ...member, call }, video), again.origin),
          withoutOrigins(asset, server.origin),
        );
        // A number that was given is not given again.
        const number = await sql<{
          id: number;
        }>`insert into audit_log (administrator, action, object_kind, object_id, detail)
          values ('a', 'b', 'c', 'd', '{}') returning id`.execute(again.world.database.kysely);
        assert.equal(number.rows[0]?.id, 3);
        // The folder of what it was restored from is its own as well.
        await backUp(configOf(other), join(folder, 'back'), { keep: 1 });
      } finally {
        await again.close();
      }
    } finally {
      await server.close();
      await place.close();
      await other.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
);
