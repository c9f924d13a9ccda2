import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { it } from 'node:test';
import { textLimits } from '@lectern/contract/rules/longest';
import type { DatabaseError } from 'pg';
import { pino } from 'pino';
import { describeDatabase } from '../../../test/describe-database.ts';
import { untilWaiting } from '../../../test/until-waiting.ts';
import { silentLog } from '../../main/silent-log.ts';
import { dumpTables } from './dump.ts';
import { loadTables } from './load.ts';
import { longestCheck, longestColumns } from './longest-columns.ts';
import { migrate } from './migrate.ts';

const folder = join(import.meta.dirname, '../../../migrations');
const before0140 = '0138-folded-search.sql';
const long = 'a'.repeat(3_000_000);

/** Columns of texts, lists of texts, JSON and bytes; of each what the rule says that bounds it, if any does. */
const columns = `
  select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type, (
    select min(pg_get_constraintdef(k.oid)) from pg_constraint k
    where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
      and pg_get_constraintdef(k.oid) ~ 'octet_length|pg_column_size|= ANY|= ''') as rule
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'migrations'
    and a.atttypid in ('text'::regtype, 'text[]'::regtype, 'jsonb'::regtype, 'json'::regtype, 'varchar'::regtype, 'bytea'::regtype)`;

type Column = { table: string; column: string; type: string; rule: string | null };

/** A column of a few words, each named by its rule. */
const isOfFewWords = ({ rule }: Column): boolean => rule !== null && /= ANY|= '/.test(rule);

