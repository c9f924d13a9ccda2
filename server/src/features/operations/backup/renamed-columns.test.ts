import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pino } from 'pino';
import { bothDatabases, type TestPlace } from '../../../../test/databases.ts';
import { restore } from '../../../main/cli-backup.ts';
import { readConfig } from '../../../main/config.ts';
import { type Database, openDatabase } from '../../../platform/database/database.ts';
import { loadTables } from '../../../platform/database/load.ts';
import { migrate } from '../../../platform/database/migrate.ts';
import { saveSetting } from '../../../platform/database/settings.ts';
import { createDiskStorage } from '../../../ports/storage/disk.ts';
import { openArchive } from './archive.ts';
import { filesIn } from './installation-files.ts';
import { makeBackup } from './make-backup.ts';
import { writeSnapshot } from './snapshot.ts';

const migrations = join(import.meta.dirname, '../../../../migrations');
const before0160 = '0152-chosen-tracks.sql';
const log = pino({ level: 'fatal' });

const [user, video, upload, rewrite] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
const installation = randomUUID();
const at = '2026-01-02T03:04:05.678901+00:00';

type Row = Readonly<Record<string, unknown>>;

/** Rows from before 0160; `old>new` is a table or column that it renames. */
const stored: readonly (readonly [table: string, row: Row, more?: Row])[] = [
  [
    'users',
    { id: user, email: 'a@b.test', firstname: 'A', lastname: 'B', password_hash: '' },
    {
      'keeps_voices>voice_recognition': true,
      'wanted_plan>requested_plan': 'professional',
      'deleting_at>deletion_requested_at': at,
    },
  ],
  ['administrators', { email: 'a@b.test', password_hash: '', 'owes_password>must_change_password': true }],
  [
    'videos',
    { id: video, user_id: user, asset_id: 'asset', playback_id: 'playback', title: 'A talk' },
    {
      'title_by_person>title_edited': true,
      'outline_of>outline_transcript_digest': 'digest',
    },
  ],
  [
    'uploads',
    { id: upload, user_id: user, key: 'key' },
    {
      'writer>lease_id': rewrite,
      'writer_seen_at>lease_renewed_at': at,
      'touched_at>last_activity_at': at,
    },
  ],
  ['upload_parts', { upload_id: upload, 'n>part_number': 2, 'first>first_byte': 1_000 }],
  ['steps', { video_id: video, step: 'chapters', 'run>run_id': upload }],
  [
    'cues',
    { video_id: video, start_s: 0.25, end_s: 1, text: 'Words.' },
    {
      'n>position': 3,
      'span>search_text': 'words.',
      'heard_text>original_text': 'Worts.',
    },
  ],
  ['chapter_places>chapter_boundaries', { video_id: video, 'wish>requested_count': 'fewer' }],
  ['billing_accounts', { user_id: user, customer_id: 'c', 'asked>query_seq': 5, 'answered>applied_seq': 4 }],
  ['voices', { user_id: user, video_id: video, name: 'A', identity: 'i', kept_at: at, 'voice>voiceprint': [0.5, 1] }],
  ['glossary_terms', { user_id: user, term: 'Ö', 'wrong>misspellings': ['ö', 'a,"b'] }],
  ['rewrites', { id: rewrite, user_id: user, rules: [{ wrong: ['ö'] }], 'looked>videos_scanned': 7 }],
  [
    'rewrite_places>rewrite_occurrences',
    { rewrite_id: rewrite, at: 1, video_id: video, field: 'line', n: 3, start_s: 0, before: 'ö', after: 'Ö' },
    {
      'wanted>selected': false,
    },
  ],
  ['dismissed_offers>dismissed_suggestions', { user_id: user, key: 'ö', term: 'Ö' }],
  ['portals', { user_id: user, token: 't', title: 'T', 'sites>allowed_origins': ['https://a.test'] }],
  [
    'mails>emails',
    { recipient: 'a@b.test', kind: 'k', subject: 's', body_text: 't', body_html: 'h', 'ends_at>discard_after': at },
  ],
  ['imports', { user_id: user, id: upload, state: 'done', touched_at: at, 'present>duplicates': [1, 2] }],
  ['tries>rate_limits', { key: 'k', count: 3, ends_at: at }],
  ['removals>pending_deletions', { id: upload, created_at: at }],
  ['moves>media_moves', { video_id: video, target: 'mux' }],
  ['delivered>delivered_seconds', { user_id: user, day: '2026-01-02', seconds: 9 }],
  ['watched>watch_buckets', { video_id: video, day: '2026-01-02', place: 'link', seconds: Array(100).fill(1) }],
  ['earlier_outlines>outline_history', { video_id: video, kind: 'summary', outline: { outline_of: 'digest' } }],
  ['trial_letters>trial_emails', { user_id: user, posted_at: at }],
];