describeDatabase('the lengths of columns', 'one', (suite) => {
  it('matches longest-columns.ts, for every text column', async () => {
    const { rows } = await suite.pool.query<Column>(columns);
    assert.ok(rows.length > 150);
    const owed = rows.flatMap((row) => {
      if (isOfFewWords(row)) return [];
      const { table, column, type, rule } = row;
      const bytes = longestColumns[table]?.[column];
      if (bytes === undefined) return [`${table}.${column} is not in longest-columns.ts`];
      const check = longestCheck(column, type, bytes);
      const isKept = rule?.replaceAll(/^CHECK \(\(|\)\)$/g, '').replaceAll('"', '') === check;
      // The statement a new migration must contain.
      return isKept ? [] : [`select bound_columns('${table}', '{"${column}": ${bytes}}');`];
    });
    assert.deepEqual(owed, []);
    const known = new Set(rows.map(({ table, column }) => `${table}.${column}`));
    const named = Object.entries(longestColumns).flatMap(([table, own]) =>
      Object.keys(own).map((column) => `${table}.${column}`),
    );
    assert.deepEqual(
      named.filter((each) => !known.has(each)),
      [],
    );
  });

  const [user, video, other, chapter] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  /** Values as languages once were, with one description within the rule and one beyond it. */
  const described = [
    [video, long, 'd'.repeat(12_000)],
    [other, 'l'.repeat(161), 'd'.repeat(45_000)],
  ] as const;

  async function putBefore0140(): Promise<void> {
    const { pool } = suite;
    await pool.query('drop schema public cascade; create schema public');
    await migrate(pool, folder, silentLog, before0140);
    await pool.query(
      `insert into users (id, email, firstname, lastname, password_hash) values ($1, 'a@b.test', 'A', 'B', '')`,
      [user],
    );
    for (const [id, language, description] of described)
      await pool.query(
        `insert into videos (id, user_id, asset_id, playback_id, title, transcript_language, description)
         values ($1, $2, $1::uuid::text, $1::uuid::text, 'A talk', $3, $4)`,
        [id, user, language, description],
      );
    await pool.query(`insert into cues (video_id, n, start_s, end_s, text) values ($1, 0, 0, 1, 'Words.')`, [video]);
  }

  /** Runs 0140 and resolves with what it tells. */
  async function migrateOn(): Promise<string[]> {
    const lines: string[] = [];
    const stream = new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push((JSON.parse(String(chunk)) as { msg: string }).msg);
        done();
      },
    });
    await migrate(suite.pool, folder, pino({ level: 'warn' }, stream));
    return lines;
  }

  it('cut what older versions let in, and nothing beside it, when they come', async () => {
    await putBefore0140();
    const { pool } = suite;
    // 1.9 MB in a row are far from all that a row may hold.
    const quote = { quote: 'Words.', timecode: 'a'.repeat(1_900_000), start: 3, cues: [0, 0] };
    await pool.query(
      `insert into chapters (id, video_id, n, start_s, end_s, title, summary, quotes) values ($1, $2, 0, 0, 60, 'One', '', $3)`,
      [chapter, video, JSON.stringify([quote, { quote: 'More.', timecode: '00:00:09', was: { quote: 'Was.' } }])],
    );
    await pool.query(
      `insert into chapters (video_id, n, start_s, end_s, title, summary, quotes, search)
       select $1, n, n, n + 1, 'One', '', '[]', repeat('s', 49900) from generate_series(0, 99) as n`,
      [other],
    );
    await pool.query('insert into cues (video_id, n, start_s, end_s, text) values ($1, 1, 1, 2, $2)', [
      video,
      '語'.repeat(14_000),
    ]);
    await pool.query(
      `insert into earlier_outlines (video_id, kind, outline) values ($1, 'chapters', jsonb_build_object('summary', repeat('a', 8500000)))`,
      [video],
    );
    await pool.query(
      `insert into audit_log (administrator, action, object_kind, object_id) values ('a', $1, 'b', 'c')`,
      ['x'.repeat(5_000)],
    );

    assert.deepEqual(await migrateOn(), [
      'audit_log.action: 1 longer than they may be were cut.',
      'chapters.quotes: 1 with longer quotes than there are were cut.',
      'chapters.search: 100 of videos whose chapters together are longer than they may be were cut.',
      'cues.text: 1 longer than they may be were cut.',
      'earlier_outlines.outline: 1 longer than they may be were cut.',
      'videos.transcript_language: 2 longer than any were left out.',
      'videos.description: 1 longer than they may be were cut.',
    ]);

    const videos = await pool.query(
      'select transcript_language as l, description as d from videos order by length(description)',
    );
    assert.deepEqual(videos.rows, [
      { l: null, d: 'd'.repeat(12_000) },
      { l: null, d: 'd'.repeat(4 * textLimits.description) },
    ]);
    const chapters = await pool.query('select quotes from chapters where id = $1', [chapter]);
    const cut = { ...quote, timecode: quote.timecode.slice(0, textLimits.timecode) };
    assert.deepEqual(chapters.rows[0], {
      quotes: [cut, { quote: 'More.', timecode: '00:00:09', was: { quote: 'Was.' } }],
    });
    const cues = await pool.query('select text from cues order by position');
    assert.deepEqual(cues.rows, [{ text: 'Words.' }, { text: '語'.repeat(13_333) }]);
    const answers = await pool.query('select distinct length(search) as n from chapters where video_id = $1', [other]);
    assert.deepEqual(answers.rows, [{ n: 9_495 }]);
    const actions = await pool.query('select action from audit_log');
    assert.deepEqual(actions.rows, [{ action: 'x'.repeat(4_000) }]);
    assert.equal((await pool.query('select from outline_history')).rowCount, 0);
    await assert.rejects(pool.query('delete from audit_log'), /never changed/);
  });

  it('let everything be loaded that a backup made since holds', async () => {
    const lines: string[] = [];
    await suite.database.snapshot(async (tx) => {
      for await (const line of dumpTables(tx)) lines.push(line);
    });
    const { pool } = suite;
    await pool.query('drop schema public cascade; create schema public');
    await migrate(pool, folder, silentLog);
    const each = async function* (): AsyncGenerator<string> {
      yield* lines;
    };
    const counts = await suite.database.transaction((tx) => loadTables(tx, each()));
    assert.deepEqual([counts.videos, counts.chapters, counts.cues, counts.audit_log], [2, 101, 2, 1]);
  });

  it('refuses longer values, when they bypass the schemas', async () => {
    const refused = (sql: string, value = long) =>
      assert.rejects(suite.pool.query(sql, [value]), (error) => (error as DatabaseError).code === '23514');
    for (const [table, column, most] of [
      ['videos', 'title', textLimits.title],
      ['videos', 'description', textLimits.description],
      ['videos', 'summary', textLimits.summary],
      ['videos', 'file_name', textLimits.file_name],
      ['chapters', 'title', textLimits.chapter_title],
      ['chapters', 'summary', textLimits.chapter_summary],
      ['chapters', 'search', textLimits.answer],
      ['cues', 'text', textLimits.old_line],
    ] as const) {
      const set = `update ${table} set ${column} = $1`;
      // Fills the contract's limit with characters of the most bytes each.
      for (const letter of ['語', '😀']) {
        const taken = letter.repeat(most / letter.length);
        assert.ok(((await suite.pool.query(set, [taken])).rowCount ?? 0) > 0, set);
      }
      await refused(set, '語'.repeat(most * 2));
    }
    await refused('update videos set transcript_language = $1');
    await refused(`update chapters set quotes = jsonb_build_array(jsonb_build_object('timecode', $1::text))`);
  });

  // The embedded database has one session: nobody can be in between.
  if (suite.name === 'PostgreSQL')
    it('bounds columns one table at a time, when another transaction uses two tables', async () => {
      await putBefore0140();
      const { pool } = suite;
      // As each step of a recording does when it saves.
      const step = await pool.connect();
      try {
        await step.query('begin');
        await step.query('select from videos where id = $1 for update', [video]);
        const migrating = migrateOn();
        await untilWaiting(suite.database, 1);
        assert.equal((await step.query('select from cues where video_id = $1', [video])).rowCount, 1);
        await step.query(`update videos set description = 'Written meanwhile.' where id = $1`, [video]);
        await step.query('commit');
        await migrating;
      } finally {
        step.release();
      }
      const { rows } = await pool.query('select description as d from videos order by length(description)');
      assert.deepEqual(rows, [{ d: 'Written meanwhile.' }, { d: 'd'.repeat(4 * textLimits.description) }]);
      assert.equal((await pool.query('select from pg_constraint where not convalidated')).rowCount, 0);
    });
});