const oldName = (name: string): string => name.split('>')[0]!;
const newName = (name: string): string => name.split('>').at(-1)!;

async function* oldLines(): AsyncGenerator<string> {
  for (const [table, row, more] of stored) {
    const columns = Object.entries({ ...row, ...more }).map(([name, value]) => [oldName(name), value] as const);
    yield JSON.stringify([oldName(table), columns.map(([name]) => name), {}]);
    yield JSON.stringify(Object.fromEntries(columns));
  }
}

async function findAllRows({ pool }: Database): Promise<void> {
  for (const [name, row, more] of stored) {
    const [table, values] = [newName(name), Object.entries({ ...row, ...more })];
    const listed = (of: string): string => values.map(([column]) => `${of}.${newName(column)}`).join();
    const { rowCount } = await pool.query(
      `select from ${table} t, json_populate_record(null::${table}, $1) given
       where (${listed('t')}) is not distinct from (${listed('given')})`,
      [JSON.stringify(Object.fromEntries(values.map(([column, value]) => [newName(column), value])))],
    );
    assert.equal(rowCount, 1, table);
  }
}

bothDatabases((name, open) => {
  describe(`a database from before its names changed, on ${name}`, () => {
    let [place, other]: TestPlace[] = [];
    let database: Database;
    let source: string;
    const urlOf = ({ databaseUrl }: Pick<TestPlace, 'databaseUrl'>) => (databaseUrl ? { url: databaseUrl } : {});
    const openAt = (at: Pick<TestPlace, 'dataDir' | 'databaseUrl'>, upTo?: string) =>
      openDatabase({ dataDir: at.dataDir, ...urlOf(at), log, upTo });

    before(async () => {
      place = await open();
      other = await open();
      source = await mkdtemp(join(tmpdir(), 'lectern-test-'));
      database = await openAt(place);
      await database.pool.query('drop schema public cascade; create schema public');
      await migrate(database.pool, migrations, log, before0160);
      await database.transaction((tx) => loadTables(tx, oldLines()));
      await saveSetting(database.kysely, 'installation', installation);
    });
    after(async () => {
      await database?.close();
      for (const each of [place, other]) await each?.close();
      await rm(source, { recursive: true, force: true });
    });

    it('restores all rows, when the backup was made before', async () => {
      await makeBackup({
        archive: openArchive(source),
        files: filesIn(createDiskStorage(place!.dataDir)),
        installation,
        async withSnapshot(work) {
          const file = join(source, 'snapshot');
          await writeSnapshot(database, file);
          await work(file);
        },
        now: new Date(),
      });
      if (other!.databaseUrl) {
        const there = await openAt(other!);
        await there.pool.query('drop schema public cascade; create schema public');
        await there.close();
      } else await rm(other!.dataDir, { recursive: true });
      const { dataDir, databaseUrl } = other!;
      await restore(readConfig({ DATA_DIR: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) }), source);
      const restored = await openAt(other!);
      try {
        await findAllRows(restored);
      } finally {
        await restored.close();
      }
    });

    it('keeps all rows, when a new program opens it', async () => {
      await database.close();
      database = await openAt(place!);
      await findAllRows(database);
    });

    it('names rules and indexes after tables and columns, when they were renamed', async () => {
      const { rows } = await database.pool.query(
        `select c.relname as of_table, k.conname as name from pg_constraint k join pg_class c on c.oid = k.conrelid
         left join pg_attribute a on a.attrelid = k.conrelid and k.conkey = array[a.attnum]
         where k.connamespace = 'public'::regnamespace and k.contype <> 'p' and c.relname <> 'migrations'
           and not starts_with(k.conname, concat_ws('_', c.relname, a.attname) || '_')
         union all
         select tablename, indexname from pg_indexes where schemaname = 'public' and not starts_with(indexname, tablename || '_')`,
      );
      assert.deepEqual(rows, []);
    });
  });
});
